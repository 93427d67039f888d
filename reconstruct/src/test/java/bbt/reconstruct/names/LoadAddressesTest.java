package bbt.reconstruct.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.analysis.ReportPart;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.profile.FunctionProfile;
import bbt.reconstruct.testing.TestElf;
import bbt.reconstruct.testing.TinyTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that may be loaded anywhere are found by their code. */
class LoadAddressesTest {
  private static final long LINKED = 0x2000;

  @TempDir private Path folder;
  private Path trace;

  @BeforeEach
  void write() throws IOException {
    trace = folder.resolve("tiny.bbt");
    TinyTrace.write(trace);
  }

  private Path movable(byte[] code) throws IOException {
    byte[] elf = TestElf.of(LINKED, code, 7);
    elf[0x10] = 3; // ET_DYN
    return Files.write(folder.resolve("pie"), elf);
  }

  @Test
  void aProgramIsFoundByItsCode() throws IOException {
    Path pie = movable(TinyTrace.userCode());
    Report analysis =
        new Analysis(trace).binaries(BinaryFiles.of(List.of(pie))).want(ReportPart.CODE).run();
    FunctionProfile work =
        analysis.profile().functions().stream()
            .filter(f -> f.name().equals("work"))
            .findFirst()
            .orElseThrow();
    // Names and addresses are those of the file, wherever it was loaded.
    assertEquals(LINKED + 0x40, work.address());
    assertEquals(1, work.calls());
    assertEquals(9, work.self());
    FunctionCode code = analysis.code().named("work").getFirst();
    assertEquals(LINKED + 0x40, code.lines().getFirst().address());
    assertEquals(9, code.instructions());
    FunctionCode start = analysis.code().named("start").getFirst();
    assertEquals(LINKED + 0x40, start.lines().getFirst().target());
  }

  @Test
  void oneThatNeverRanIsRefused() throws IOException {
    byte[] other = TinyTrace.userCode();
    other[0x42] = 5;
    Path pie = movable(other);
    String message =
        assertThrows(
                WrongBinaryException.class,
                () ->
                    new Analysis(trace)
                        .binaries(BinaryFiles.of(List.of(pie)))
                        .want(ReportPart.CODE)
                        .run())
            .getMessage();
    assertTrue(message.contains("pie: none of its code (build-id 00000007) ran"), message);
  }
}
