package bbt.reconstruct.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary file of this process for readers that take only files; deleted at its end. */
final class ScratchFile {
  private static Path folder;

  private final Path path;

  ScratchFile(String name) {
    path = folder().resolve(name);
    path.toFile().deleteOnExit();
  }

  private static synchronized Path folder() {
    if (folder == null) {
      try {
        folder = Files.createTempDirectory("bbt-fuzz");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      folder.toFile().deleteOnExit();
    }
    return folder;
  }

  Path path() {
    return path;
  }

  /** The file, with these bytes. */
  Path holding(byte[] bytes) throws IOException {
    return Files.write(path, bytes);
  }
}
