package bbt.reconstruct.cli;

import static bbt.reconstruct.export.ExportFormat.Kind.FLOW;

import bbt.packets.bytes.Problem;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.basics.OutputFile;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.BinaryOptions;
import bbt.reconstruct.cli.options.SelectionOptions;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.cli.outcome.StandardOutput;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.export.Export;
import bbt.reconstruct.export.ExportException;
import bbt.reconstruct.export.ExportFormat;
import bbt.reconstruct.export.FlowExport;
import bbt.reconstruct.interchange.InterchangeException;
import bbt.reconstruct.select.Selection;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

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
  /** Lists the formats for --help and completion. */
  static final class Formats implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(ExportFormat.values()).map(ExportFormat::key).iterator();
    }
  }

  /** A part of everything: {@code 0.01%} or {@code 0.01}, both a ten-thousandth. */
  static final class ShareConverter implements ITypeConverter<Double> {
    @Override
    public Double convert(String value) {
      try {
        double percent = Double.parseDouble(value.replaceFirst("%$", ""));
        if (percent >= 0 && percent <= 100) {
          return percent / 100;
        }
      } catch (NumberFormatException e) {
        // The same message.
      }
      throw new TypeConversionException("'" + value + "' is no percentage such as 0.01%");
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
      description =
          "chrome, perfetto: keep the N longest frames (default: "
              + Export.CHROME_FRAMES
              + ", "
              + Export.PERFETTO_FRAMES
              + ").")
  private Integer frames;

  @Option(
      names = "--min-share",
      paramLabel = "PERCENT",
      converter = ShareConverter.class,
      description =
          "folded, speedscope, firefox, pprof, perf-script, json: fold stacks with a smaller share of all"
              + " instructions (0.01%%) into [below threshold]; sums stay.")
  private Double leastShare;

  @Option(
      names = "--depth",
      paramLabel = "N",
      description = "The same formats: fold what is deeper than N frames.")
  private Integer depth;

  @Option(
      names = "--cost-model",
      paramLabel = "FILE",
      description =
          "Count cycles, too: folded, speedscope, firefox and perf-script have them instead of instructions,"
              + " pprof, callgrind, json and tables besides. See docs/report.md.")
  private Path costModel;

  @Option(
      names = "--parameter",
      paramLabel = "NAME=VALUE",
      description =
          "n-trace, e-trace: a property of the encoder that turns an optional mode on; n-trace:"
              + " implicit_return=1, repeated_history=1 and others; e-trace: return_stack_size=N (returns are"
              + " left out), bpred_size=N (branches are predicted), cache_size=N (jump targets are"
              + " cached), trap_vector_LEVEL=0xVALUE (handlers are left out). See docs/interchange.md.")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @Mixin private SelectionOptions selected = new SelectionOptions();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    ExportFormat chosen = chosen();
    if (frames != null && frames < 1) {
      throw new UserException(Fault.USAGE, "--frames must be 1 or more, not " + frames);
    }
    if ((leastShare != null || depth != null) && !chosen.stacks()) {
      throw new UserException(
          Fault.USAGE, "--min-share and --depth fold stacks; " + chosen.key() + " has none");
    }
    if (depth != null && depth < 1) {
      throw new UserException(Fault.USAGE, "--depth must be 1 or more, not " + depth);
    }
    if (costModel != null && !chosen.cycles()) {
      throw new UserException(
          Fault.USAGE, "--cost-model: " + chosen.key() + " counts instructions alone");
    }
    if (chosen == ExportFormat.DOT && selected.selection().functions().isEmpty()) {
      throw new UserException(Fault.USAGE, "dot draws functions: name one with --function");
    }
    Path file = output == null || output.toString().equals("-") ? null : output;
    boolean folder = chosen.kind() == ExportFormat.Kind.TABLES && table == null;
    if (file != null && !folder && Files.isDirectory(file)) {
      throw new UserException(Fault.CANNOT_CREATE, file + ": is a directory; name a file");
    }
    if (file == null && (folder || chosen == ExportFormat.PARQUET)) {
      throw new UserException(Fault.USAGE, "name a folder with -o, or a --table and a file");
    }
    boolean text = chosen.kind() != ExportFormat.Kind.BINARY && chosen.kind() != FLOW;
    if (file == null && !text && StandardOutput.isTerminal()) {
      throw new UserException(
          Fault.USAGE, chosen.key() + " is no text: name a file with -o, or redirect the output");
    }
    if (chosen.kind() == FLOW && !selected.selection().equals(Selection.ALL)) {
      throw new UserException(
          Fault.USAGE,
          chosen.key() + " is written of the whole trace; bbt boot --bb-filter records a part");
    }
    if (chosen.kind() != FLOW && !parameters.isEmpty()) {
      throw new UserException(
          Fault.USAGE, "--parameter is of encoders of traces; " + chosen.key() + " has none");
    }
    CostModel costs = costModel == null ? null : CostModel.read(costModel);
    List<Problem> problems =
        TraceFiles.reading(
            trace,
            () ->
                switch (chosen.kind()) {
                  case TABLES ->
                      new TableExport(spec.commandLine(), chosen, file, table)
                          .run(trace, binaries.files(), costs, selected.selection());
                  case FLOW -> flow(chosen, file);
                  case TEXT, BINARY -> profile(chosen, file, costs);
                });
    TraceFiles.print(trace, problems, spec.commandLine().getErr());
    return problems.stream().allMatch(Problem::harmless) ? ExitCode.OK : ExitCode.BAD_DATA;
  }

  private List<Problem> profile(ExportFormat chosen, Path file, CostModel costs)
      throws IOException {
    Interruption.planned(file);
    PrintWriter err = spec.commandLine().getErr();
    Export export =
        new Export(chosen, trace)
            .binaries(binaries.files())
            .costs(costs)
            .trim(leastShare == null ? 0 : leastShare, depth == null ? Integer.MAX_VALUE : depth)
            .selection(selected.selection());
    if (frames != null) {
      export.frames(frames);
    }
    try (Progress progress =
        Progress.start(
            "rebuilding",
            () -> export.walks() * TraceFiles.instructions(trace, selected.selection()))) {
      export.progress(progress::update);
      Report report = export.run();
      if (export.large() != null && (file == null || !chosen.packed(file))) {
        err.println("bbt: " + export.large());
      }
      if (file == null) {
        progress.close(); // the terminal is the output's from here on
        export.progress(instructions -> {});
        OutputStream out = new BufferedOutputStream(Main.of(spec).bytes(), 1 << 16);
        export.write(out);
        out.flush();
      } else {
        OutputFile.Streaming<ExportException> writing =
            chosen.packed(file)
                ? out -> {
                  GZIPOutputStream packed = new GZIPOutputStream(out, 1 << 16);
                  export.write(packed);
                  packed.finish();
                }
                : export::write;
        OutputFile.stream(file, writing);
        progress.close();
        err.println(
            "bbt: "
                + file
                + ": "
                + NumberText.grouped(Files.size(file))
                + " bytes, "
                + chosen.about());
      }
      if (export.leftOut() != null) {
        err.println("bbt: " + export.leftOut());
      }
      return report.problems();
    } catch (ExportException e) {
      throw new UserException(Fault.USAGE, e.getMessage(), e);
    }
  }

  private List<Problem> flow(ExportFormat chosen, Path file) throws IOException {
    try {
      return flow(new FlowExport(chosen, trace, parameters), file);
    } catch (InterchangeException e) {
      throw new UserException(Fault.USAGE, e.getMessage(), e);
    }
  }

  private List<Problem> flow(FlowExport export, Path file) throws IOException {
    Interruption.planned(file);
    PrintWriter err = spec.commandLine().getErr();
    List<Problem> problems = new ArrayList<>();
    try (Progress progress = Progress.start("rebuilding", () -> TraceFiles.instructions(trace))) {
      if (file == null) {
        progress.close();
        OutputStream out = new BufferedOutputStream(Main.of(spec).bytes(), 1 << 16);
        problems.addAll(export.write(out, instructions -> {}));
        out.flush();
        return problems;
      }
      OutputFile.stream(file, out -> problems.addAll(export.write(out, progress::update)));
    }
    err.println(
        "bbt: "
            + file
            + ": "
            + NumberText.grouped(Files.size(file))
            + " bytes, "
            + String.format(
                Locale.ROOT,
                "%.4f",
                8.0 * Files.size(file) / Math.max(1, TraceFiles.instructions(trace)))
            + " bits per instruction");
    return problems;
  }

  private ExportFormat chosen() {
    if (format != null) {
      return ExportFormat.of(format)
          .orElseThrow(
              () ->
                  new UserException(
                      Fault.USAGE, "there is no format '" + format + "'; choose one of " + keys()));
    }
    if (output == null) {
      throw new UserException(Fault.USAGE, "name a --format: one of " + keys());
    }
    return ExportFormat.of(output)
        .orElseThrow(
            () ->
                new UserException(
                    Fault.USAGE,
                    output
                        + " does not say which format is meant; add --format, one of "
                        + keys()));
  }

  private static String keys() {
    return Arrays.stream(ExportFormat.values())
        .map(ExportFormat::key)
        .collect(Collectors.joining(", "));
  }
}
