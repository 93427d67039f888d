package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.samples.testing.Bbt;
import bbt.samples.testing.InProcess;
import bbt.samples.testing.Parting;
import bbt.samples.testing.ReportSchema;
import bbt.samples.testing.WalkedStops;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Traces that no plain run has written (filtered, streamed, imported from logs) go through report,
 * step, diff and verify. Rings, merged traces and those of trace encoders do so in tests of their
 * own.
 */
final class KindsOfTraceTest {
  /** The beginning of {@code mini}: no trap is in it. */
  private static final int LOGGED = 3_000;

  /** All that {@code mini-arm64} executes. */
  private static final long ARM_INSTRUCTIONS = 6_689_098;

  /** The run of {@code mini}. */
  private static WalkedStops mini;

  @TempDir private static Path folder;

  private static String file(String name) {
    return folder.resolve(name).toString();
  }

  private static String boot(String name, String... options) throws Exception {
    return InProcess.recorded(folder.resolve(name), "mini", options);
  }

  @BeforeAll
  static void whole() throws Exception {
    mini = WalkedStops.of(Path.of(boot("whole.bbt")));
  }

  /**
   * Puts a trace through the four commands.
   *
   * @param run the whole run of which the trace tells
   * @param same another trace of the same
   * @param other a trace of something else
   * @param parting where these two part, see {@link Parting#text}
   * @return the instructions in it
   */
  private static long everyCommand(
      WalkedStops run, String trace, String same, String other, String parting) throws Exception {
    JsonNode json = new ObjectMapper().readTree(InProcess.run(0, "report", trace, "--json"));
    ReportSchema.conforms(json);
    long recorded = json.at("/instructions").asLong();
    String count = String.format(Locale.ROOT, "%,d instructions", recorded);
    String verified = InProcess.run(0, "verify", trace);
    assertTrue(verified.contains(": " + count), verified);
    String report = InProcess.run(0, "report", trace);
    assertTrue(report.contains(count), report);
    WalkedStops stops = WalkedStops.of(Path.of(trace));
    stops.arePartOf(run);
    stops.areTheSteppers(Path.of(trace), 3);
    assertTrue(InProcess.run(0, "diff", trace, same).contains("Identical"));
    assertEquals(parting, Parting.of(trace, other).text());
    return recorded;
  }

  @ParameterizedTest
  @CsvSource({
    "kernel, 517407, U, 517408 at user_main, jal user_main at user_start",
    "user, 0, S, 517407 at user_start, 'csrw sie,zero at _start'",
    "symbol=schedule, 0, S, 515633 at schedule, 'csrw sie,zero at _start'",
    "'kernel,range=0x80201000-0x80202000', 0, S, 514113 at kernel_main+0x108,"
        + "'csrw sie,zero at _start'"
  })
  void filtered(String filter, long at, String privilege, String recorded, String left)
      throws Exception {
    String trace = boot("part.bbt", "--bb-filter", filter);
    String again = boot("again.bbt", "--bb-filter", filter);
    String whole = file("whole.bbt");
    String parting = at + " start: A: starts at count " + recorded + "; B: " + left;
    everyCommand(mini, trace, again, whole, parting);
    // The gap of the trace itself says so, too.
    String gap = at + " GAP of " + (Long.parseLong(recorded.split(" ")[0]) - at) + " ";
    String first =
        InProcess.run(0, "dump", trace)
            .lines()
            .filter(l -> l.contains(" GAP of "))
            .findFirst()
            .get();
    assertTrue(first.strip().startsWith(gap), first);
    Parting there = Parting.of(trace, whole);
    assertEquals(privilege, there.privilege(), "of who executes there");
    long next = there.next("a");
    long begins = Long.parseLong(recorded.split(" ")[0]);
    assertTrue(next >= begins && next < begins + 50, "what comes behind the gap is at " + next);
  }

