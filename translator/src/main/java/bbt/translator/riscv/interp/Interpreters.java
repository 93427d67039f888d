package bbt.translator.riscv.interp;

import bbt.translator.code.CodeMemory;
import bbt.translator.code.FetchTlb;
import bbt.translator.code.Tiering;
import bbt.translator.debug.Probe;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.engine.TrapEntry;
import bbt.translator.trace.Recorder;

/** Creates the dispatch loop that fits the run: what is not needed costs nothing. */
public final class Interpreters {
  private Interpreters() {}

  /** An interpreter that records nothing. */
  public static NodeInterpreter plain(FetchTlb fetchTlb, Tiering tiering, TrapEntry traps) {
    return plain(fetchTlb, tiering, traps, null);
  }

  /**
   * An interpreter that records nothing.
   *
   * @param probe who looks, or {@code null}
   */
  public static NodeInterpreter plain(
      FetchTlb fetchTlb, Tiering tiering, TrapEntry traps, Probe probe) {
    return probe == null
        ? new PlainInterpreter(fetchTlb, tiering, traps)
        : new ProbedInterpreter(fetchTlb, tiering, traps, probe);
  }

  /**
   * An interpreter that records.
   *
   * @param memory the code executed; stores into it cut the open node
   * @param verify whether to compute {@code cpu.verifyHash} (docs/determinism.md 18)
   * @param probe who looks, or {@code null}
   */
  public static NodeInterpreter recording(
      FetchTlb fetchTlb,
      Tiering tiering,
      TrapEntry traps,
      Recorder recorder,
      CodeMemory memory,
      boolean verify,
      Probe probe) {
    RecordingInterpreter interpreter;
    if (verify) {
      memory.keepEncodings();
      interpreter =
          probe == null
              ? new VerifyingInterpreter(fetchTlb, tiering, traps, recorder)
              : new ProbedVerifyingInterpreter(fetchTlb, tiering, traps, recorder, probe);
    } else {
      interpreter =
          probe == null
              ? new TracingInterpreter(fetchTlb, tiering, traps, recorder)
              : new ProbedTracingInterpreter(fetchTlb, tiering, traps, recorder, probe);
    }
    memory.listen(interpreter);
    return interpreter;
  }
}
