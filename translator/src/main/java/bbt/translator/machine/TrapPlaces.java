package bbt.translator.machine;

import bbt.translator.state.Fields;

/** Counts traps of all harts, also at one place: several may come before the next instruction. */
final class TrapPlaces {
  private long total;

  /** The count of instructions at which the last one was taken, and how many were there. */
  private long lastClock = -1;

  private int there;

  /**
   * A trap was taken.
   *
   * @param clock instructions of all harts before it
   */
  void taken(long clock) {
    total++;
    there = clock == lastClock ? there + 1 : 1;
    lastClock = clock;
  }

  /** Traps since reset. */
  long total() {
    return total;
  }

  /** Traps taken since a count, which is the present one, was reached. */
  int at(long clock) {
    return lastClock == clock ? there : 0;
  }

  /** For a snapshot. */
  void state(Fields f) {
    total = f.of(total);
    lastClock = f.of(lastClock);
    there = f.of(there);
  }
}
