package bbt.reconstruct.memory;

import java.util.Arrays;

/**
 * A set-associative cache, without its data: which lines are there. Numbers of lines are addresses
 * by the size of a line; sets go by their low bits.
 *
 * <p>In an LRU or FIFO set the lines stand from the one that leaves last to the one that leaves
 * next; in the others each stays at its place.
 */
final class Cache {
  /** What an access found. */
  static final int HIT = 0;

  /** The line was not there. */
  static final int MISS = 1;

  /** The line was not there, and one that left for it must be written back. */
  static final int MISS_WRITES_BACK = 2;

  private static final long EMPTY = -1;
  private static final long SEED = 0x9E37_79B9_7F4A_7C15L;

  private final CacheShape shape;
  private final int ways;
  private final int mask;

  /** By set and way: twice the line's number, plus 1 if it was written to; {@link #EMPTY}. */
  private final long[] entries;

  /** PLRU: by set the bits of the tree, node n's children are 2n and 2n + 1, the root is 1. */
  private final long[] trees;

  private long random = SEED;

  /** The line that left at the last miss; -1 if none did. */
  private long evicted = EMPTY;

  Cache(CacheShape shape) {
    this.shape = shape;
    ways = shape.ways();
    mask = shape.sets() - 1;
    entries = new long[shape.lines()];
    Arrays.fill(entries, EMPTY);
    trees = new long[shape.replacement() == Replacement.PLRU ? shape.sets() : 0];
  }

  /**
   * Uses a line, and brings it where it is not there.
   *
   * @param line number, at most 62 bits
   * @param dirty whether it has to be written back when it leaves
   * @return {@link #HIT}, {@link #MISS}, {@link #MISS_WRITES_BACK}
   */
  int access(long line, boolean dirty) {
    int set = (int) line & mask;
    int first = set * ways;
    long entry = line << 1;
    if ((entries[first] & ~1L) == entry) {
      // The usual case: what was used last.
      if (dirty) {
        entries[first] |= 1;
      }
      if (trees.length > 0) {
        turn(set, 0);
      }
      return HIT;
    }
    for (int way = 1; way < ways; way++) {
      long there = entries[first + way];
      if ((there & ~1L) == entry) {
        used(set, first, way, there | (dirty ? 1 : 0));
        return HIT;
      }
    }
    return bring(set, first, entry | (dirty ? 1 : 0));
  }

  /**
   * Uses a line if it is there, and brings none.
   *
   * @param dirty whether it has to be written back when it leaves
   * @return whether it is there
   */
  boolean touch(long line, boolean dirty) {
    int set = (int) line & mask;
    int first = set * ways;
    for (int way = 0; way < ways; way++) {
      long there = entries[first + way];
      if ((there & ~1L) == line << 1) {
        used(set, first, way, there | (dirty ? 1 : 0));
        return true;
      }
    }
    return false;
  }

  /** Marks a line, if it is there, as one to be written back; that is no use of it. */
  boolean mark(long line) {
    int first = ((int) line & mask) * ways;
    for (int way = 0; way < ways; way++) {
      if ((entries[first + way] & ~1L) == line << 1) {
        entries[first + way] |= 1;
        return true;
      }
    }
    return false;
  }

  /** The line that left at the last miss; -1 if there was room. */
  long evicted() {
    return evicted;
  }

  private void used(int set, int first, int way, long entry) {
    switch (shape.replacement()) {
      case LRU -> {
        System.arraycopy(entries, first, entries, first + 1, way);
        entries[first] = entry;
      }
      case FIFO, RANDOM -> entries[first + way] = entry;
      case PLRU -> {
        entries[first + way] = entry;
        turn(set, way);
      }
    }
  }

  private int bring(int set, int first, long entry) {
    int way = leaving(set, first);
    long old = entries[first + way];
    if (ordered()) {
      System.arraycopy(entries, first, entries, first + 1, ways - 1);
      entries[first] = entry;
    } else {
      entries[first + way] = entry;
      if (trees.length > 0) {
        turn(set, way);
      }
    }
    evicted = old == EMPTY ? EMPTY : old >> 1;
    return old != EMPTY && (old & 1) != 0 ? MISS_WRITES_BACK : MISS;
  }

  private boolean ordered() {
    return shape.replacement() == Replacement.LRU || shape.replacement() == Replacement.FIFO;
  }

  private int leaving(int set, int first) {
    if (ordered()) {
      return ways - 1;
    }
    for (int way = 0; way < ways; way++) {
      if (entries[first + way] == EMPTY) {
        return way;
      }
    }
    if (trees.length == 0) {
      random ^= random << 13;
      random ^= random >>> 7;
      random ^= random << 17;
      return (int) Long.remainderUnsigned(random, ways);
    }
    int node = 1;
    while (node < ways) {
      node = 2 * node + (int) (trees[set] >>> node & 1);
    }
    return node - ways;
  }

  /** Turns the bits of the tree away from a way. */
  private void turn(int set, int way) {
    long bits = trees[set];
    for (int node = way + ways; node > 1; node >>= 1) {
      long bit = 1L << (node >> 1);
      bits = (node & 1) == 0 ? bits | bit : bits & ~bit;
    }
    trees[set] = bits;
  }
}
