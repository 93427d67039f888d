package bbt.samples.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.testing.InProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what the stepper shows of a real kernel with user programs: {@code mini}. */
class StepLooksTest {
  @TempDir private static Path folder;
  private static String trace;

  @BeforeAll
  static void record() {
    trace = folder.resolve("mini.bbt").toString();
    InProcess.run(ExitCode.OK, "boot", "mini", "--bb-trace", trace, "--console", "none", "--quiet");
  }

  private static List<String> step(String... commands) throws IOException {
    Path script = folder.resolve("looks.step");
    Files.write(script, Arrays.asList(commands));
    return InProcess.run(ExitCode.OK, "step", trace, "--script", script.toString())
        .lines()
        .toList();
  }

  @Test
  void anEcallIsCalledOneThoughItNeverRetires() throws IOException {
    List<String> shown = step("b cause system call from user", "c", "l", "ni", "l");
    String stop = shown.stream().filter(l -> l.contains("(EXCEPTION)")).findFirst().orElseThrow();
    assertTrue(stop.contains(", at ecall -> "), stop);
    List<String> here = shown.stream().filter(l -> l.startsWith("=> : ")).toList();
    assertTrue(here.getFirst().endsWith("  ecall   system call from user mode"), here.toString());
    List<String> passed =
        shown.stream().filter(l -> l.startsWith("   | ") && l.contains("  ecall ")).toList();
    assertFalse(passed.isEmpty(), "what was passed is no code that was never executed: " + shown);
    assertTrue(shown.stream().noneMatch(l -> l.contains("never retired")), shown.toString());
  }

  @Test
  void aContextSwitchSaysFromWhat() throws IOException {
    List<String> shown = step("where", "sw", "sw", "sw 5", "rsw", "si");
    List<String> contexts = shown.stream().filter(l -> l.startsWith("-- ")).toList();
    assertTrue(contexts.size() >= 5, shown.toString());
    assertFalse(contexts.getFirst().contains("switched"), contexts.getFirst());
    for (String each : contexts.subList(1, 5)) {
      assertTrue(each.matches(".*; switched from (task|address space|no task|physical).*"), each);
    }
  }

  @Test
  void registersAreAsReadersWantThem() throws IOException {
    List<String> shown = step("goto 540838", "regs", "p pc", "p sp-8", "watch 8(sp)", "rc");
    String pc = shown.stream().filter(l -> l.startsWith("pc ")).findFirst().orElseThrow();
    assertTrue(pc.matches("pc   0x[0-9a-f]+  <.*>"), pc);
    String printed = shown.stream().filter(l -> l.startsWith("pc =")).findFirst().orElseThrow();
    assertEquals(pc.substring(5), printed.substring(5));
    assertTrue(shown.stream().anyMatch(l -> l.startsWith("watching 8(sp) (0x")), shown.toString());
    assertTrue(shown.stream().anyMatch(l -> l.startsWith("8(sp) (0x")), shown.toString());
    for (String line : shown) {
      assertEquals(line.stripTrailing(), line);
    }
  }

  /** What is watched is the memory, wherever else the same address leads to another. */
  @Test
  void aWatchStaysWithItsMemory() throws IOException {
    List<String> back = step("goto 1000000", "watch sp", "rc");
    String write = back.getLast();
    assertTrue(write.contains("(fill_page+"), "the only write is when the page is made: " + back);
    // From where another program has its stack at that address.
    List<String> on = step("goto 1000000", "watch sp", "goto 539838", "c");
    assertEquals(write, on.getLast());
  }
}
