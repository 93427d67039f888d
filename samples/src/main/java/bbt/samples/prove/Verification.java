package bbt.samples.prove;

import bbt.packets.TraceFormatException;
import bbt.packets.TraceReader;
import bbt.reconstruct.walk.FlowListener;
import bbt.reconstruct.walk.FunctionMap;
import bbt.reconstruct.walk.Problem;
import bbt.reconstruct.walk.Reconstruction;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What a complete rebuild of a trace found.
 *
 * @param problem the first thing that was wrong, or empty
 * @param instructions rebuilt
 * @param hash canonical hash, 0 without an end record
 */
record Verification(String problem, long instructions, long hash) {
  /** Rebuilds a trace from its file alone, checking every hash and count. */
  static Verification of(Path trace) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      Reconstruction all =
          new Reconstruction(reader, (space, pc) -> FunctionMap.NONE, new FlowListener() {}, null)
              .run();
      Problem first = all.problems().isEmpty() ? null : all.problems().getFirst();
      return new Verification(
          first == null ? "" : "at offset " + first.offset() + ": " + first.message(),
          all.instructions(),
          all.end() == null ? 0 : all.end().contentHash());
    } catch (TraceFormatException e) {
      return new Verification(e.getMessage(), 0, 0);
    }
  }

  boolean ok() {
    return problem.isEmpty();
  }
}
