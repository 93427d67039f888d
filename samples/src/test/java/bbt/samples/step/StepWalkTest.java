package bbt.samples.step;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.testing.InProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The walks in docs/step.md: from the panic back to what caused it. */
class StepWalkTest {
  @TempDir private Path folder;

  /** Without a console: the test's own input and output belong to the test runner. */
  private static void panic(String trace) {
    InProcess.run(ExitCode.GUEST_PANIC, "boot", "panic", "--bb-trace", trace, "--console", "none");
  }

  @ParameterizedTest
  @CsvSource({
    "From the panic back, With the binary, 7",
    "Where a value came from, - It asks of, 6",
    "What changed between two moments, - Twenty ranges, 3"
  })
  void theDocumentsCommandsSayWhatItSays(String begin, String end, int commandsAtLeast)
      throws IOException {
    String document = Files.readString(Path.of(System.getProperty("bbt.root"), "docs/step.md"));
    List<String> commands = new ArrayList<>();
    List<String> answers = new ArrayList<>();
    boolean inside = false;
    for (String line : document.lines().toList()) {
      inside |= line.startsWith("## " + begin);
      if (inside && line.startsWith(end)) {
        break;
      }
      if (inside && line.startsWith("    bbt step> ")) {
        commands.add(line.substring("    bbt step> ".length()));
      } else if (inside && line.matches("    [^.].*") && !commands.isEmpty()) {
        answers.add(line.substring(4));
      }
    }
    assertTrue(commands.size() >= commandsAtLeast, commands.toString());
    assertTrue(answers.size() > commands.size(), answers.toString());
    String trace = folder.resolve("panic.bbt").toString();
    panic(trace);
    Path script = folder.resolve("walk.step");
    Files.write(script, commands);
    List<String> found =
        InProcess.run(ExitCode.OK, "step", trace, "--at", "end", "--script", script.toString())
            .lines()
            .toList();
    saysInOrder(answers, found);
  }

  /** Commands, each with the lines that it must say, in this order. */
  private static final String VARIABLES =
      """
      > goto end
      > bt 3
      *0  8020005a sbi_call+0x8  entry.S:41  <- called at [397,247]
       1  802001b8 shut_down+0x12  panic.c:46  <- called at [397,239]
       2  8020021a panic+0x54  panic.c:58  <- called at [395,786]
      > goto 352785
         panic.c:94  if (end > CAPACITY) {
      > line
         panic.c:92  NOINLINE int receive(const struct packet *packet) {
      > rline
         panic.c:94  if (end > CAPACITY) {
      > caller
         panic.c:125  receive(&packet);
      > n
         panic.c:126  if (number % WALK_EVERY == 0) sum += walk_ring();
      > rn
         panic.c:125  receive(&packet);
      > s
         panic.c:93  u8 end = packet->offset + packet->length;
      > rs
         panic.c:125  receive(&packet);
      > n 3
         panic.c:124  next_packet(&packet, number);
      > rn 3
         panic.c:125  receive(&packet);
      > goto 352785
      > src 3
      receive at panic.c:94
      =>    94    if (end > CAPACITY) {
      > locals
      -- receive
      packet = 0x80202fb0  (const struct packet *, parameter)
      end = 8  (u8)
      box = <optimized out>  (struct mailbox *)
      > p packet->length
      packet->length = 24  (u8)
      > p *packet
      *packet = {mailbox = 9, offset = 240, length = 24, data = {...}}  (const struct packet)
      > p packet->data[3]
      packet->data[3] = 0  (u8)
      > p packet->nothing
      packet->nothing = <no member nothing in const struct packet>
      > p end
      end = 8  (u8)
      > p *ring+16
      *ring+16 = 0x80203028  2149593128  <ring+0x20>
      > x/2gx ring
      80203008:  0x8000010204081020  0xd700e0c183070e0a
      > regs a4 a2
      a4 = 0xf0  240
      a2 = 0x18  24
      > who-writes received 4
      received (0x80203408, 4 bytes): 0x00000790 -> 0x00000791
         panic.c:101  received++;
      > watch ring+168 8
      > rc
      ring+168 (0x802030b0, 8 bytes): 0x13255889122554a0 -> 0x12255889122554a0
         panic.c:88  for (u32 i = 0; i < length; i++) to[i] = from[i];
      > c
      ring+168 (0x802030b0, 8 bytes): 0x12255889122554a0 -> 0x1225588912255462
      > watch off
      > b panic.c:101
      > c
         panic.c:101  received++;
      > info locals
      -- receive
      """;

