package bbt.reconstruct.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The inputs that the repository has for each target: small real files, and former findings. */
final class Corpus {
  private Corpus() {}

  static Path folder(FuzzTarget target) {
    return Path.of(System.getProperty("bbt.root", "."))
        .resolve("reconstruct/src/test/resources/bbt/reconstruct/fuzz")
        .resolve(target.label())
        .toAbsolutePath();
  }

  static List<Path> inputs(FuzzTarget target) throws IOException {
    try (Stream<Path> files = Files.list(folder(target))) {
      return files.sorted().toList();
    }
  }
}
