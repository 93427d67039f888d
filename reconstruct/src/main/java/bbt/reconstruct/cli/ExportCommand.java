package bbt.reconstruct.cli;

import bbt.reconstruct.export.Export;
import bbt.reconstruct.export.ExportException;
import bbt.reconstruct.export.Format;
import bbt.reconstruct.export.OutputFile;
import bbt.reconstruct.report.Report;
import bbt.reconstruct.select.SelectionOptions;
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
import picocli.CommandLine.Mixin;
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

  @Mixin private BinaryOptions binaries = new BinaryOptions();

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description =
          "csv and parquet: this table, as bbt query --tables lists them. Without it FILE is a folder"
              + " with a file for each.")
  private String table;

  @Option(
      names = "--frames",
      paramLabel = "N",
      defaultValue = "" + Export.FRAMES,
      description = "chrome: keep the N longest frames (default: ${DEFAULT-VALUE}).")
  private int frames;

  @Mixin private SelectionOptions selected = new SelectionOptions();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Format chosen = chosen();
    if (frames < 1) {
      throw new UserException(ExitCode.USAGE, "--frames must be 1 or more, not " + frames);
    }
    if (chosen == Format.DOT && selected.selection().functions().isEmpty()) {
      throw new UserException(ExitCode.USAGE, "dot draws functions: name one with --function");
    }
    Path file = output == null || output.toString().equals("-") ? null : output;
    boolean folder = chosen.kind() == Format.Kind.TABLES && table == null;
    if (file != null && !folder && Files.isDirectory(file)) {
      throw new UserException(ExitCode.CANNOT_CREATE, file + ": is a directory; name a file");
    }
    if (file == null && (folder || chosen == Format.PARQUET)) {
      throw new UserException(ExitCode.USAGE, "name a folder with -o, or a --table and a file");
    }
    if (file == null && chosen.kind() == Format.Kind.BINARY && onTerminal()) {
      throw new UserException(
          ExitCode.USAGE,
          chosen.key() + " is no text: name a file with -o, or redirect the output");
    }
    List<Problem> problems =
        TraceFiles.reading(
            trace,
            () ->
                chosen.kind() == Format.Kind.TABLES
                    ? new TableExport(spec.commandLine(), chosen, file, table)
                        .run(trace, binaries.files(), selected.selection())
                    : profile(chosen, file));
    TraceFiles.print(trace, problems, spec.commandLine().getErr());
    return problems.stream().allMatch(Problem::cut) ? ExitCode.OK : ExitCode.BAD_DATA;
  }

  private List<Problem> profile(Format chosen, Path file) throws IOException {
    Interruption.planned(file);
    PrintWriter err = spec.commandLine().getErr();
    Export export =
        new Export(chosen, trace)
            .binaries(binaries.files())
            .selection(selected.selection())
            .frames(frames);
    try (Progress progress = Progress.start("rebuilding", "B", TraceFiles.size(trace))) {
      export.progress(progress::update);
      Report report = export.run();
      progress.close();
      if (file == null) {
        // Bytes, whatever the locale; a reader that goes away early is no error.
        export.write(System.out);
      } else {
        OutputFile.stream(file, export::write);
        err.println(
            "bbt: " + file + ": " + Units.grouped(Files.size(file)) + " bytes, " + chosen.about());
      }
      if (export.leftOut() != null) {
        err.println("bbt: " + export.leftOut());
      }
      return report.problems();
    } catch (ExportException e) {
      throw new UserException(ExitCode.USAGE, e.getMessage(), e);
    }
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
