package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.samples.testing.Bbt;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands with less memory than they need: one line, and what to set. */
final class HeapTest {
  @TempDir private Path folder;

  /** A file of 64 MB that costs nothing. */
  static Path large(Path folder) throws IOException {
    Path file = folder.resolve("large.bbt");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(64 << 20);
    }
    return file;
  }

  private static Bbt.Outcome within(String heap, int code, String... command) throws Exception {
    Bbt.Outcome outcome = Bbt.run(Map.of("JAVA_TOOL_OPTIONS", "-Xmx" + heap), command);
    assertEquals(code, outcome.code(), outcome.err());
    return outcome;
  }

  private static String onlyLine(String heap, String... command) throws Exception {
    Bbt.Outcome outcome = within(heap, 69, command);
    List<String> lines =
        outcome.errorLines().stream().filter(line -> !line.startsWith("Picked up")).toList();
    assertEquals(1, lines.size(), outcome.err());
    return lines.getFirst();
  }

  @Test
  void aPageSaysBeforehandWhatItNeeds() throws Exception {
    Path trace = large(folder);
    String line =
        onlyLine(
            "256m", "report", trace.toString(), "--html", folder.resolve("page.html").toString());
    assertTrue(line.contains("report --html needs about 1128 MB of heap"), line);
    assertTrue(line.contains("BBT_HEAP="), line);
  }

  /** Two million calls, and the start, fit a heap that could not hold them: they go to files. */
  @Test
  void aQueryNeedsNoMoreForMoreCalls() throws Exception {
    Assembler a = new Assembler().label("loop").jal(1, "function").jal(0, "loop");
    a.label("function").i(Insn.JALR, 0, 1, 0);
    String guest = Bbt.guest(folder.resolve("calls.elf"), a).toString();
    String trace = folder.resolve("calls.bbt").toString();
    Bbt.run("boot", guest, "--bb-trace", trace, "--console", "none", "--max-insns", "6M");
    String counted = within("48m", 0, "query", trace, "select count(*) from calls", "--csv").out();
    assertTrue(counted.endsWith("\n2000001\n"), counted);
  }

  /** Branches that nothing predicts: xorshift64, and a branch for each of eight bits. */
  private static Assembler random() {
    Assembler a = new Assembler().i(Insn.ADDI, 5, 0, 1234).label("loop");
    a.i(Insn.SLLI, 6, 5, 13).r(Insn.XOR, 5, 5, 6);
    a.i(Insn.SRLI, 6, 5, 7).r(Insn.XOR, 5, 5, 6);
    a.i(Insn.SLLI, 6, 5, 17).r(Insn.XOR, 5, 5, 6);
    for (int bit = 0; bit < 8; bit++) {
      a.i(Insn.ANDI, 7, 5, 1 << bit).branch(Insn.BEQ, 7, 0, "skip" + bit);
      a.i(Insn.ADDI, 8, 8, 1).label("skip" + bit);
    }
    return a.jal(0, "loop");
  }

  /**
   * A trace of more bytes than the heaps of its writer and its readers have: none keeps what has
   * passed, neither of a stream nor of a file, so a run may be as long as it likes.
   */
  @Test
  void aStreamNeedsNoMoreForMoreInstructions() throws Exception {
    String guest = Bbt.guest(folder.resolve("random.elf"), random()).toString();
    Path counted = folder.resolve("counted");
    Path report = folder.resolve("report");
    ProcessBuilder boot = Bbt.command("boot", guest, "--bb-trace", "-", "--max-insns", "2G");
    boot.environment().put("JAVA_TOOL_OPTIONS", "-Xmx64m");
    boot.redirectError(folder.resolve("boot").toFile());
    ProcessBuilder tee = new ProcessBuilder("tee", counted.toString());
    ProcessBuilder reader = Bbt.command("report", "-");
    reader.environment().put("JAVA_TOOL_OPTIONS", "-Xmx64m");
    reader.redirectOutput(report.toFile()).redirectError(folder.resolve("reader").toFile());
    List<Process> all = ProcessBuilder.startPipeline(List.of(boot, tee, reader));
    try {
      assertTrue(all.getLast().waitFor(5, TimeUnit.MINUTES), "it does not end");
      String said =
          Files.readString(folder.resolve("boot")) + Files.readString(folder.resolve("reader"));
      assertEquals(0, all.getLast().exitValue(), said);
      assertEquals(72, all.getFirst().waitFor(), said);
    } finally {
      all.forEach(Process::destroyForcibly);
    }
    assertTrue(Files.size(counted) > 70 << 20, "bytes: " + Files.size(counted));
    assertTrue(Files.readString(report).contains("2,000,000,0"), Files.readString(report));
    String trace = counted.toString();
    assertTrue(within("64m", 0, "verify", trace).out().contains("whole and consistent"));
    assertTrue(within("64m", 0, "report", trace, "--from", "99%").out().contains("20,000,0"));
    assertTrue(
        within("64m", 0, "step", trace, "--at", "99%", "-c", "where").out().contains("1,98"));
  }

  @Test
  void aHeapThatIsExhaustedIsOneLine() throws Exception {
    Path trace = folder.resolve("mini.bbt");
    assertEquals(
        0, Bbt.run("boot", "mini", "--bb-trace", trace.toString(), "--console", "none").code());
    String line = onlyLine("6m", "report", trace.toString(), "--tree", "5");
    assertTrue(
        line.startsWith("bbt: out of memory (Java heap space): the heap may hold 6 MB"), line);
    assertTrue(line.contains("BBT_HEAP="), line);
  }
}