  /** An AArch64 guest has an interpreter of its own; its gaps are walked as RISC-V's are. */
  @Test
  void filteredStoppedCutAndMergedOnArm64() throws Exception {
    String guest = "mini-arm64";
    String whole = InProcess.recorded(folder.resolve("arm.bbt"), guest);
    WalkedStops run = WalkedStops.of(Path.of(whole));
    String user = InProcess.recorded(folder.resolve("armuser.bbt"), guest, "--bb-filter", "user");
    String again = InProcess.recorded(folder.resolve("armagain.bbt"), guest, "--bb-filter", "user");
    String first = "ldr x1, 0x402000d8 at 0x40200000";
    String apart = "0 start: A: starts at count 443124 at user+0x0; B: " + first;
    assertEquals(5_109_972, everyCommand(run, user, again, whole, apart));
    String[] parts = {file("armfirst.bbt"), file("armlast.bbt")};
    InProcess.run(0, "trace", "cut", whole, "--to", "50%", "-o", parts[0]);
    InProcess.run(0, "trace", "cut", whole, "--from", "50%", "-o", parts[1]);
    String merged = file("armmerged.bbt");
    InProcess.run(0, "trace", "merge", parts[0], parts[1], "-o", merged);
    assertEquals(
        ARM_INSTRUCTIONS,
        everyCommand(
            run,
            merged,
            whole,
            user,
            "0 start: A: " + first + "; B: starts at count 443124 at user+0x0"));
    String stopped =
        InProcess.recorded(folder.resolve("armstop.bbt"), guest, "--bb-stop", "insns=4000000");
    assertEquals(
        4_000_000,
        everyCommand(
            run,
            stopped,
            stopped,
            whole,
            "4000000 start: A: starts at count 6689098 at psci_call+0x4; B: cbz w2, user+0x2290 at"
                + " user+0x2230"));
    Bbt.Outcome refused = InProcess.outcome("export", whole, "-o", file("arm.etrace"));
    assertEquals(
        "bbt: e-trace is no standard for AArch64, which the traced guest is",
        refused.err().strip());
  }

  @Test
  void streamed() throws Exception {
    Bbt.Outcome boot =
        InProcess.outcome("boot", "mini", "--bb-trace", "-", "--console", "none", "--quiet");
    Path stream = folder.resolve("stream.bbt");
    Files.write(stream, boot.out().getBytes(StandardCharsets.ISO_8859_1));
    String user = boot("user.bbt", "--bb-filter", "user");
    String parting = "0 start: A: csrw sie,zero at _start; B: starts at count 517407 at user_start";
    assertEquals(
        6_823_818, everyCommand(mini, stream.toString(), file("whole.bbt"), user, parting));
  }

  /** An instruction as a simulator or core prints it. */
  private static String line(String format, int number, String pc, String encoding) {
    return switch (format) {
      case "spike" -> "core   0: 1 0x%s (0x%s)%n".formatted(pc, encoding);
      case "cva6" -> "%9dns %8d S %s 0 %s x%n".formatted(number, number, pc, encoding);
      case "rocket" ->
          "C0: %10d [1] pc=[%s] W[r 0=0][0] R[r 0=0] R[r 0=0] inst=[%s] x%n"
              .formatted(number, pc, encoding);
      default -> throw new IllegalArgumentException(format);
    };
  }

  /** Imports the beginning of {@code mini} from a log of so many instructions. */
  private static String imported(String format, int instructions) throws Exception {
    String whole = file("whole.bbt");
    Path log = folder.resolve(format + instructions + ".log");
    String to = Integer.toString(instructions);
    if (format.equals("qemu")) {
      Files.writeString(log, InProcess.run(0, "log", whole, "--format", format, "--to", to));
    } else {
      StringBuilder lines = new StringBuilder();
      for (String row :
          InProcess.run(0, "log", whole, "--format", "csv", "--to", to).lines().toList()) {
        String[] cells = row.split(",");
        if (cells[0].equals("instruction")) {
          String pc = "%016x".formatted(Long.decode(cells[7]));
          lines.append(line(format, Integer.parseInt(cells[1]), pc, cells[10].substring(2)));
        }
      }
      Files.writeString(log, lines.toString());
    }
    String trace = file(format + instructions + ".bbt");
    String elf = EmbeddedElf.file("mini").toString();
    InProcess.run(0, "import", log.toString(), "--format", format, "--binary", elf, "-o", trace);
    return trace;
  }

  private static int recorded(String trace) throws Exception {
    String count = InProcess.run(0, "query", trace, "--csv", "select sum(instructions) from harts");
    return Integer.parseInt(count.lines().toList().get(1));
  }

  /**
   * A log of QEMU's ends before its last block, which was only begun; that of another maker is made
   * as long.
   */
  @ParameterizedTest
  @CsvSource({"qemu, spike", "spike, cva6", "cva6, rocket", "rocket, spike"})
  void importedFromALog(String format, String sameAs) throws Exception {
    String trace = imported(format, LOGGED);
    String half = imported(format, LOGGED / 2);
    String same = imported(sameAs, format.equals("qemu") ? recorded(trace) : LOGGED);
    assertTrue(Files.mismatch(Path.of(trace), Path.of(same)) >= 0, "one file twice");
    String parting =
        recorded(half)
            + " end: A: addi t0,t0,8 at _start+0x38; B: the run ends: end of the imported trace";
    long recorded = everyCommand(mini, trace, same, half, parting);
    // What a jump at the end leads to is not told.
    assertTrue(recorded > LOGGED - 20 && recorded <= LOGGED, recorded + " instructions");
    assertTrue(InProcess.run(0, "report", trace).contains(", imported from " + format));
    String facts = "select key from trace where key in ('bytes', 'guestSeconds')";
    assertEquals("key\nbytes\n", InProcess.run(0, "query", trace, "--csv", facts));
  }
}
