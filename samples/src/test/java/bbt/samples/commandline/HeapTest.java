package bbt.samples.commandline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.samples.testing.Bbt;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

  private static String onlyLine(String heap, String... command) throws Exception {
    Bbt.Outcome outcome = Bbt.run(Map.of("JAVA_TOOL_OPTIONS", "-Xmx" + heap), command);
    assertEquals(69, outcome.code(), outcome.err());
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
    Bbt.Outcome outcome =
        Bbt.run(
            Map.of("JAVA_TOOL_OPTIONS", "-Xmx48m"),
            "query",
            trace,
            "select count(*) from calls",
            "--csv");
    assertEquals(0, outcome.code(), outcome.err());
    assertTrue(outcome.out().endsWith("\n2000001\n"), outcome.out());
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
