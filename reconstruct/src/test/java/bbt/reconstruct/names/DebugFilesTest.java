package bbt.reconstruct.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.ptg.image.ElfFile;
import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.testing.TestElf;
import bbt.reconstruct.testing.TinyTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stripped programs have the names of their debug files. */
class DebugFilesTest {
  private static final int ID = 0x5EED0001;
  private static final byte[] DETAIL = TestElf.of(TinyTrace.USER, new byte[0], ID);

  @TempDir private Path folder;
  private Path trace;
  private Path debug;
  private Path program;

  @BeforeEach
  void write() throws IOException {
    trace = folder.resolve("tiny.bbt");
    TinyTrace.write(trace);
    debug = Files.createDirectories(folder.resolve("debug"));
    program = folder.resolve("bin").resolve("prog");
    Files.createDirectories(program.getParent());
    strip(null);
  }

  private void strip(String link) throws IOException {
    Files.write(program, TestElf.stripped(TinyTrace.USER, TinyTrace.userCode(), ID, link, DETAIL));
  }

  private Path put(Path file, byte[] bytes) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }

  private Path byBuildId() {
    return debug.resolve(".build-id/5e/ed0001.debug");
  }

  private Path found() throws IOException {
    return new DebugFiles(List.of(debug)).of(program, ElfFile.read(program));
  }

  @Test
  void byBuildId_itsNamesAndTheProgramsCode() throws IOException {
    put(byBuildId(), DETAIL);
    Report report =
        new Analysis(trace)
            .binaries(new BinaryFiles(List.of(program), List.of(debug), line -> {}))
            .run();
    assertEquals(
        9,
        report.profile().functions().stream()
            .filter(f -> f.name().equals("work"))
            .findFirst()
            .orElseThrow()
            .self());
  }

  @Test
  void withoutOneTheStrippedProgramIsRefused() {
    String message =
        assertThrows(
                WrongBinaryException.class,
                () -> new Analysis(trace).binaries(BinaryFiles.of(List.of(program))).run())
            .getMessage();
    assertTrue(message.contains("prog: has no function symbols"), message);
    assertTrue(message.contains("--debug-dir"), message);
  }

  @Test
  void byLink() throws IOException {
    strip("prog.debug");
    assertNull(found());
    Path below = put(debug.resolve("prog.debug"), DETAIL);
    assertEquals(below, found());
    Path mirrored =
        debug.resolve(folder.toRealPath().getRoot().relativize(program.toRealPath().getParent()));
    put(mirrored.resolve("prog.debug"), DETAIL);
    assertEquals(mirrored.resolve("prog.debug"), found());
    Path hidden = put(program.resolveSibling(".debug").resolve("prog.debug"), DETAIL);
    assertEquals(hidden.toRealPath(), found());
    Path beside = program.resolveSibling("prog.debug");
    put(beside, TestElf.of(TinyTrace.USER, new byte[0], 0x77)); // of another build
    assertEquals(hidden.toRealPath(), found());
    put(beside, DETAIL);
    assertEquals(beside.toRealPath(), found());
    put(byBuildId(), DETAIL); // goes before a name
    assertEquals(byBuildId(), found());
  }

  @Test
  void aFileUnderAnotherBuildsIdIsRefused() throws IOException {
    put(byBuildId(), TestElf.of(TinyTrace.USER, new byte[0], 0x77));
    String message = assertThrows(WrongBinaryException.class, this::found).getMessage();
    assertTrue(message.contains("its build-id is 00000077"), message);
  }

  @Test
  void aDamagedLinkIsSaid() throws IOException {
    strip("prog.debug");
    byte[] bytes = Files.readAllBytes(program);
    bytes[0x300 + 64 * 3 + 32] = 12; // the checksum is cut off
    Files.write(program, bytes);
    assertTrue(
        assertThrows(IOException.class, this::found).getMessage().contains(".gnu_debuglink"));
  }
}
