package bbt.reconstruct.fuzz;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.TraceReader;
import bbt.packets.TraceRepair;
import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.ReportPart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads a trace as a report does. */
final class TraceTarget {
  /** A trace that states more is not walked: a loop of so many is no fault of the reader. */
  private static final long MOST_INSTRUCTIONS = 100_000;

  private static final ScratchFile FILE = new ScratchFile("fuzz.bbt");

  private TraceTarget() {}

  /**
   * Reads the trace as it is, and with sound checksums, so that what is inside the chunks is read,
   * too.
   */
  static void read(byte[] input) throws IOException {
    byte[] sound = TraceRepair.repaired(input);
    if (!Arrays.equals(sound, input)) {
      report(FILE.holding(sound));
    }
    report(FILE.holding(input));
  }

  private static void report(Path trace) throws IOException {
    if (stated(trace) <= MOST_INSTRUCTIONS) {
      new Analysis(trace).want(ReportPart.values()).run();
    }
  }

  private static long stated(Path trace) throws IOException {
    long sum = 0;
    try (TraceReader reader = TraceReader.open(trace)) {
      reader.harts();
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        if (chunk instanceof Frame frame) {
          long its = frame.endRetired() - frame.startRetired();
          sum = its < 0 || its > MOST_INSTRUCTIONS ? Long.MAX_VALUE / 2 : sum + its;
        }
      }
      reader.index();
    }
    return sum;
  }
}
