package bbt.reconstruct.export;

import bbt.reconstruct.report.Report;
import java.io.IOException;
import java.io.OutputStream;

/** Writes a report in one format. */
@FunctionalInterface
interface Exporter {
  /** Writes all of it; the stream stays open. */
  void write(Report report, OutputStream out) throws IOException;
}
