package bbt.translator.run;

import bbt.translator.state.Fields;

/**
 * Counts traps of all harts, also those at one place: several may come before the next instruction.
 */
public final class TrapPlaces {
  private long total;

  /** The count of instructions at which the last one was taken, and how many were there. */
  private long lastClock = -1;

  private int there;

  /**
   * A trap was taken.
   *
   * @param clock instructions of all harts before it
   */
  public void taken(long clock) {
    total++;
    there = clock == lastClock ? there + 1 : 1;
    lastClock = clock;
  }

  /** Traps since reset. */
  public long total() {
    return total;
  }

  /** Traps taken since a count, which is the present one, was reached. */
  public int at(long clock) {
    return lastClock == clock ? there : 0;
  }

  /** Saves or loads the state, for a snapshot. */
  public void state(Fields f) {
    total = f.of(total);
    lastClock = f.of(lastClock);
    there = f.of(there);
  }
}
