package bbt.reconstruct.export;

import bbt.packets.TraceReader;
import bbt.reconstruct.code.FunctionCode;
import bbt.reconstruct.report.Analysis;
import bbt.reconstruct.report.Report;
import bbt.reconstruct.report.Want;
import bbt.reconstruct.select.Selection;
import bbt.reconstruct.trace.TraceClock;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * An export in the making:
 *
 * <pre>
 *   Export export = new Export(Format.PPROF, trace).binaries(list);
 *   Report report = export.run();
 *   export.write(out);
 * </pre>
 *
 * <p>Memory: the call tree (bounded), what a format keeps besides (the longest frames for Chrome's
 * trace events, also bounded), the executed code for graphs.
 */
public final class Export {
  /** Frames in Chrome's trace events: what Perfetto and the browser show without trouble. */
  public static final int FRAMES = 250_000;

  private final Format format;
  private final Path trace;
  private List<Path> binaries = List.of();
  private Selection selection = Selection.ALL;
  private LongConsumer progress = offset -> {};
  private int frames = FRAMES;
  private Report report;
  private ChromeEvents events;
  private TraceClock clock;
  private final LcovExport lcov = new LcovExport();

  /**
   * Of a trace.
   *
   * @param format one that is not {@linkplain Format.Kind#TABLES tables}
   */
  public Export(Format format, Path trace) {
    if (format.kind() == Format.Kind.TABLES) {
      throw new IllegalArgumentException(format + " is written by a database");
    }
    this.format = format;
    this.trace = trace;
  }

  /** ELF files with symbols of the kernel or of programs. */
  public Export binaries(List<Path> files) {
    binaries = List.copyOf(files);
    return this;
  }

  /**
   * Restricts it to a part of the trace. For a graph, the functions of the selection are those
   * drawn.
   */
  public Export selection(Selection part) {
    selection = part;
    return this;
  }

  /** Is told the file offset now and then. */
  public Export progress(LongConsumer offset) {
    progress = offset;
    return this;
  }

  /** Frames to keep in Chrome's trace events, 1 or more. */
  public Export frames(int most) {
    frames = most;
    return this;
  }

  /** Walks the trace. */
  public Report run() throws IOException {
    Analysis analysis = new Analysis(trace).binaries(binaries).progress(progress);
    switch (format) {
      case CHROME -> {
        events = new ChromeEvents(frames);
        TraceClock.Builder time;
        try (TraceReader reader = TraceReader.open(trace)) {
          time = new TraceClock.Builder(reader.header(), reader.harts());
        }
        report = analysis.selection(selection).flow(events).frames(events).chunks(time::add).run();
        clock = time.build();
      }
      case DOT -> report = analysis.selection(withoutFunctions()).want(Want.CODE).run();
      case LCOV -> report = analysis.selection(selection).want(Want.CODE).run();
      case CALLGRIND -> {
        // Executed code tells the lines; without debugging information there are none.
        Want[] wants =
            binaries.isEmpty() ? new Want[] {Want.TREE} : new Want[] {Want.TREE, Want.CODE};
        report = analysis.selection(selection).want(wants).run();
      }
      default -> report = analysis.selection(selection).want(Want.TREE).run();
    }
    return report;
  }

  private Selection withoutFunctions() {
    return new Selection(
        selection.from(),
        selection.to(),
        selection.tasks(),
        selection.privileges(),
        List.of(),
        selection.harts());
  }

  /**
   * Writes it to a stream, which stays open.
   *
   * @throws ExportException if the trace has nothing of what the format is about
   */
  public void write(OutputStream out) throws IOException, ExportException {
    switch (format) {
      case FOLDED -> new FoldedExport().write(report, out);
      case SPEEDSCOPE -> new SpeedscopeExport().write(report, out);
      case PPROF -> new PprofExport().write(report, out);
      case CALLGRIND -> new CallgrindExport().write(report, out);
      case PERF_SCRIPT -> new PerfScriptExport().write(report, out);
      case JSON -> new JsonExport().write(report, out);
      case LCOV -> lcov.write(report, out);
      case CHROME -> new ChromeExport(report, events, clock).write(out);
      case DOT -> dot(out);
      case CSV, PARQUET -> throw new IllegalStateException(format + " is written by a database");
    }
    out.flush();
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
    return name.startsWith("0x")
        ? report.code().at(Long.parseUnsignedLong(name.substring(2), 16))
        : report.code().named(name);
  }

  /** What was left out for want of room, for the user; null if nothing was. */
  public String leftOut() {
    if (lcov.leftOut() > 0) {
      return lcov.leftOut()
          + " functions that ran have no source lines and are not in the file; --binary adds lines";
    }
    if (events == null || events.all() == events.size()) {
      return null;
    }
    return String.format(
        java.util.Locale.ROOT,
        "%,d of %,d frames are in the file, those of %,d instructions and more; --frames N keeps"
            + " more, --from and --to a part in full",
        events.size(),
        events.all(),
        events.least());
  }
}
