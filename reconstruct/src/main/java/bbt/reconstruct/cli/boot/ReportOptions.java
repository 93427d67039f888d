package bbt.reconstruct.cli.boot;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.PageTarget;
import bbt.reconstruct.cli.warm.Caller;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options of a command that runs a guest: what to make of its trace afterwards. */
final class ReportOptions {
  @Option(names = "--report", description = "Print the report of the trace afterwards.")
  private boolean report;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write the report of the trace as a page for the browser afterwards.")
  private String html;

  /** Where the page goes; null without. */
  private Path page;

  /**
   * Checks what would fail after the run.
   *
   * @param target null if nothing is traced
   * @throws UserException if there will be nothing to report, or no place for the page
   */
  void check(TraceTarget target, Caller by) {
    String option = report ? "--report" : html != null ? "--html" : null;
    if (option == null) {
      return;
    }
    if (target == null) {
      throw new UserException(Fault.USAGE, option + " needs --bb-trace FILE");
    }
    if (!target.isKept()) {
      throw new UserException(
          Fault.USAGE,
          "%s reads the trace when the guest has ended, and %s is a pipe or device: write it to a file"
              .formatted(option, target.name()));
    }
    page = html == null ? null : by.path(html);
    PageTarget.check(page);
  }

  /** The commands to run afterwards, each with its arguments. */
  List<List<String>> commands(Path trace) {
    List<List<String>> commands = new ArrayList<>();
    if (report) {
      commands.add(List.of("report", trace.toString()));
    }
    if (page != null) {
      commands.add(List.of("report", trace.toString(), "--html", page.toString()));
    }
    return commands;
  }
}
