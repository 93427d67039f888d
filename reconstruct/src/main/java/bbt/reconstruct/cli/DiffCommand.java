package bbt.reconstruct.cli;

import bbt.packets.TraceReader;
import bbt.reconstruct.diff.DiffMaker;
import bbt.reconstruct.diff.DiffResult;
import bbt.reconstruct.diff.JsonDiff;
import bbt.reconstruct.diff.TextDiff;
import bbt.reconstruct.walk.Problem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt diff}: where two executions part, and what came of it. */
@Command(
    name = "diff",
    description = {
      "Compare two traces: are they the same execution, and if not, where do they part?",
      "Exit code 0: the same; 1: different; 64 and up: an error."
    },
    footer = {"", "See docs/diff.md."})
final class DiffCommand implements Callable<Integer> {
  /** The executions differ. */
  private static final int DIFFERENT = 1;

  @Parameters(index = "0", paramLabel = "A", description = "A trace file.")
  private Path a;

  @Parameters(index = "1", paramLabel = "B", description = "The trace to compare with it.")
  private Path b;

  @Option(
      names = "--binary",
      paramLabel = "ELF",
      description = "An ELF file with symbols, of the kernel or of a program. Repeatable.")
  private List<Path> binaries = List.of();

  @Option(
      names = "--context",
      paramLabel = "N",
      defaultValue = "8",
      description = "Branches shown before and after the divergence (default: ${DEFAULT-VALUE}).")
  private int context;

  @Option(
      names = "--first",
      description = "Stop at the first divergence; do not work out what came of it.")
  private boolean first;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "8",
      description = "Rows in each table (default: ${DEFAULT-VALUE}).")
  private int top;

  @Option(names = "--json", description = "Print JSON with stable keys.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (context < 0) {
      throw new UserException(ExitCode.USAGE, "--context must be 0 or more, not " + context);
    }
    if (top < 1) {
      throw new UserException(ExitCode.USAGE, "--top must be 1 or more, not " + top);
    }
    check(a);
    check(b);
    DiffResult result;
    long bytes = TraceFiles.size(a) + TraceFiles.size(b);
    try (Progress progress = Progress.start("rebuilding both", "B", bytes)) {
      result =
          new DiffMaker(a, b)
              .binaries(binaries)
              .lines(context)
              .firstOnly(first)
              .progress(done -> show(progress, done))
              .run();
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonDiff.of(result, top));
      out.flush();
    } else {
      TextDiff.print(result, top, out);
    }
    PrintWriter err = spec.commandLine().getErr();
    TraceFiles.print(a, result.problemsA(), err);
    TraceFiles.print(b, result.problemsB(), err);
    boolean sound =
        Stream.concat(result.problemsA().stream(), result.problemsB().stream())
            .allMatch(Problem::cut);
    return !sound ? ExitCode.BAD_DATA : result.same() ? ExitCode.OK : DIFFERENT;
  }

  private static void show(Progress progress, long done) {
    synchronized (progress) {
      progress.update(done);
    }
  }

  /** An error that names the file that is no trace. */
  private static void check(Path trace) throws IOException {
    TraceFiles.reading(
        trace,
        () -> {
          TraceReader.open(trace).close();
          return null;
        });
  }
}
