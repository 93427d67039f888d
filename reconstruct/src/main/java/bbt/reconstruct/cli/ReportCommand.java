package bbt.reconstruct.cli;

import bbt.packets.bytes.Problem;
import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.JsonReport;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.analysis.ReportPart;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.basics.Progress;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.BinaryOptions;
import bbt.reconstruct.cli.options.MemoryOptions;
import bbt.reconstruct.cli.options.PageTarget;
import bbt.reconstruct.cli.options.SelectionOptions;
import bbt.reconstruct.cli.options.SourceOptions;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.ExitCode;
import bbt.reconstruct.cli.outcome.Heap;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.html.HtmlReport;
import bbt.reconstruct.memory.MemoryConfig;
import bbt.reconstruct.memory.MemoryProfile;
import bbt.reconstruct.report.Callers;
import bbt.reconstruct.report.TextReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bbt report}: rebuilds the execution and says where the time went. */
@Command(
    name = "report",
    description = "Rebuild the execution and print where the instructions went.",
    footer = {
      "",
      "Names come from the trace itself and from the ELF files given with --binary. Where there are"
          + " none, a function starts where something was called: busybox+0x1234. See docs/report.md."
    })
final class ReportCommand implements Callable<Integer> {
  private static final int TIMELINE_ROWS = 24;
  private static final int ROWS = 10;
  private static final int INITCALLS = 20;

  /** Tables of so many rows, and what stands around them, are at most 60 lines. */
  private static final int ROWS_OF_A_SCREEN = 7;

  @Parameters(paramLabel = "TRACE", description = TraceFiles.TRACE_OR_STREAM)
  private Path trace;

  @Mixin private BinaryOptions binaries = new BinaryOptions();

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Rows in each table (default: 7; 10 with --full, --json, --html).")
  private Integer top;

  @Option(
      names = "--full",
      description =
          "Print all tables: the file's figures, each program's functions in five orders, exceptions"
              + " and system calls with percentiles.")
  private boolean full;

