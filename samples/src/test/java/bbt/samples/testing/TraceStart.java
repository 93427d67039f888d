package bbt.samples.testing;

import bbt.packets.TraceReader;
import java.io.IOException;
import java.nio.file.Path;

/** Where a trace begins in its run. */
public final class TraceStart {
  private TraceStart() {}

  /** Instructions of the run before the beginning of the trace, as its header states them. */
  public static long dropped(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      return reader.header().dropped();
    }
  }
}
