package bbt.reconstruct.cli;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that names functions, the same for all commands that rebuild a trace. */
final class BinaryOptions {
  @Option(
      names = "--binary",
      paramLabel = "ELF",
      description = "An ELF file with symbols, of the kernel or of a program. Repeatable.")
  private List<Path> files = List.of();

  /** In the order given; their names go before those in the trace. */
  List<Path> files() {
    return files;
  }
}
