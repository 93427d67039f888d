package bbt.reconstruct.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bbt.reconstruct.cli.ExitCode;
import bbt.reconstruct.cli.UserException;
import bbt.reconstruct.html.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Files that are whole or not there, and what is said where there can be none. */
class OutputFileTest {
  @TempDir Path folder;

  private static void refused(String message, Executable writing) {
    UserException e = assertThrows(UserException.class, writing);
    assertEquals(ExitCode.CANNOT_CREATE, e.exitCode());
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
}
