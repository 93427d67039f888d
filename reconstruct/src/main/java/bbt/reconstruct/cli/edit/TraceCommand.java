package bbt.reconstruct.cli.edit;

import bbt.reconstruct.cli.outcome.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bbt trace}: commands that make a trace out of traces. */
@Command(
    name = "trace",
    description = "Make a trace out of traces.",
    subcommands = {TraceCut.class, TraceMerge.class, TraceStrip.class, TraceRecompress.class})
public final class TraceCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return ExitCode.OK;
  }
}
