package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.testing.Bbt;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The warm process: what a client sees is what a process of its own would show, sooner. */
@Timeout(300)
final class WarmTest {
  private static final int FINISHER = 0x10_0000;
  private static final int UART = 0x1000_0000;
  private static final String STARTED =
      "bbt: the warm process was started; ./bbt warm stop ends it\n";

  @TempDir private Path folder;

  /** Short enough for a socket's name, wherever tests have their files. */
  private Path cache;

  /** More on the class path. */
  private Path build;

  private final List<Process> processes = new ArrayList<>();

  @BeforeEach
  void cache() throws IOException {
    cache = Files.createTempDirectory(Path.of("/tmp"), "warm");
    build = Files.createDirectory(folder.resolve("build"));
  }

  @AfterEach
  void stop() throws Exception {
    run("warm", "stop");
    for (Process each : processes) {
      each.destroyForcibly();
    }
    try (Stream<Path> all = Files.walk(cache)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  private Process start(Path err, String... arguments) throws IOException {
    return start(err, null, arguments);
  }

  /**
   * Starts a command.
   *
   * @param out where its standard output goes, or null for a pipe
   */
  private Process start(Path err, File out, String... arguments) throws IOException {
    ProcessBuilder command = Bbt.signalled(arguments);
    List<String> line = command.command();
    int path = line.indexOf("-cp") + 1;
    line.set(path, line.get(path) + ":" + build);
    command.environment().put("XDG_CACHE_HOME", cache.toString());
    command.environment().remove("BBT_WARM");
    command.directory(folder.toFile()).redirectError(err.toFile());
    if (out != null) {
      command.redirectOutput(out);
    }
    Process process = command.start();
    processes.add(process);
    return process;
  }

  private Bbt.Outcome run(String... arguments) throws Exception {
    return fed("", arguments);
  }

  private Bbt.Outcome fed(String input, String... arguments) throws Exception {
    Path err = folder.resolve("err" + processes.size());
    Process process = start(err, arguments);
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // It wants none.
    }
    byte[] out = process.getInputStream().readAllBytes();
    assertTrue(process.waitFor(120, TimeUnit.SECONDS), String.join(" ", arguments));
    return new Bbt.Outcome(
        process.exitValue(),
        new String(out, StandardCharsets.ISO_8859_1),
        Files.readString(err).replace(STARTED, ""));
  }

  private static Assembler finish(Assembler program, int value) {
    return program.li(28, FINISHER).li(29, value).s(Insn.SW, 29, 28, 0).label("end").jal(0, "end");
  }

  /** Takes keys until a line feed, echoes them, and ends. */
  private Path echo() throws IOException {
    Assembler a = new Assembler().li(5, UART).li(8, '\n').li(7, '?').s(Insn.SB, 7, 5, 0);
    a.label("wait").i(Insn.LBU, 6, 5, 5).i(Insn.ANDI, 6, 6, 1).branch(Insn.BEQ, 6, 0, "wait");
    a.i(Insn.LBU, 7, 5, 0).s(Insn.SB, 7, 5, 0).branch(Insn.BNE, 7, 8, "wait");
    return Bbt.guest(folder.resolve("echo.elf"), finish(a, 0x5555));
  }

  /** Writes for ever. */
  private Path talker() throws IOException {
    Assembler a = new Assembler().li(5, UART).li(7, 'x');
    return Bbt.guest(
        folder.resolve("talker.elf"), a.label("again").s(Insn.SB, 7, 5, 0).jal(0, "again"));
  }

  private String status() throws Exception {
    Bbt.Outcome status = run("warm", "status");
    assertEquals(0, status.code(), status.err());
    return status.out();
  }

  private long number(String pattern) throws Exception {
    String status = status();
    Matcher matcher = Pattern.compile(pattern).matcher(status);
    assertTrue(matcher.find(), status);
    return Long.parseLong(matcher.group(1));
  }

  private ProcessHandle server() throws Exception {
    return ProcessHandle.of(number("process (\\d+):")).orElseThrow();
  }

  private void until(String status) throws Exception {
    while (!status().contains(status)) {
      Thread.sleep(50);
    }
  }

  private void gone() throws Exception {
    while (run("warm", "status").code() != ExitCode.UNAVAILABLE) {
      Thread.sleep(50);
    }
  }

  private static void signal(String signal, Process process) throws Exception {
    new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
  }

  // ---- as in a process of its own

  /** Twice, so that the second run has the code of the first; then the guests mix. */
  @Test
  void tracesAreThoseOfColdRuns() throws Exception {
    String[][] guests = {
      {"mini"},
      {"mini"},
      {"panic"},
      {"mini", "--smp", "2"},
      {"mini", "--bb-verify"},
      {"mini", "--bb-mode", "raw"},
      {"panic"},
      {"mini", "--engine", "translator"}
    };
    for (String[] guest : guests) {
      List<String> line = new ArrayList<>(List.of("boot"));
      line.addAll(List.of(guest));
      line.addAll(List.of("--threshold", "2500")); // as much is compiled as in a longer run
      line.addAll(List.of("--bb-trace", "cold.bbt"));
      Bbt.Outcome cold = run(line.toArray(String[]::new));
      line.set(line.size() - 1, "warm.bbt");
      line.add("--warm");
      Bbt.Outcome warm = run(line.toArray(String[]::new));
      assertEquals(cold.code(), warm.code(), warm.err());
      assertEquals(cold.out(), warm.out());
      assertArrayEquals(
          Files.readAllBytes(folder.resolve("cold.bbt")),
          Files.readAllBytes(folder.resolve("warm.bbt")),
          line.toString());
    }
    assertEquals(guests.length, number("(\\d+) guests"));
    assertTrue(number("given (\\d+) times") > 50);
  }

  @Tag("full")
  @ParameterizedTest
  @CsvSource({"0x5555, 0", "0x13333, 1", "0x3f3333, 63", "0x403333, 75"})
  void exitCodes(String value, int code) throws Exception {
    Bbt.guest(folder.resolve("guest.elf"), finish(new Assembler(), Integer.decode(value)));
    Bbt.Outcome warm = run("boot", "guest.elf", "--warm");
    assertEquals(code, warm.code(), warm.err());
    assertEquals(run("boot", "guest.elf").code(), warm.code());
  }

  @Test
  void errorsAreOneLine() throws Exception {
    Bbt.Outcome missing = run("boot", "no-such", "--warm");
    assertEquals(ExitCode.NO_INPUT, missing.code());
    assertEquals(1, missing.errorLines().size(), missing.err());
    Bbt.Outcome wrong = run("boot", "--bogus", "--warm");
    assertEquals(ExitCode.USAGE, wrong.code());
    assertEquals(run("boot", "--bogus").err(), wrong.err());
  }

  @Test
  void pipedInputAndOutput() throws Exception {
    String guest = echo().getFileName().toString();
    for (int i = 0; i < 2; i++) {
      Bbt.Outcome warm = fed("hello\nmore", "boot", guest, "--warm", "--quiet");
      assertEquals(new Bbt.Outcome(0, "?hello\n", ""), warm);
    }
    String much = "0123456789".repeat(100) + "\n";
    assertEquals("?" + much, fed(much, "boot", guest, "--warm").out());
  }

  /** The input's end is told, too. */
  @Tag("full")
  @Test
  void inputThatEndsTooSoon() throws Exception {
    String guest = echo().getFileName().toString();
    Bbt.Outcome cold = fed("hel", "boot", guest, "--max-insns", "10M");
    assertEquals(ExitCode.INSTRUCTION_LIMIT, cold.code(), cold.err());
    Bbt.Outcome warm = fed("hel", "boot", guest, "--max-insns", "10M", "--warm");
    assertEquals(cold.code(), warm.code(), warm.err());
    assertEquals(cold.out(), warm.out());
  }

  @Test
  void aReaderThatGoesAway() throws Exception {
    talker();
    Path err = folder.resolve("talker.err");
    Process client = start(err, "boot", "talker.elf", "--warm");
    try (InputStream out = client.getInputStream()) {
      assertEquals('x', out.read());
    }
    assertTrue(client.waitFor(60, TimeUnit.SECONDS));
    assertEquals(ExitCode.OUTPUT_CLOSED, client.exitValue(), Files.readString(err));
    assertEquals(0, run("boot", "mini", "--warm").code());
  }

  @Tag("full")
  @Test
  void aDiskThatIsFull() throws Exception {
    talker();
    Path err = folder.resolve("full.err");
    Process client = start(err, "boot", "talker.elf", "--warm", "--console", "/dev/full");
    assertTrue(client.waitFor(60, TimeUnit.SECONDS));
    assertEquals(ExitCode.IO_ERROR, client.exitValue(), Files.readString(err));
    Process other = start(err, new File("/dev/full"), "boot", "talker.elf", "--warm");
    assertTrue(other.waitFor(60, TimeUnit.SECONDS));
    assertEquals(ExitCode.IO_ERROR, other.exitValue(), Files.readString(err));
    assertTrue(Files.readString(err).contains("cannot be written to standard output"));
  }

  /** What the command looks at and what it leaves are the client's folder's. */
  @Tag("full")
  @Test
  void filesAndReports() throws Exception {
    Bbt.Outcome warm =
        run(
            "boot",
            "mini",
            "--bb-trace",
            "t.bbt",
            "--report",
            "--console",
            "c.txt",
            "--stats",
            "s.json",
            "-d",
            "trap",
            "-D",
            "log.txt",
            "--warm");
    assertEquals(0, warm.code(), warm.err());
    assertTrue(warm.out().startsWith("WHAT RAN: "), warm.out());
    for (String file : List.of("t.bbt", "c.txt", "s.json", "log.txt")) {
      assertTrue(Files.size(folder.resolve(file)) > 0, file);
    }
    Bbt.Outcome next = run("boot", "mini", "--warm", "--quiet");
    assertEquals("", next.err(), "the log is off again");
  }

  // ---- signals

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void aSignalEndsTheGuestInOrder(String signal) throws Exception {
    Bbt.endlessGuest(folder);
    Path err = folder.resolve("signal.err");
    Process client = start(err, "boot", "endless.elf", "--bb-trace", "t.bbt", "--warm");
    while (!Files.exists(folder.resolve("t.bbt")) || Files.size(folder.resolve("t.bbt")) == 0) {
      assertTrue(client.isAlive(), "the guest never ends");
      Thread.sleep(20);
    }
    signal(signal, client);
    assertTrue(client.waitFor(120, TimeUnit.SECONDS));
    int code = signal.equals("INT") ? ExitCode.INTERRUPTED : ExitCode.TERMINATED;
    assertEquals(code, client.exitValue());
    List<String> lines = Files.readString(err).replace(STARTED, "").lines().toList();
    assertEquals(2, lines.size(), lines.toString());
    assertTrue(lines.getLast().startsWith("bbt: interrupted; "), lines.getLast());
    assertTrue(lines.getLast().endsWith("t.bbt holds the run up to here"), lines.getLast());
    assertEquals(0, run("verify", "t.bbt").code());
    until("idle");
    assertEquals(0, run("boot", "mini", "--warm").code());
  }

  @Tag("full")
  @Test
  void aClientThatIsKilledTakesItsGuestAlong() throws Exception {
    Bbt.endlessGuest(folder);
    Process client = start(folder.resolve("killed.err"), "boot", "endless.elf", "--warm");
    while (run("warm", "status").code() != 0) {
      Thread.sleep(50);
    }
    until("running");
    client.destroyForcibly();
    until("idle");
    assertEquals(0, run("boot", "mini", "--warm").code());
  }

  // ---- who serves whom

  @Test
  void aSecondClientWaitsAndSaysSo() throws Exception {
    Bbt.endlessGuest(folder);
    assertEquals(0, run("warm", "start").code());
    Process first = start(folder.resolve("first.err"), "boot", "endless.elf", "--warm");
    until("running");
    Path err = folder.resolve("second.err");
    Process second = start(err, "boot", "mini", "--warm", "--quiet");
    Path other = folder.resolve("third.err");
    Process third = start(other, "boot", "mini", "--warm", "--quiet");
    String waits =
        "bbt: the warm process runs another guest; waiting for its end (Ctrl-C: no more)\n";
    while (!Files.readString(err).equals(waits) || !Files.readString(other).equals(waits)) {
      assertTrue(second.isAlive() && third.isAlive());
      Thread.sleep(20);
    }
    signal("INT", third);
    assertTrue(third.waitFor(120, TimeUnit.SECONDS), "it need not wait");
    assertEquals(ExitCode.INTERRUPTED, third.exitValue());
    assertEquals(waits + "bbt: interrupted\n", Files.readString(other));
    assertTrue(second.isAlive());
    signal("INT", first);
    String out = new String(second.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    assertEquals(0, second.waitFor());
    assertTrue(out.contains("instret at end"), out);
    assertEquals(waits, Files.readString(err));
  }

  @Tag("full")
  @Test
  void aProcessThatCrashesIsToldAndReplaced() throws Exception {
    Bbt.endlessGuest(folder);
    assertEquals(0, run("warm", "start").code());
    Path err = folder.resolve("crash.err");
    Process client = start(err, "boot", "endless.elf", "--warm");
    until("running");
    server().destroyForcibly();
    assertTrue(client.waitFor(120, TimeUnit.SECONDS));
    assertEquals(ExitCode.UNAVAILABLE, client.exitValue());
    String line = Files.readString(err);
    assertTrue(line.startsWith("bbt: the warm process ended before the command did; "), line);
    assertEquals(1, line.lines().count());
    try (Stream<Path> left = Files.list(cache.resolve("bbt/warm"))) {
      assertTrue(left.anyMatch(file -> file.toString().endsWith(".sock")), "a stale socket");
    }
    assertEquals(ExitCode.UNAVAILABLE, run("warm", "status").code());
    assertEquals(0, run("boot", "mini", "--warm").code());
    assertEquals(1, number("(\\d+) guests"));
  }

  @Tag("full")
  @Test
  void anotherBuildHasAnotherProcess() throws Exception {
    assertEquals(0, run("boot", "mini", "--warm").code());
    ProcessHandle old = server();
    Files.writeString(build.resolve("New.class"), "other code");
    Bbt.Outcome next = run("boot", "mini", "--warm", "--quiet");
    assertEquals(0, next.code());
    assertEquals("bbt: the warm process was of another build: it ends\n", next.err());
    old.onExit().get(120, TimeUnit.SECONDS);
    assertEquals(1, number("(\\d+) guests"));
    assertEquals("", run("boot", "mini", "--warm", "--quiet").err());
  }

  @Test
  void stopEndsTheGuestInOrder() throws Exception {
    Bbt.endlessGuest(folder);
    assertEquals(0, run("warm", "start").code());
    ProcessHandle server = server();
    Path err = folder.resolve("stop.err");
    Process client = start(err, "boot", "endless.elf", "--bb-trace", "t.bbt", "--warm");
    until("running");
    assertEquals(0, run("warm", "stop").code());
    assertFalse(server.isAlive());
    assertTrue(client.waitFor(120, TimeUnit.SECONDS));
    assertTrue(Files.readString(err).contains("t.bbt holds the run up to here"));
    assertEquals(0, run("verify", "t.bbt").code());
    Bbt.Outcome none = run("warm", "stop");
    assertEquals(ExitCode.UNAVAILABLE, none.code());
    assertEquals(1, none.errorLines().size());
  }

  // ---- limits

  @Test
  void itEndsWhenItIsIdle() throws Exception {
    assertEquals(0, run("warm", "start", "--idle", "1s").code());
    gone();
  }

  @Tag("full")
  @Test
  void itEndsWhenItIsTooLarge() throws Exception {
    assertEquals(0, run("warm", "start", "--memory", "1M").code());
    ProcessHandle server = server();
    Bbt.Outcome warm = run("boot", "mini", "--warm", "--quiet");
    assertEquals(0, warm.code(), warm.err());
    server.onExit().get(120, TimeUnit.SECONDS);
    gone();
  }

  @Tag("full")
  @Test
  void wrongLimits() throws Exception {
    for (String[] each : new String[][] {{"--idle", "soon"}, {"--memory", "much"}}) {
      Bbt.Outcome wrong = run("warm", "start", each[0], each[1]);
      assertEquals(ExitCode.USAGE, wrong.code());
      assertEquals(1, wrong.errorLines().size(), wrong.err());
    }
  }

  // ---- whose it is

  @Test
  void itIsItsUsersAlone() throws Exception {
    assertEquals(0, run("warm", "start").code());
    Path place = cache.resolve("bbt/warm");
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(place)));
    try (Stream<Path> all = Files.list(place)) {
      Path socket = all.filter(f -> f.toString().endsWith(".sock")).findFirst().orElseThrow();
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)));
    }
    assertEquals(0, run("warm", "stop").code());
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
    Bbt.Outcome refused = run("boot", "mini", "--warm");
    assertEquals(ExitCode.UNAVAILABLE, refused.code());
    assertEquals(1, refused.errorLines().size(), refused.err());
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void nobodyIsServedWhoDidNotAsk() throws Exception {
    assertEquals(0, run("boot", "mini", "--no-warm").code());
    assertEquals(0, run("boot", "mini").code());
    assertEquals(ExitCode.UNAVAILABLE, run("warm", "status").code());
  }
}
