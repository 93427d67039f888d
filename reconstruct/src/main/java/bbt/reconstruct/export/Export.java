package bbt.reconstruct.export;

import bbt.reconstruct.report.Report;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** Writes exports. */
public final class Export {
  private Export() {}

  /** Writes a report to a stream, which stays open. */
  public static void write(Format format, Report report, OutputStream out) throws IOException {
    exporter(format).write(report, out);
    out.flush();
  }

  /** Writes a report to a file, which is there whole or not at all. */
  public static void write(Format format, Report report, Path file) throws IOException {
    OutputFile.stream(file, out -> write(format, report, out));
  }

  private static Exporter exporter(Format format) {
    return switch (format) {
      case FOLDED -> new FoldedExport();
      case SPEEDSCOPE -> new SpeedscopeExport();
      case PPROF -> new PprofExport();
      case CALLGRIND -> new CallgrindExport();
      case PERF_SCRIPT -> new PerfScriptExport();
    };
  }
}
