package bbt.reconstruct.memory;

import java.util.Locale;

/** The events that a memory system counts. */
public enum MemoryEvent {
  /** A fetch that L1I does not hold. */
  FETCH_L1,
  /** A fetch that L2 does not hold either. */
  FETCH_L2,
  /** A fetch from a page that ITLB does not hold. */
  FETCH_TLB,
  /** A fetch from a page that no TLB holds: the page tables are walked. */
  FETCH_WALK,
  /** A load that L1D does not hold. */
  READ_L1,
  /** A load that L2 does not hold either. */
  READ_L2,
  /** A load from a page that DTLB does not hold. */
  READ_TLB,
  /** A load from a page that no TLB holds. */
  READ_WALK,
  /** A store, or an atomic access, that L1D does not hold. */
  WRITE_L1,
  /** A store that L2 does not hold either. */
  WRITE_L2,
  /** A store to a page that DTLB does not hold. */
  WRITE_TLB,
  /** A store to a page that no TLB holds. */
  WRITE_WALK,
  /** A conditional branch whose way was not guessed. */
  BRANCH,
  /** A return whose target was not guessed. */
  RETURN,
  /** Another jump or call through a register whose target was not guessed. */
  JUMP,
  /** A line that was written back when it left L1D for this access. */
  WRITE_BACK;

  /** Number of events. */
  public static final int COUNT = values().length;

  /** Where the three kinds of accesses begin: their events stand in the same order. */
  static final int FETCH = 0;

  static final int READ = READ_L1.ordinal();
  static final int WRITE = WRITE_L1.ordinal();

  /** The bit in a set of events. */
  public int bit() {
    return 1 << ordinal();
  }

  /** The kind of access or branch: {@code fetch}, {@code read}, {@code write}, {@code branch}. */
  public String access() {
    return switch (this) {
      case FETCH_L1, FETCH_L2, FETCH_TLB, FETCH_WALK -> "fetch";
      case READ_L1, READ_L2, READ_TLB, READ_WALK -> "read";
      case WRITE_L1, WRITE_L2, WRITE_TLB, WRITE_WALK, WRITE_BACK -> "write";
      case BRANCH, RETURN, JUMP -> name().toLowerCase(Locale.ROOT);
    };
  }

  /** What missed: {@code l1i}, {@code l2}, {@code dtlb}, {@code walk}, {@code predictor}. */
  public String level() {
    return switch (this) {
      case FETCH_L1 -> "l1i";
      case READ_L1, WRITE_L1 -> "l1d";
      case FETCH_L2, READ_L2, WRITE_L2 -> "l2";
      case FETCH_TLB -> "itlb";
      case READ_TLB, WRITE_TLB -> "dtlb";
      case FETCH_WALK, READ_WALK, WRITE_WALK -> "walk";
      case BRANCH, RETURN, JUMP -> "predictor";
      case WRITE_BACK -> "write-back";
    };
  }
}
