package bbt.reconstruct.interchange.etrace;

import bbt.reconstruct.interchange.etrace.EtraceParameters.Parameter;
import java.util.Arrays;

/**
 * The branch predictor that an encoder and its decoder each have: a table of entries of two bits.
 * The upper bit is what is predicted, the lower one how the last branch of the entry went. What is
 * predicted changes when it was wrong twice.
 */
final class BranchTable {
  private static final byte NOT_TAKEN = 0b01;

  private final EtraceParameters parameters;
  private final int size;
  private final byte[] entries;

  /** Creates the table whose size the parameters say; of size 0 where there is none. */
  BranchTable(EtraceParameters parameters) {
    this.parameters = parameters;
    size = parameters.of(Parameter.BPRED_SIZE);
    entries = new byte[size == 0 ? 0 : 1 << size];
    reset();
  }

  /** Whether there is a predictor. */
  boolean there() {
    return size > 0;
  }

  /** Forgets all branches: a synchronisation was sent. */
  void reset() {
    Arrays.fill(entries, NOT_TAKEN);
  }

  /** Whether the branch at an address is predicted as taken. */
  boolean predicts(long address) {
    return (entries[parameters.entry(address, size)] & 0b10) != 0;
  }

  /** The branch at an address went so; without a predictor nothing happens. */
  void learn(long address, boolean taken) {
    if (size > 0) {
      int at = parameters.entry(address, size);
      int went = taken ? 1 : 0;
      int predicted = entries[at] >> 1;
      boolean wrongBefore = predicted != (entries[at] & 1);
      entries[at] = (byte) ((wrongBefore ? went : predicted) << 1 | went);
    }
  }
}
