package bbt.reconstruct.basics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.reconstruct.page.Page;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Output files are whole or absent, and the user is told where there can be none. */
class OutputFileTest {
  @TempDir Path folder;

  private static void refused(String message, Executable writing) {
    UserException e = assertThrows(UserException.class, writing);
    assertEquals(Fault.CANNOT_CREATE, e.fault());
    assertEquals(message, e.getMessage());
  }

  private static void export(Path file) throws IOException {
    OutputFile.Streaming<RuntimeException> content = out -> out.write('x');
    OutputFile.stream(file, content);
  }

  @Test
  void theUsersNameIsNamedWhereNothingCanBeCreated() {
    Path missing = folder.resolve("none/x.folded");
    refused("cannot write " + missing + ": no such directory", () -> export(missing));
    Path page = folder.resolve("none/x.html");
    refused(
        "cannot write " + page + ": no such directory", () -> new Page("x", List.of()).write(page));
    Path odd = Path.of("/proc/x.html");
    refused("cannot write /proc/x.html: no file can be created in /proc", () -> export(odd));
  }

  @Test
  void aFailureLeavesNothingAndTheOldFileAsItWas() throws IOException {
    Path file = folder.resolve("x");
    export(file);
    OutputFile.Streaming<RuntimeException> broken =
        out -> {
          out.write('y');
          throw new IOException("broken");
        };
    assertThrows(IOException.class, () -> OutputFile.stream(file, broken));
    assertEquals("x", Files.readString(file));
    try (var files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  /** Its target is replaced, so that every other name of the file shows what was written. */
  @Test
  void aLinkIsFollowed() throws IOException {
    Path file = folder.resolve("x");
    export(file);
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("x"));
    OutputFile.<RuntimeException>stream(link, out -> out.write('z'));
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("z", Files.readString(file));
  }

  /** {@code -o /dev/stdout}, {@code -o /dev/full}: nothing takes the place of a device. */
  @Test
  void aPipeOrDeviceIsWrittenTo() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    // Opened for both, so that nobody waits for the other side.
    try (RandomAccessFile both = new RandomAccessFile(pipe.toFile(), "rw")) {
      export(pipe);
      assertTrue(Files.exists(pipe) && !Files.isRegularFile(pipe), "still a pipe");
      assertEquals('x', both.read());
    }
    try (var files = Files.list(folder)) {
      assertEquals(List.of(pipe), files.toList());
    }
  }
}
