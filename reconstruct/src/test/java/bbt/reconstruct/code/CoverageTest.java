package bbt.reconstruct.code;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.analysis.ReportPart;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.testing.TestElf;
import bbt.reconstruct.testing.TinyTrace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Coverage knows what was executed of a function, and of how much if a binary tells. */
class CoverageTest {
  @TempDir private Path folder;

  private Coverage.FunctionCoverage of(String name, Path... binaries) throws Exception {
    Path trace = folder.resolve("tiny.bbt");
    TinyTrace.write(trace);
    Report report =
        new Analysis(trace).binaries(BinaryFiles.of(List.of(binaries))).want(ReportPart.CODE).run();
    return Coverage.of(report.code(), report.sources()).functions().stream()
        .filter(f -> f.function().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void withoutABinaryTheWholeIsNotKnown() throws Exception {
    assertEquals(2, of("leaf").executed());
    assertEquals(-1, of("leaf").total());
  }

  @Test
  void aBinaryTellsTheWhole() throws Exception {
    byte[] elf = TestElf.of(TinyTrace.USER, TinyTrace.userCode(), 7);
    Path binary = Files.write(folder.resolve("prog"), elf);
    // jal and three nops; behind them zeros, two bytes each, up to 0x40.
    assertEquals(4, of("start", binary).executed());
    assertEquals(1 + (0x40 - 4) / 2, of("start", binary).total());
    assertEquals(9, of("work", binary).executed());
    assertEquals(0x40 / 2, of("work", binary).total());
  }
}
