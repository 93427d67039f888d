package bbt.reconstruct.interchange;

import bbt.ptg.guest.FlowKind;
import bbt.ptg.guest.GuestIsa;

/** Classifies the control flow of instructions, and remembers the answer by encoding. */
public final class FlowKinds {
  private static final FlowKind[] KINDS = FlowKind.values();

  private final GuestIsa guest;

  /** The encoding in the upper half, 1 + the kind in the lower one. */
  private final long[] known = new long[1 << 13];

  public FlowKinds(GuestIsa guest) {
    this.guest = guest;
  }

  /** The kind of an encoding. */
  public FlowKind of(int bits) {
    int slot = (bits * 0x9E3779B1) >>> 19;
    long entry = known[slot];
    if ((int) (entry >>> 32) != bits || (int) entry == 0) {
      entry = (long) bits << 32 | guest.flowKind(bits).ordinal() + 1;
      known[slot] = entry;
    }
    return KINDS[(int) entry - 1];
  }
}