  @Test
  void variablesMemoryAndSourceByScript() {
    String trace = folder.resolve("panic.bbt").toString();
    panic(trace);
    Path root = Path.of(System.getProperty("bbt.root"));
    Path elf = root.resolve("samples/src/main/resources/bbt/samples/panic.elf");
    List<String> args = new ArrayList<>(List.of("step", trace, "--binary", elf.toString()));
    args.addAll(List.of("--source-path", root.toString()));
    VARIABLES
        .lines()
        .filter(line -> line.startsWith("> "))
        .forEach(line -> args.addAll(List.of("-c", line.substring(2))));
    List<String> found = InProcess.run(ExitCode.OK, args.toArray(String[]::new)).lines().toList();
    saysInOrder(VARIABLES.lines().filter(line -> !line.startsWith("> ")).toList(), found);
  }

  @Test
  void whatIsMissingForVariablesIsSaid() {
    String trace = folder.resolve("panic.bbt").toString();
    panic(trace);
    assertTrue(fails("step", trace, "-c", "locals").contains("-g, with --binary"));
    assertTrue(fails("step", trace, "-c", "p packet->length").contains("-g, with --binary"));
    String elf =
        Path.of(System.getProperty("bbt.root"), "samples/src/main/resources/bbt/samples/panic.elf")
            .toString();
    String[] outermost = {"step", trace, "--binary", elf, "-c", "frame 0", "-c", "locals"};
    assertTrue(fails(outermost).contains("the debugging information names none"));
    String[] unknown = {"step", trace, "--binary", elf, "--at", "352785", "-c", "p nothing"};
    assertTrue(fails(unknown).contains("no variable in scope here"));
  }

  /** A caller's variables: its registers are those at its call, memory is as it is now. */
  @Test
  void theVariablesOfCallers() {
    String trace = folder.resolve("panic.bbt").toString();
    panic(trace);
    String elf =
        Path.of(System.getProperty("bbt.root"), "samples/src/main/resources/bbt/samples/panic.elf")
            .toString();
    String[] looks = {"up", "locals", "p sp", "regs a0", "down", "p end", "p received"};
    List<String> command = new ArrayList<>();
    command.addAll(List.of("step", trace, "--binary", elf, "--at", "352785"));
    for (String look : looks) {
      command.addAll(List.of("-c", look));
    }
    List<String> found =
        InProcess.run(ExitCode.OK, command.toArray(String[]::new)).lines().toList();
    saysInOrder(
        List.of(
            "-- kernel_main, frame 1 at its call",
            "packet = {mailbox = 9, offset = 240, length = 24, data = {...}}  (struct packet)",
            "number = 2740  (u32)",
            "sp = 0x80202fb0  2149593008  <_bss_start+0x1fb0>",
            "a0 = 0x80202fb0  2149593008  <_bss_start+0x1fb0>",
            "end = 8  (u8)",
            "received = 1936  (u32)"),
        found);
  }

  /** What a command says that must fail. */
  private static String fails(String... args) {
    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setErr(err);
      InProcess.run(ExitCode.USAGE, args);
    } finally {
      System.setErr(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static void saysInOrder(List<String> answers, List<String> found) {
    int at = 0;
    for (String answer : answers) {
      while (at < found.size() && !found.get(at).equals(answer)) {
        at++;
      }
      assertTrue(
          at < found.size(),
          "not said, or not in this order: " + answer + "\n" + String.join("\n", found));
      at++;
    }
  }
}
