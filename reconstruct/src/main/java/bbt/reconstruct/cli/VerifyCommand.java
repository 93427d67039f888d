package bbt.reconstruct.cli;

import bbt.packets.TraceReader;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.trace.TraceVerifier;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt verify}: rebuilds a trace and checks everything there is to check. */
@Command(
    name = "verify",
    description = {
      "Rebuild the execution and check everything there is to check.",
      "Exit code 0 only for a whole, consistent trace."
    })
final class VerifyCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TRACE", description = TraceFiles.TRACE_OR_STREAM)
  private Path trace;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    TraceVerifier.Result result;
    long start = System.nanoTime();
    boolean isStream = TraceFiles.isStream(trace);
    try (Progress progress =
        Progress.start("verifying", () -> isStream ? 0 : TraceFiles.instructions(trace))) {
      result =
          isStream
              ? TraceFiles.stream(trace, () -> TraceVerifier.verify(stream(), progress::update))
              : TraceFiles.reading(trace, () -> TraceVerifier.verify(trace, progress::update));
    }
    long nanos = System.nanoTime() - start;
    if (!result.ok()) {
      TraceFiles.print(
          Path.of(TraceFiles.name(trace)), result.problems(), spec.commandLine().getErr());
      return ExitCode.BAD_DATA;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        TraceFiles.name(trace)
            + ": whole and consistent: "
            + NumberText.grouped(result.instructions())
            + " instructions, "
            + (result.unrecorded() == 0
                ? ""
                : NumberText.grouped(result.unrecorded()) + " not recorded, ")
            + (result.dropped() == 0
                ? ""
                : "behind " + NumberText.grouped(result.dropped()) + " that were dropped, ")
            + NumberText.grouped(result.packets())
            + " packets, "
            + NumberText.grouped(result.exceptions())
            + " exceptions in place"
            + (result.hashed() ? ", every verify hash matches" : ", no verify hashes in it")
            + "; content hash "
            + String.format("%016x", result.contentHash())
            + "; "
            + NumberText.si(Math.round(result.instructions() * 1e9 / Math.max(1, nanos)))
            + "insns/s");
    return ExitCode.OK;
  }

  private TraceReader stream() throws IOException {
    return TraceReader.follow(TraceFiles.open(trace), () -> true);
  }
}
