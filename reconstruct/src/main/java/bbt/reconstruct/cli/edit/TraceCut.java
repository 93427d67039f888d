package bbt.reconstruct.cli.edit;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.options.WindowOptions;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.edit.TraceMaker;
import bbt.reconstruct.edit.Window;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.trace.TraceOutline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt trace cut}: a part of a trace as a trace of its own. */
@Command(
    name = "cut",
    description = {
      "Write a part of a trace as a trace of its own.",
      "Counts stay those of the run; what is left out is a gap."
    },
    footer = {
      "",
      "Example: bbt trace cut linux.bbt --from 1.2s --to 50%% -o part.bbt",
      "See docs/edit.md."
    })
final class TraceCut implements Callable<Integer> {
  @Parameters(paramLabel = "TRACE", description = "The trace file.")
  private Path trace;

  @Mixin private WindowOptions selected = new WindowOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "The trace to write.")
  private Path output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Selection wanted = selected.selection();
    if (wanted.everything()) {
      throw new UserException(Fault.USAGE, "say which part: --from, --to or --hart");
    }
    Window window = TraceFiles.reading(trace, () -> window(wanted));
    AtomicReference<TraceMaker.Result> result = new AtomicReference<>();
    try (Progress progress = Progress.start("cutting", () -> TraceFiles.instructions(trace))) {
      TraceOutput.write(
          List.of(trace),
          output,
          file -> result.set(TraceMaker.cut(trace, file, window, progress::update)));
    }
    spec.commandLine().getOut().println(TraceOutput.told(output, result.get()));
    return ExitCode.OK;
  }

  private Window window(Selection wanted) throws IOException {
    TraceOutline outline = TraceOutline.of(trace);
    long total = outline.total();
    if (total == 0) {
      throw new UserException(Fault.BAD_DATA, trace + ": holds no frame that can be read");
    }
    SelectionScope scope = SelectionScope.of(wanted, outline, null);
    if (scope.from() >= total) {
      throw new UserException(
          Fault.USAGE, "--from is instruction " + scope.from() + ", the trace has only " + total);
    }
    long to = scope.to() >= total ? Long.MAX_VALUE : scope.to();
    return new Window(scope.from(), to, wanted.harts());
  }
}
