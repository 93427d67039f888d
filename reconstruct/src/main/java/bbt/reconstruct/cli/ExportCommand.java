package bbt.reconstruct.cli;

import bbt.reconstruct.export.Export;
import bbt.reconstruct.export.Format;
import bbt.reconstruct.report.Analysis;
import bbt.reconstruct.report.Report;
import bbt.reconstruct.report.Want;
import bbt.reconstruct.walk.Problem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt export}: a trace's profile for other tools. */
@Command(
    name = "export",
    description = "Write the profile of a trace in a format of other tools.",
    footer = {
      "",
      "Examples: bbt export run.bbt -o run.pb.gz    bbt export run.bbt --format folded | flamegraph.pl",
      "See docs/export.md."
    })
final class ExportCommand implements Callable<Integer> {
  /** For --help and completion. */
  static final class Formats implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Format.values()).map(Format::key).iterator();
    }
  }

  @Parameters(paramLabel = "TRACE", description = "The trace file.")
  private Path trace;

  @Option(
      names = {"-f", "--format"},
      paramLabel = "FORMAT",
      completionCandidates = Formats.class,
      description = {
        "One of ${COMPLETION-CANDIDATES}.",
        "Not needed where the name of the output says it: .pb.gz, .speedscope.json ..."
      })
  private String format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write; - or nothing is standard output.")
  private Path output;

  @Option(
      names = "--binary",
      paramLabel = "ELF",
      description = "An ELF file with symbols, of the kernel or of a program. Repeatable.")
  private List<Path> binaries = List.of();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Format chosen = chosen();
    boolean toFile = output != null && !output.toString().equals("-");
    if (toFile && Files.isDirectory(output)) {
      throw new UserException(ExitCode.CANNOT_CREATE, output + ": is a directory; name a file");
    }
    if (!toFile && chosen.kind() == Format.Kind.BINARY && onTerminal()) {
      throw new UserException(
          ExitCode.USAGE,
          chosen.key() + " is no text: name a file with -o, or redirect the output");
    }
    Report report;
    try (Progress progress = Progress.start("rebuilding", "B", TraceFiles.size(trace))) {
      report =
          TraceFiles.reading(
              trace,
              () ->
                  new Analysis(trace)
                      .binaries(binaries)
                      .want(Want.TREE)
                      .progress(progress::update)
                      .run());
    }
    PrintWriter err = spec.commandLine().getErr();
    if (toFile) {
      Export.write(chosen, report, output);
      err.println(
          "bbt: "
              + output
              + ": "
              + Units.grouped(Files.size(output))
              + " bytes, "
              + chosen.about());
    } else {
      // Bytes, whatever the locale; a reader that goes away early is no error.
      Export.write(chosen, report, System.out);
    }
    TraceFiles.print(trace, report.problems(), err);
    return report.problems().stream().allMatch(Problem::cut) ? ExitCode.OK : ExitCode.BAD_DATA;
  }

  private Format chosen() {
    if (format != null) {
      return Format.of(format)
          .orElseThrow(
              () ->
                  new UserException(
                      ExitCode.USAGE,
                      "there is no format '" + format + "'; choose one of " + keys()));
    }
    if (output == null) {
      throw new UserException(ExitCode.USAGE, "name a --format: one of " + keys());
    }
    return Format.of(output)
        .orElseThrow(
            () ->
                new UserException(
                    ExitCode.USAGE,
                    output
                        + " does not say which format is meant; add --format, one of "
                        + keys()));
  }

  private static String keys() {
    return Arrays.stream(Format.values()).map(Format::key).collect(Collectors.joining(", "));
  }

  private static boolean onTerminal() {
    java.io.Console console = System.console();
    return console != null && console.isTerminal();
  }
}
