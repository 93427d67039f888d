package bbt.translator.machine;

import bbt.translator.code.FetchTlb;
import bbt.translator.code.Tiering;
import bbt.translator.hart.Platform;
import bbt.translator.memory.Ram;
import bbt.translator.run.MachineHart;
import bbt.translator.trace.Recorder;

/**
 * Stands between a machine and its engine, for the comparison of engines ({@code
 * bbt.translator.lockstep}). The guest must not notice.
 */
public interface Instruments {
  /** Platform that a hart's engine is to ask in place of the machine; asked once for each hart. */
  Platform platform(Platform machine);

  /**
   * The tiering policy, in place of the configuration's.
   *
   * @param recorder {@code null} when tracing is off
   * @param verify whether the verify hash is kept
   */
  Tiering tiering(Recorder recorder, boolean verify);

  /** The machine is about to execute its first instruction; called for each hart. */
  void start(MachineHart hart, Ram ram, FetchTlb fetchTlb);
}
