package bbt.translator.lockstep;

import bbt.translator.hart.Hart;

/** Logs the places that the leader passed since the last pause, in order; allocates nothing. */
final class ExitLog {
  /** Entries at which the leader is asked to pause; it may log a few more before it does. */
  static final int LIMIT = 1 << 14;

  private static final int SLACK = 64;

  private final long[] counts = new long[LIMIT + SLACK];
  private final long[] hashes = new long[LIMIT + SLACK];
  private final int[] harts = new int[LIMIT + SLACK];
  private final int[] traps = new int[LIMIT + SLACK];
  private int size;

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  /** Whether the leader should pause. */
  boolean full() {
    return size >= LIMIT;
  }

  /**
   * Notes where a hart is, and a hash of its registers.
   *
   * @param trapsHere traps that it has taken since the last instruction that retired
   */
  void add(Hart cpu, int trapsHere, long hash) {
    harts[size] = cpu.hartId;
    traps[size] = trapsHere;
    counts[size] = cpu.retired();
    hashes[size] = hash;
    size++;
  }

  int hart(int index) {
    return harts[index];
  }

  /** The hart's retired count of an entry. */
  long count(int index) {
    return counts[index];
  }

  /** The traps taken since the hart's count became what it was. */
  int traps(int index) {
    return traps[index];
  }

  long hash(int index) {
    return hashes[index];
  }
}
