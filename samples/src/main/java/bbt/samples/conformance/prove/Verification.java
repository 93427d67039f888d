package bbt.samples.conformance.prove;

import bbt.packets.bytes.TraceFormatException;
import bbt.reconstruct.trace.TraceVerifier;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The result of a complete rebuild of a trace.
 *
 * @param problem the first thing that was wrong, or empty
 * @param instructions rebuilt
 * @param hash canonical hash, 0 without an end record
 */
record Verification(String problem, long instructions, long hash) {
  /** Rebuilds a trace from its file alone, checking every hash and count. */
  static Verification of(Path trace) throws IOException {
    try {
      TraceVerifier.Result result = TraceVerifier.verify(trace);
      String problem = "";
      if (!result.ok()) {
        problem =
            result.problems().isEmpty()
                ? "not whole"
                : "at offset "
                    + result.problems().getFirst().offset()
                    + ": "
                    + result.problems().getFirst().message();
      } else if (!result.hashed()) {
        problem = "it holds no hashes of what was executed";
      }
      return new Verification(problem, result.instructions(), result.contentHash());
    } catch (TraceFormatException e) {
      return new Verification(e.getMessage(), 0, 0);
    }
  }

  boolean ok() {
    return problem.isEmpty();
  }
}
