package bbt.reconstruct.cli.options;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.basics.ShellWord;
import bbt.reconstruct.basics.UserException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The file of a command's {@code --html} page, and what the page says of how it was made. */
public final class PageTarget {
  private PageTarget() {}

  /**
   * Checks at once what should not fail after a minute's work.
   *
   * @param html null: no page is wanted
   * @throws UserException if it cannot be written there
   */
  public static void check(Path html) {
    if (html == null) {
      return;
    }
    Path folder = html.toAbsolutePath().getParent();
    String wrong =
        Files.isDirectory(html)
            ? "is a directory; name a file"
            : folder == null || !Files.isDirectory(folder)
                ? "no such directory"
                : Files.isWritable(folder) ? null : "the directory is not writable";
    if (wrong != null) {
      throw new UserException(Fault.CANNOT_CREATE, "cannot write " + html + ": " + wrong);
    }
  }

  /** The command line as a user would type it. */
  public static String command(CommandSpec spec) {
    List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
    return "bbt " + String.join(" ", arguments.stream().map(ShellWord::of).toList());
  }

  /** Tells the user on standard error that the page is there. */
  public static void tell(CommandSpec spec, Path html, long bytes) {
    spec.commandLine()
        .getErr()
        .println(
            "bbt: " + html + ": " + NumberText.grouped(bytes) + " bytes; open it in a browser");
  }
}
