package bbt.reconstruct.interchange;

import java.util.Arrays;

/**
 * Remembers the addresses that were executed since a decoder was last told a branch or an address.
 * A decoder that follows the code to a stated address stops where it meets it first; so before one
 * of these is executed again, it must be told something.
 */
public final class UntoldAddresses {
  private long[] from = new long[8];
  private long[] to = new long[8];
  private int size;

  /** A branch or an address was told. */
  public void clear() {
    size = 0;
  }

  /** A straight line was executed; both ends count. */
  public void add(long first, long last) {
    if (size > 0 && to[size - 1] < first && first - to[size - 1] <= 4 && from[size - 1] < first) {
      to[size - 1] = Math.max(last, to[size - 1]);
      return;
    }
    if (size == from.length) {
      from = Arrays.copyOf(from, 2 * size);
      to = Arrays.copyOf(to, 2 * size);
    }
    from[size] = first;
    to[size++] = last;
  }

  /** Whether a straight line has an address that is among them. */
  public boolean meets(long first, long last) {
    for (int i = 0; i < size; i++) {
      if (from[i] <= last && first <= to[i]) {
        return true;
      }
    }
    return false;
  }
}