  @Option(
      names = "--follow",
      description =
          "Read a file that is still written until its end, and show now and then what there is so"
              + " far; Ctrl-C ends with the report up to there.")
  private boolean follow;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      description =
          "Between two reports while the trace comes (default: 2 on a terminal, where they take each"
              + " other's place; else only the last report is printed).")
  private Double every;

  @Option(names = "--json", description = "Print JSON with stable keys.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page for a browser instead: one file that needs nothing else.")
  private Path html;

  @Option(
      names = "--html-functions",
      paramLabel = "N",
      defaultValue = "400",
      description =
          "Functions whose annotated instructions are in the page: the hottest (default:"
              + " ${DEFAULT-VALUE}).")
  private int functions;

  @Option(
      names = "--tree",
      paramLabel = "N",
      description = "Show the call tree, too: its N costliest nodes.")
  private int tree;

  @Option(
      names = "--callers",
      paramLabel = "FUNCTION",
      description = "Show who calls a function, and whom it calls. Repeatable.")
  private List<String> callers = List.of();

  @Option(
      names = "--timeline",
      description = "Show the timeline, too: what each hart executed for whom, over the run.")
  private boolean timeline;

  @Option(
      names = "--boot",
      description =
          "Show how the kernel started, too: what it came to when, and what its initcalls cost"
              + " (--top N: so many; all with --full).")
  private boolean boot;

  @Option(
      names = "--cost-model",
      paramLabel = "FILE",
      description =
          "Count cycles beside instructions: a file with cycles for each class of instructions (see"
              + " docs/report.md). The report takes longer then.")
  private Path costModel;

  @Mixin private SourceOptions sources = new SourceOptions();

  @Mixin private MemoryOptions memory = new MemoryOptions();

  @Mixin private SelectionOptions selected = new SelectionOptions();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (top != null && top < 1) {
      throw new UserException(Fault.USAGE, "--top must be 1 or more, not " + top);
    }
    if (functions < 0) {
      throw new UserException(Fault.USAGE, "--html-functions must be 0 or more, not " + functions);
    }
    Interruption.planned(html);
    if (html != null) {
      PageTarget.check(html);
      Heap.requireForPage(trace, "report --html");
    }
    if (tree < 0) {
      throw new UserException(Fault.USAGE, "--tree must be 1 or more, not " + tree);
    }
    CostModel costs = costModel == null ? null : CostModel.read(costModel);
    MemoryConfig system = memory.config();
    boolean followed = follow || TraceFiles.isStream(trace);
    if (every != null && !followed) {
      throw new UserException(Fault.USAGE, "--every needs --follow, or a trace that is a stream");
    }
    if (followed) {
      return follow(costs, system);
    }
    MemoryProfile simulated =
        system == null
            ? null
            : TraceFiles.reading(
                trace,
                () ->
                    SimulatedMemory.run(
                        trace, system, costs, memory.files(), selected, binaries, false));
    Report report;
    try (Progress progress =
        Progress.start("rebuilding", () -> TraceFiles.instructions(trace, selected.selection()))) {
      report =
          TraceFiles.reading(
              trace,
              () ->
                  new Analysis(trace)
                      .binaries(binaries.files())
                      .want(html == null ? new ReportPart[0] : HtmlReport.WANTS)
                      .want(wants())
                      .costs(costs)
                      .memory(simulated)
                      .selection(selected.selection())
                      .progress(progress::update)
                      .run());
    }
    checkCallers(report);
    PrintWriter out = spec.commandLine().getOut();
    if (html != null) {
      writePage(report);
    }
    print(report, out);
    out.flush();
    return outcome(report, report.problems());
  }

  /** Reports a trace while it comes. */
  private int follow(CostModel costs, MemoryConfig system) throws IOException {
    String refused =
        html != null
            ? "--html"
            : !selected.selection().everything()
                ? "a selection"
                : !binaries.files().files().isEmpty()
                    ? "--binary"
                    : system != null ? "--memory-system" : null;
    if (refused != null) {
      throw new UserException(
          Fault.USAGE,
          refused + " needs the whole trace: give it to bbt report when the trace is a whole file");
    }
    LiveReport live =
        new LiveReport(
            trace,
            every,
            json,
            (report, to) -> {
              if (!report.live()) {
                checkCallers(report);
              }
              print(report, to);
              to.flush();
            },
            spec.commandLine().getOut());
    Analysis analysis = LiveReport.analysis(trace).want(wants()).costs(costs);
    Report report =
        TraceFiles.isStream(trace)
            ? TraceFiles.stream(trace, () -> live.run(analysis))
            : TraceFiles.reading(trace, () -> live.run(analysis));
    return outcome(
        report,
        live.wasLeft()
            ? report.problems().stream().filter(problem -> !problem.cut()).toList()
            : report.problems());
  }

  private void checkCallers(Report report) {
    for (String function : callers) {
      if (!Callers.has(report, function)) {
        throw new UserException(
            Fault.USAGE,
            "--callers: no function that was executed is called '"
                + function
                + "'; bbt report names them, an address (0x...) will do");
      }
    }
  }

  private void print(Report report, PrintWriter out) {
    if (json) {
      out.println(JsonReport.of(report, new JsonReport.Options(rows(), tree, timeline, boot)));
    } else if (html == null) {
      TextReport.print(
          report,
          new TextReport.Options(
              full, rows(), tree, timeline ? TIMELINE_ROWS : 0, bootRows(), callers),
          out);
    }
  }

  private int outcome(Report report, List<Problem> problems) {
    PrintWriter err = spec.commandLine().getErr();
    TraceFiles.print(trace, problems, err);
    if (!problems.stream().allMatch(Problem::repaired)) {
      err.println(
          "bbt: "
              + trace
              + ": the report covers the "
              + NumberText.grouped(report.profile().instructions())
              + " instructions that could be rebuilt");
    }
    return problems.stream().allMatch(Problem::harmless) ? ExitCode.OK : ExitCode.BAD_DATA;
  }

  private int bootRows() {
    return !boot ? 0 : top != null ? top : full ? Integer.MAX_VALUE : INITCALLS;
  }

  private int rows() {
    if (top != null) {
      return top;
    }
    return full || json || html != null ? ROWS : ROWS_OF_A_SCREEN;
  }

  private ReportPart[] wants() {
    List<ReportPart> wants = new ArrayList<>();
    if (tree > 0 || !callers.isEmpty()) {
      wants.add(ReportPart.TREE);
    }
    if (timeline) {
      wants.add(ReportPart.TIMELINE);
    }
    if (boot) {
      wants.add(ReportPart.BOOT);
    }
    return wants.toArray(new ReportPart[0]);
  }

  private void writePage(Report report) throws IOException {
    long bytes =
        HtmlReport.write(
            report,
            new HtmlReport.Options(
                rows(),
                functions,
                sources.folders(),
                PageTarget.command(spec),
                "bbt " + Version.number()),
            html);
    PageTarget.tell(spec, html, bytes);
  }
}
