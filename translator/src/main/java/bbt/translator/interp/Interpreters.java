package bbt.translator.interp;

import bbt.translator.engine.CodeMemory;
import bbt.translator.engine.FetchTlb;
import bbt.translator.engine.NodeInterpreter;
import bbt.translator.engine.Tiering;
import bbt.translator.engine.TrapEntry;
import bbt.translator.trace.Recorder;

/** Makes the dispatch loop that fits the run: what is not needed costs nothing. */
public final class Interpreters {
  private Interpreters() {}

  /** An interpreter that records nothing. */
  public static NodeInterpreter plain(FetchTlb fetchTlb, Tiering tiering, TrapEntry traps) {
    return new PlainInterpreter(fetchTlb, tiering, traps);
  }

  /**
   * An interpreter that records.
   *
   * @param memory the code executed; stores into it cut the open node
   * @param verify whether to compute {@code cpu.verifyHash} (docs/determinism.md 18)
   */
  public static NodeInterpreter recording(
      FetchTlb fetchTlb,
      Tiering tiering,
      TrapEntry traps,
      Recorder recorder,
      CodeMemory memory,
      boolean verify) {
    RecordingInterpreter interpreter;
    if (verify) {
      memory.keepEncodings();
      interpreter = new VerifyingInterpreter(fetchTlb, tiering, traps, recorder);
    } else {
      interpreter = new TracingInterpreter(fetchTlb, tiering, traps, recorder);
    }
    memory.listen(interpreter);
    return interpreter;
  }
}
