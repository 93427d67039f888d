package bbt.reconstruct.export;

import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.analysis.ReportPart;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.cost.CostModel;
import bbt.reconstruct.export.events.ChromeSink;
import bbt.reconstruct.export.events.EventSink;
import bbt.reconstruct.export.events.PerfettoSink;
import bbt.reconstruct.export.events.TraceEvents;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.trace.TraceOutline;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Makes an export:
 *
 * <pre>
 *   Export export = new Export(ExportFormat.PPROF, trace).binaries(list);
 *   Report report = export.run();
 *   export.write(out);
 * </pre>
 *
 * <p>Memory: the call tree (bounded), the lengths of the longest frames for formats that show
 * events over time (they are written in a second walk), the executed code for graphs.
 */
public final class Export {
  /** The most frames in Chrome's trace events: what the browser shows without trouble. */
  public static final int CHROME_FRAMES = 250_000;

  /** The most frames in Perfetto's format, which is read faster than Chrome's. */
  public static final int PERFETTO_FRAMES = 1_000_000;

  /** The size in bytes from which on people are warned. */
  private static final long LARGE = 100_000_000;

  /** A share of all instructions that nobody sees in a flame graph. */
  private static final double SMALL_SHARE = 0.0001;

  private final ExportFormat format;
  private final Path trace;
  private BinaryFiles binaries = BinaryFiles.NONE;
  private Selection selection = Selection.ALL;
  private LongConsumer progress = instructions -> {};
  private int frames;
  private double leastShare;
  private int depth = Integer.MAX_VALUE;

  /** The cost model; null where only instructions are counted. */
  private CostModel costs;

  /** The call tree as it is written; null without one. */
  private CallTree tree;

  private Report report;

  /** Finds the longest frames; null where the format has no single frames. */
  private LongestFrames longest;

  private final LcovExport lcov = new LcovExport();

  /**
   * Creates the export of a trace.
   *
   * @param format one that is neither {@linkplain ExportFormat.Kind#TABLES tables} nor {@linkplain
   *     ExportFormat.Kind#FLOW flow}
   */
  public Export(ExportFormat format, Path trace) {
    if (format.kind() == ExportFormat.Kind.TABLES || format.kind() == ExportFormat.Kind.FLOW) {
      throw new IllegalArgumentException(format + " is not made from a report");
    }
    this.format = format;
    this.trace = trace;
    this.frames = format == ExportFormat.PERFETTO ? PERFETTO_FRAMES : CHROME_FRAMES;
  }

  /** Gives ELF files with symbols of the kernel or of programs. */
  public Export binaries(BinaryFiles files) {
    binaries = files;
    return this;
  }

  /**
   * Restricts the export to a part of the trace. For a graph, the functions of the selection are
   * those drawn.
   */
  public Export selection(Selection part) {
    selection = part;
    return this;
  }

  /** Returns how often the trace is walked, {@link #write} included. */
  public int walks() {
    return overTime() ? 2 : 1;
  }

  private boolean overTime() {
    return format == ExportFormat.CHROME || format == ExportFormat.PERFETTO;
  }

  /**
   * Sets who is told now and then how many instructions have been read, in a second walk both
   * times.
   */
  public Export progress(LongConsumer instructions) {
    progress = instructions;
    return this;
  }

  /** Sets the number of frames to keep in formats that have single frames, 1 or more. */
  public Export frames(int most) {
    frames = most;
    return this;
  }

  /**
   * Folds what is small: stacks with a smaller share of all instructions, and what is deeper than
   * so many frames in its task. For formats that are {@linkplain ExportFormat#stacks() made of
   * stacks}.
   *
   * @param share 0 to 1
   * @param levels 1 or more
   */
  public Export trim(double share, int levels) {
    leastShare = share;
    depth = levels;
    return this;
  }

  /** Counts cycles, too. For formats that have {@linkplain ExportFormat#cycles() room for them}. */
  public Export costs(CostModel model) {
    costs = model;
    return this;
  }

  /** Walks the trace. */
  public Report run() throws IOException {
    Analysis analysis = new Analysis(trace).binaries(binaries).costs(costs).progress(progress);
    switch (format) {
      case CHROME, PERFETTO -> {
        longest = new LongestFrames(frames);
        report =
            analysis
                .selection(selection)
                .want(ReportPart.TIMELINE, ReportPart.BOOT)
                .frames(longest)
                .run();
      }
      case DOT -> report = analysis.selection(withoutFunctions()).want(ReportPart.CODE).run();
      case LCOV, DRCOV -> report = analysis.selection(selection).want(ReportPart.CODE).run();
      case CALLGRIND -> {
        // Executed code tells the lines; without debugging information there are none.
        ReportPart[] wants =
            binaries.equals(BinaryFiles.NONE)
                ? new ReportPart[] {ReportPart.TREE}
                : new ReportPart[] {ReportPart.TREE, ReportPart.CODE};
        report = analysis.selection(selection).want(wants).run();
      }
      default -> {
        report = analysis.selection(selection).want(ReportPart.TREE).run();
        tree = report.profile().taskTree();
        if (leastShare > 0 || depth < Integer.MAX_VALUE) {
          tree = trimmed(leastShare);
        }
      }
    }
    return report;
  }

