package bbt.reconstruct.cli.edit;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.edit.TraceMaker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt trace merge}: traces of parts of one run become one trace. */
@Command(
    name = "merge",
    description = {
      "Put traces of one run together: parts that were cut from it, or recorded.",
      "What none of them has is a gap."
    },
    footer = {"", "Example: bbt trace merge early.bbt late.bbt -o both.bbt", "See docs/edit.md."})
final class TraceMerge implements Callable<Integer> {
  /** The most traces that are merged: each is walked on a thread of its own. */
  private static final int MOST = 64;

  @Parameters(arity = "2..*", paramLabel = "TRACE", description = "Two or more traces of one run.")
  private List<Path> traces;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "The trace to write.")
  private Path output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (traces.size() > MOST) {
      throw new UserException(
          Fault.USAGE,
          "at most " + MOST + " traces are merged at once; these are " + traces.size());
    }
    AtomicReference<TraceMaker.Result> result = new AtomicReference<>();
    try (Progress progress =
        Progress.start(
            "merging", () -> traces.stream().mapToLong(TraceFiles::instructions).sum())) {
      TraceOutput.write(
          traces, output, file -> result.set(TraceMaker.merge(traces, file, progress::update)));
    }
    spec.commandLine().getOut().println(TraceOutput.told(output, result.get()));
    return ExitCode.OK;
  }
}
