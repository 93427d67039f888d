package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.packets.Chunk;
import bbt.packets.TraceReader;
import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.samples.testing.Bbt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a run ends, as a script sees it: exit code, summary line, the trace's end record. */
final class RunEndsTest {
  private static final int FINISHER = 0x10_0000;
  private static final int UART = 0x1000_0000;

  @TempDir private Path folder;

  /** Ends the run through the test finisher. */
  private static Assembler finish(Assembler program, int value) {
    return program.li(28, FINISHER).li(29, value).s(Insn.SW, 29, 28, 0).label("end").jal(0, "end");
  }

  /** A guest that takes keys from the serial port until a line feed, echoes them, and ends. */
  private static Assembler echo() {
    Assembler a = new Assembler().li(5, UART).li(8, '\n');
    a.label("wait").i(Insn.LBU, 6, 5, 5).i(Insn.ANDI, 6, 6, 1).branch(Insn.BEQ, 6, 0, "wait");
    a.i(Insn.LBU, 7, 5, 0).s(Insn.SB, 7, 5, 0).branch(Insn.BNE, 7, 8, "wait");
    return finish(a, 0x5555);
  }

  private static Chunk.End end(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Chunk.End found) {
          return found;
        }
      }
    }
    throw new AssertionError("no end record");
  }

  /** A limit that was reached is no power-off; what was traced is reported all the same. */
  @Test
  void aReachedLimitHasItsOwnCode() throws Exception {
    String guest = Bbt.endlessGuest(folder).toString();
    Path trace = folder.resolve("limit.bbt");
    Bbt.Outcome outcome =
        Bbt.run("boot", guest, "--bb-trace", trace.toString(), "--max-insns", "100K", "--report");
    assertEquals(ExitCode.INSTRUCTION_LIMIT, outcome.code(), outcome.err());
    assertTrue(outcome.err().contains("bbt: stopped at --max-insns\n"), outcome.err());
    assertTrue(outcome.out().contains("100,000 instructions in"), outcome.out());
    assertEquals("instruction-limit", end(trace).reason());
    String info = Bbt.run("info", trace.toString()).out();
    assertTrue(info.contains("instruction-limit; exit code 72\n"), info);
    everywhere(trace, "instruction-limit");
    Path longer = folder.resolve("longer.bbt");
    Bbt.run("boot", guest, "--bb-trace", longer.toString(), "--max-insns", "200K");
    String diff = Bbt.run("diff", trace.toString(), longer.toString()).out();
    assertTrue(diff.contains("the run ends: instruction-limit\n"), diff);
  }

  /** The page of what was traced, beside the report or alone; what cannot be is said before. */
  @Test
  void aRunLeavesItsPage() throws Exception {
    String guest = Bbt.guest(folder.resolve("end.elf"), finish(new Assembler(), 0x5555)).toString();
    String trace = folder.resolve("page.bbt").toString();
    Path page = folder.resolve("page.html");
    Bbt.Outcome both =
        Bbt.run("boot", guest, "--bb-trace", trace, "--report", "--html", page.toString());
    assertEquals(ExitCode.OK, both.code(), both.err());
    assertTrue(both.out().contains("WHAT RAN"), both.out());
    assertTrue(Files.readString(page).startsWith("<!DOCTYPE html>"));
    Files.delete(page);
    Bbt.Outcome alone = Bbt.run("boot", guest, "--bb-trace", trace, "--html", page.toString());
    assertFalse(alone.out().contains("WHAT RAN"), alone.out());
    assertTrue(Files.size(page) > 10_000);
    Bbt.Outcome nothing = Bbt.run("boot", guest, "--html", page.toString());
    assertEquals(List.of("bbt: --html needs --bb-trace FILE"), nothing.errorLines());
    Bbt.Outcome nowhere =
        Bbt.run("boot", guest, "--bb-trace", trace, "--html", folder.resolve("no/p").toString());
    assertEquals(ExitCode.CANNOT_CREATE, nowhere.code(), nowhere.err());
    assertFalse(nowhere.err().contains("instructions in"), "before the run: " + nowhere.err());
  }

  /**
   * A guest's own code is the process's up to 63. One above it has a code of ours, which the guest
   * cannot give; the whole code is on the summary line, in the trace and in what bbt info says.
   */
  @ParameterizedTest
  @CsvSource({"1, 1", "63, 63", "64, 75", "256, 75", "65535, 75"})
  void aGuestsCode(int guest, int expected) throws Exception {
    Path elf = Bbt.guest(folder.resolve("fail.elf"), finish(new Assembler(), guest << 16 | 0x3333));
    Path trace = folder.resolve("fail.bbt");
    Bbt.Outcome outcome = Bbt.run("boot", elf.toString(), "--bb-trace", trace.toString());
    assertEquals(expected, outcome.code(), outcome.err());
    List<String> lines = outcome.errorLines();
    assertTrue(
        lines.getFirst().startsWith("bbt: the guest failed with code " + guest), lines::toString);
    assertTrue(lines.getLast().contains("; guest exit code " + guest), lines::toString);
    assertEquals(guest, end(trace).exitCode());
    String info = Bbt.run("info", trace.toString()).out();
    String told = "guest-failure, guest exit code " + guest;
    assertTrue(info.contains(told + "; exit code " + expected + "\n"), info);
    everywhere(trace, told);
  }

  /** Stepper, dump and diff say the same words as {@code bbt info}. */
  private void everywhere(Path trace, String told) throws Exception {
    Path script = Files.writeString(folder.resolve("script"), "info\n");
    String step =
        Bbt.run("step", trace.toString(), "--at", "end", "--script", script.toString()).out();
    assertTrue(step.contains("(END OF TRACE) : " + told + "\n"), step);
    assertTrue(step.contains("ended: " + told + "\n"), step);
    String dump = Bbt.run("dump", trace.toString()).out();
    assertTrue(dump.contains(": " + told + "; "), dump);
    String report = Bbt.run("report", trace.toString()).out();
    assertTrue(report.contains("  ended      " + told + "\n"), report);
  }

  /** Where the console's output goes says nothing of its input. */
  @Test
  void aConsoleInAFileTakesPipedInput() throws Exception {
    String guest = Bbt.guest(folder.resolve("echo.elf"), echo()).toString();
    byte[] typed = "typed\n".getBytes(StandardCharsets.US_ASCII);
    Path inFile = folder.resolve("in-file.bbt");
    Path onOutput = folder.resolve("on-output.bbt");
    Path console = folder.resolve("console.txt");
    Bbt.Outcome plain =
        Bbt.fed(typed, "boot", guest, "--bb-trace", onOutput.toString(), "--max-insns", "10M");
    Bbt.Outcome filed =
        Bbt.fed(
            typed,
            "boot",
            guest,
            "--bb-trace",
            inFile.toString(),
            "--console",
            console.toString(),
            "--max-insns",
            "10M");
    assertEquals(ExitCode.OK, plain.code(), plain.err());
    assertEquals("typed\n", plain.out());
    assertEquals(ExitCode.OK, filed.code(), filed.err());
    assertEquals("", filed.out());
    assertEquals("typed\n", Files.readString(console));
    assertEquals(-1, Files.mismatch(onOutput, inFile), "the same run, the same bytes");
  }

  /** Without a console there is no input either: the run does not wait for it. */
  @Test
  void noConsoleTakesNoInput() throws Exception {
    String guest = Bbt.guest(folder.resolve("echo.elf"), echo()).toString();
    Bbt.Outcome outcome =
        Bbt.fed(
            "typed\n".getBytes(StandardCharsets.US_ASCII),
            "boot",
            guest,
            "--console",
            "none",
            "--max-insns",
            "1M");
    assertEquals(ExitCode.INSTRUCTION_LIMIT, outcome.code(), outcome.err());
  }
}