  /** Below the root stand the tasks; the depth counts frames. */
  private CallTree trimmed(double share) {
    long least = (long) Math.ceil(share * report.profile().instructions());
    int levels = depth == Integer.MAX_VALUE ? depth : depth + 1;
    return report.profile().taskTree().trimmed(least, levels);
  }

  /**
   * Returns what to say before a file is written that will be larger than most tools like; null if
   * it will not.
   */
  public String large() {
    if (tree == null) {
      return null;
    }
    long bytes = TextSize.of(format, tree, Measure.of(report)).orElse(0);
    if (bytes < LARGE) {
      return null;
    }
    long less =
        TextSize.of(format, trimmed(Math.max(10 * leastShare, SMALL_SHARE)), Measure.of(report))
            .orElse(0);
    return String.format(
        Locale.ROOT,
        "%s will take about %,d MB; --min-share %s%% leaves about %,d MB with the same sums, a"
            + " FILE.gz about a twentieth",
        format.key(),
        bytes / 1_000_000,
        BigDecimal.valueOf(100 * Math.max(10 * leastShare, SMALL_SHARE))
            .stripTrailingZeros()
            .toPlainString(),
        Math.max(1, less / 1_000_000));
  }

  private Selection withoutFunctions() {
    return new Selection(
        selection.from(),
        selection.to(),
        selection.tasks(),
        selection.privileges(),
        List.of(),
        selection.harts(),
        selection.lead());
  }

  /**
   * Writes the export to a stream, which stays open.
   *
   * @throws ExportException if the trace has nothing of what the format is about
   */
  public void write(OutputStream out) throws IOException, ExportException {
    switch (format) {
      case FOLDED -> new FoldedExport().write(report, tree, out);
      case SPEEDSCOPE -> new SpeedscopeExport().write(report, tree, out);
      case FIREFOX -> new FirefoxExport().write(report, tree, out);
      case PPROF -> new PprofExport().write(report, tree, out);
      case CALLGRIND -> new CallgrindExport().write(report, tree, out);
      case PERF_SCRIPT -> new PerfScriptExport().write(report, tree, out);
      case JSON -> new JsonExport().write(report, tree, out);
      case LCOV -> lcov.write(report, tree, out);
      case DRCOV -> new DrcovExport().write(report, tree, out);
      case CHROME -> overTime(new ChromeSink(out));
      case PERFETTO -> overTime(new PerfettoSink(out));
      case DOT -> dot(out);
      case CSV, PARQUET, E_TRACE, N_TRACE ->
          throw new IllegalStateException(format + " is not made from a report");
    }
    out.flush();
  }

  private void overTime(EventSink sink) throws IOException {
    TraceOutline outline = TraceOutline.of(trace);
    long before = selection.end(outline);
    TraceEvents events =
        new TraceEvents(outline, report.profile(), report.boot(), longest.least(), sink);
    try (sink) {
      events.start(report.file());
      new Analysis(trace)
          .binaries(binaries)
          .selection(selection)
          .flow(events)
          .frames(events)
          .progress(instructions -> progress.accept(before + instructions))
          .run();
      events.finish(report.file(), longest.all(), longest.size());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void dot(OutputStream out) throws IOException, ExportException {
    Map<Long, String> names = new HashMap<>();
    for (FunctionCode f : report.code().functions()) {
      names.putIfAbsent(f.address(), f.name());
    }
    List<FunctionCode> drawn =
        selection.functions().stream().flatMap(name -> find(name).stream()).toList();
    if (drawn.isEmpty()) {
      throw new ExportException(
          "no function that was executed is called "
              + String.join(" or ", selection.functions())
              + "; bbt report names the hottest");
    }
    DotExport.write(drawn, names::get, out);
  }

  private List<FunctionCode> find(String name) {
    return report.code().find(name, report.names());
  }

  /** Returns, for the user, what was left out for want of room; null if nothing was. */
  public String leftOut() {
    if (lcov.leftOut() > 0) {
      return lcov.leftOut()
          + " functions that ran have no source lines and are not in the file; --binary adds lines";
    }
    if (longest == null || longest.all() == longest.size()) {
      return null;
    }
    return String.format(
        Locale.ROOT,
        "%,d of %,d frames are in the file, those of %,d instructions and more; --frames N keeps"
            + " more, --from and --to a part in full",
        longest.size(),
        longest.all(),
        longest.least());
  }
}
