package bbt.samples.html;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/** Variants of mini, built by the cross compiler from changed sources. */
final class MiniBuild {
  static final Path SOURCES = Path.of(System.getProperty("bbt.root"), "samples/src/guest/mini");

  private MiniBuild() {}

  /**
   * Builds one.
   *
   * @param elf where it goes
   * @param change gets a source file's name and text, and returns the text to build
   * @return the ELF file
   */
  static Path changed(Path elf, BinaryOperator<String> change)
      throws IOException, InterruptedException {
    Path copy = Files.createDirectory(elf.resolveSibling(elf.getFileName() + ".sources"));
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        Files.writeString(copy.resolve(name), change.apply(name, Files.readString(file)));
      }
    }
    Process build =
        new ProcessBuilder("sh", copy.resolve("build.sh").toString(), elf.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(build.getInputStream().readAllBytes());
    assertEquals(0, build.waitFor(), said);
    return elf;
  }
}
