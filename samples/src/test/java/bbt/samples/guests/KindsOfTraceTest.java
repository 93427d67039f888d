package bbt.samples.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.basics.NumberText;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Traces that no plain run has written (filtered, streamed, imported from logs) go through report,
 * step, diff and verify. Rings, merged traces and those of trace encoders do so in tests of their
 * own.
 */
final class KindsOfTraceTest {
  /** The beginning of {@code mini}: no trap is in it. */
  private static final int LOGGED = 3_000;

  /** Of {@code mini}: the kernel, soon before its first program and many traps. */
  private static final int TRAPPED = 515_600;

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
    long begins = Long.parseLong(recorded.split(" ")[0]);
    String missing = NumberText.instructions(begins - at);
    String up = recorded.substring(recorded.indexOf("at ") + 3);
    String parting =
        "%d gap: the recording of A leaves out %s, up to %s; that of B does not: %s"
            .formatted(at, missing, up, left);
    everyCommand(mini, trace, again, whole, parting);
    // The gap of the trace itself says so, too.
    String gap = at + " GAP of " + (begins - at) + " ";
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
    String gap = " leaves out 443,124 instructions, up to user+0x0; that of ";
    String apart = "0 gap: the recording of A" + gap + "B does not: " + first;
    assertEquals(5_109_972, everyCommand(run, user, again, whole, apart));
    String[] parts = {file("armfirst.bbt"), file("armlast.bbt")};
    InProcess.run(0, "trace", "cut", whole, "--to", "50%", "-o", parts[0]);
    InProcess.run(0, "trace", "cut", whole, "--from", "50%", "-o", parts[1]);
    String merged = file("armmerged.bbt");
    InProcess.run(0, "trace", "merge", parts[0], parts[1], "-o", merged);
    assertEquals(
        ARM_INSTRUCTIONS,
        everyCommand(
            run, merged, whole, user, "0 gap: the recording of B" + gap + "A does not: " + first));
    String stopped =
        InProcess.recorded(folder.resolve("armstop.bbt"), guest, "--bb-stop", "insns=4000000");
    assertEquals(
        4_000_000,
        everyCommand(
            run,
            stopped,
            stopped,
            whole,
            "4000000 gap: the recording of A leaves out 2,689,098 instructions, up to psci_call+0x4;"
                + " that of B does not: cbz w2, user+0x2290 at user+0x2230"));
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
    String parting =
        "0 gap: the recording of B leaves out 517,407 instructions, up to user_start; that of A does"
            + " not: csrw sie,zero at _start";
    assertEquals(
        6_823_818, everyCommand(mini, stream.toString(), file("whole.bbt"), user, parting));
  }

  /** An instruction as a simulator or core prints it. */
  private static String line(String format, int number, String mode, String pc, String encoding) {
    return switch (format) {
      case "spike" ->
          "core   0: %d 0x%s (0x%s)%n".formatted(mode.equals("U") ? 0 : 1, pc, encoding);
      case "cva6" -> "%9dns %8d %s %s 0 %s x%n".formatted(number, number, mode, pc, encoding);
      case "rocket" ->
          "C0: %10d [1] pc=[%s] W[r 0=0][0] R[r 0=0] R[r 0=0] inst=[%s] x%n"
              .formatted(number, pc, encoding);
      default -> throw new IllegalArgumentException(format);
    };
  }

  /** A trap as a simulator or core prints it: trap values are not in our log. */
  private static String trap(String format, int number, String name, String epc) {
    boolean call = name.startsWith("system call");
    boolean timer = name.equals("supervisor timer interrupt");
    return switch (format) {
      case "spike" -> {
        String cause =
            timer ? "interrupt #5" : call ? "trap_user_ecall" : "trap_" + name.replace(' ', '_');
        String value = call || timer ? "" : "core   0:           tval 0x%016x%n".formatted(0);
        yield "core   0: exception %s, epc 0x%s%n".formatted(cause, epc) + value;
      }
      case "cva6" -> {
        String cause =
            Pattern.compile("\\b[a-z]")
                .matcher(call ? "environment call user mode" : name)
                .replaceAll(first -> first.group().toUpperCase(Locale.ROOT));
        String value = call || timer ? "" : ", %n\t\t\t\ttval: %016x".formatted(0);
        yield "Exception @%10d, PC: %s, Cause: %s%s%n".formatted(number, epc, cause, value);
      }
      case "rocket" -> ""; // it prints none
      default -> throw new IllegalArgumentException(format);
    };
  }

  /** Imports a part of {@code mini} from a log. */
  private static String imported(String format, int from, int to) throws Exception {
    String whole = file("whole.bbt");
    String name = format + from + "-" + to;
    Path log = folder.resolve(name + ".log");
    String kind = format.equals("qemu") ? format : "csv";
    String told =
        InProcess.run(0, "log", whole, "--format", kind, "--from", from + "", "--to", to + "");
    if (!format.equals("qemu")) {
      StringBuilder lines = new StringBuilder();
      for (String row : told.lines().toList()) {
        String[] cells = row.split(",");
        if (cells[0].equals("event")) {
          continue;
        }
        int number = Integer.parseInt(cells[1]);
        String pc = "%016x".formatted(Long.decode(cells[7]));
        if (cells[0].equals("instruction")) {
          lines.append(line(format, number, cells[4], pc, cells[10].substring(2)));
        } else if (!cells[11].matches("reset|firmware.*")) {
          lines.append(trap(format, number, cells[11], pc));
        }
      }
      told = lines.toString();
    }
    Files.writeString(log, told);
    String trace = file(name + ".bbt");
    String elf = EmbeddedElf.file("mini").toString();
    InProcess.run(0, "import", log.toString(), "--format", format, "--binary", elf, "-o", trace);
    return trace;
  }

  /**
   * How often each kind of trap came, as the report says; calls of firmware, which leave no line in
   * a log, are left out.
   */
  private static Map<String, Integer> traps(String... report) throws Exception {
    List<String> line = new ArrayList<>(List.of("report", "--json"));
    line.addAll(List.of(report));
    JsonNode json = new ObjectMapper().readTree(InProcess.run(0, line.toArray(String[]::new)));
    Map<String, Integer> counts = new TreeMap<>();
    for (JsonNode cause : json.at("/exceptionCauses")) {
      String name = cause.at("/name").asText();
      if (!name.matches("reset|firmware.*")) {
        counts.put(name, cause.at("/count").asInt());
      }
    }
    return counts;
  }

  /**
   * Page faults, calls, illegal instructions and interrupts, each in the notation of its format.
   */
  @ParameterizedTest
  @ValueSource(strings = {"qemu", "spike", "cva6", "rocket"})
  void trapsAreImportedFromALog(String format) throws Exception {
    int to = TRAPPED + 130_000;
    String trace = imported(format, TRAPPED, to);
    Map<String, Integer> expected =
        traps(file("whole.bbt"), "--from", TRAPPED + "", "--to", to + "");
    assertTrue(expected.size() >= 8, expected.toString());
    for (String name :
        List.of("system call from user mode", "supervisor timer interrupt", "load page fault")) {
      assertTrue(expected.getOrDefault(name, 0) >= 5, name + " in " + expected);
    }
    WalkedStops stops = WalkedStops.of(Path.of(trace));
    if (format.equals("rocket")) {
      assertEquals(Map.of(), traps(trace));
      int missing = to - TRAPPED - recorded(trace);
      assertTrue(stops.gaps() > 20, stops.gaps() + " gaps");
      // The last one before a gap is left out where it jumps to a place that is not told.
      assertTrue(missing >= 0 && missing < 10, missing + " instructions are missing");
    } else {
      assertEquals(expected, traps(trace));
      assertEquals(0, stops.gaps());
      stops.arePartOf(mini, TRAPPED);
    }
    stops.areTheSteppers(Path.of(trace), 3);
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
    String trace = imported(format, 0, LOGGED);
    String half = imported(format, 0, LOGGED / 2);
    String same = imported(sameAs, 0, format.equals("qemu") ? recorded(trace) : LOGGED);
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
