package bbt.reconstruct.cli.options;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that says where source files are, the same for all commands that show their lines. */
public final class SourceOptions {
  @Option(
      names = "--source-path",
      paramLabel = "FOLDER",
      description =
          "Where source files are that are not below the current folder or a binary's. Repeatable.")
  private List<Path> folders = List.of();

  /** The folders in the order given. */
  public List<Path> folders() {
    return folders;
  }
}
