package bbt.reconstruct.cli.options;

import bbt.reconstruct.names.BinaryFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that name functions, the same for all commands that rebuild a trace. */
public final class BinaryOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec mixee;

  @Option(
      names = "--binary",
      paramLabel = "ELF",
      description =
          "An ELF file with symbols, of the kernel or of a program; with debugging information,"
              + " there are source lines, too. Repeatable.")
  private List<Path> files = List.of();

  @Option(
      names = "--debug-dir",
      paramLabel = "DIR",
      description = {
        "Look for debug files here, by build-id (DIR/.build-id/xx/yyyy.debug) or .gnu_debuglink:",
        "those of stripped ELF files given with --binary, and the traced kernel's. Repeatable."
      })
  private List<Path> debugFolders = List.of();

  /** The files in the order given; their names go before those in the trace. */
  public BinaryFiles files() {
    return files(List.of());
  }

  /** Those, and behind them others. */
  public BinaryFiles files(List<Path> more) {
    return new BinaryFiles(
        Stream.concat(files.stream(), more.stream()).toList(),
        debugFolders,
        line -> mixee.commandLine().getErr().println("bbt: " + line));
  }
}
