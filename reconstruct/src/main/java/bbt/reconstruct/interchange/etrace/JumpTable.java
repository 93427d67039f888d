package bbt.reconstruct.interchange.etrace;

import bbt.reconstruct.interchange.FollowException;
import bbt.reconstruct.interchange.etrace.EtraceParameters.Parameter;
import java.util.Arrays;

/**
 * The jump target cache that an encoder and its decoder each have: direct mapped, an address in
 * each entry.
 */
final class JumpTable {
  /** No instruction has an odd address. */
  private static final long EMPTY = -1;

  private final EtraceParameters parameters;
  private final int size;
  private final long[] entries;

  /** Creates the cache whose size the parameters say; of size 0 where there is none. */
  JumpTable(EtraceParameters parameters) {
    this.parameters = parameters;
    size = parameters.of(Parameter.CACHE_SIZE);
    entries = new long[size == 0 ? 0 : 1 << size];
    clear();
  }

  /** Whether there is a cache. */
  boolean there() {
    return size > 0;
  }

  /** Empties all entries: a synchronisation was sent. */
  void clear() {
    Arrays.fill(entries, EMPTY);
  }

  /** The entry that a target has, whatever is in it. */
  int index(long target) {
    return parameters.entry(target, size);
  }

  /** Whether a target is in its entry. */
  boolean has(long target) {
    return size > 0 && entries[index(target)] == target;
  }

  /** Puts a target into its entry; without a cache nothing happens. */
  void put(long target) {
    if (size > 0) {
      entries[index(target)] = target;
    }
  }

  /**
   * The target in an entry.
   *
   * @throws FollowException if the entry is empty
   */
  long target(int index) throws FollowException {
    long target = entries[index];
    if (target == EMPTY) {
      throw new FollowException("entry " + index + " of the jump target cache is empty");
    }
    return target;
  }
}
