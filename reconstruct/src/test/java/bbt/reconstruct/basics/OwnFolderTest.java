package bbt.reconstruct.basics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnFolderTest {
  private static final int PROCESSES = 3;
  private static final int FOLDERS = 400;

  @TempDir private Path folder;

  /** A process that makes folders, and each time sweeps away what others seem to have left. */
  static final class Maker {
    private Maker() {}

    public static void main(String[] arguments) throws IOException {
      for (int i = 0; i < FOLDERS; i++) {
        try (OwnFolder own = OwnFolder.make(Path.of(arguments[0]), "own")) {
          Files.writeString(own.path().resolve("file"), "content");
          if (!Files.readString(own.path().resolve("file")).equals("content")) {
            throw new IOException("another process wrote there");
          }
        }
      }
    }
  }

  @Test
  void processesThatMakeFoldersLeaveThoseOfOthersAlone() throws Exception {
    List<Process> makers = new ArrayList<>();
    for (int i = 0; i < PROCESSES; i++) {
      makers.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Maker.class.getName(),
                  folder.toString())
              .redirectErrorStream(true)
              .start());
    }
    for (Process maker : makers) {
      String said = new String(maker.getInputStream().readAllBytes());
      assertEquals(0, maker.waitFor(), said);
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
  }
}
