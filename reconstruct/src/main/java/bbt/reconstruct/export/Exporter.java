package bbt.reconstruct.export;

import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.profile.CallTree;
import java.io.IOException;
import java.io.OutputStream;

/** Writes a report in one format. */
@FunctionalInterface
interface Exporter {
  /**
   * Writes all of it; the stream stays open.
   *
   * @param tree the report's call tree by task, perhaps with small parts folded
   */
  void write(Report report, CallTree tree, OutputStream out) throws IOException;
}
