package bbt.reconstruct.cli.edit;

import bbt.packets.TraceReader;
import bbt.packets.bytes.TraceFormatException;
import bbt.packets.write.Recompressor;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.basics.OutputFile;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt trace recompress}: the same trace in fewer bytes, or as a run writes it. */
@Command(
    name = "recompress",
    description = {
      "Write a trace anew in the newest version of the format, with the same content and the same"
          + " content hash: as a run writes it, or as an archive."
    },
    footer = {
      "",
      "Example: bbt trace recompress --archive linux.bbt linux.archive.bbt",
      "All commands read an archive. See docs/size.md."
    })
final class TraceRecompress implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "TRACE", description = "The trace file.")
  private Path trace;

  @Parameters(index = "1", paramLabel = "FILE", description = "The trace to write.")
  private Path output;

  @Option(
      names = "--archive",
      description =
          "As small as the format can: about half the bytes, but each 100 million instructions take"
              + " seconds to write, and as long to read.")
  private boolean archive;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    long instructions =
        TraceFiles.reading(
            trace,
            () -> {
              TraceReader.open(trace).close();
              return TraceFiles.instructions(trace);
            });
    if (Files.exists(output) && Files.isSameFile(trace, output)) {
      throw new UserException(
          Fault.USAGE, output + ": is the trace to be read; name another output");
    }
    long before = Files.size(trace);
    try (Progress progress = Progress.start("compressing", () -> before)) {
      OutputFile.<UserException>write(
          output,
          unfinished -> {
            try {
              Recompressor.recompress(trace, unfinished, archive, progress::update);
            } catch (TraceFormatException e) {
              throw new UserException(Fault.BAD_DATA, trace + ": " + e.getMessage(), e);
            }
          });
    }
    long after = Files.size(output);
    spec.commandLine()
        .getOut()
        .println(
            output
                + ": "
                + NumberText.grouped(after)
                + " bytes of "
                + NumberText.grouped(before)
                + (instructions == 0
                    ? ""
                    : String.format(
                        Locale.ROOT,
                        ", %.4f bits for an instruction",
                        8.0 * after / instructions)));
    return ExitCode.OK;
  }
}
