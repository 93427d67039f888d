package bbt.reconstruct.diff.find;

import bbt.packets.IndexEntries;
import bbt.packets.TraceIndex;
import java.io.IOException;

/**
 * Finds how far two traces are the same by the hashes in their indexes. Each is cumulative, over
 * all chunks up to its entry's, and chunks are cut by the execution alone: so binary search finds
 * the first difference. Only what is looked at is read of the indexes.
 */
public final class CommonPrefix {
  /**
   * A place up to which both traces hold the same, where both can be walked anew.
   *
   * @param offsetA where it is in A's file; 0 for the whole trace
   * @param offsetB the same in B's
   * @param clock instructions of all harts before it
   */
  public record FramePair(long offsetA, long offsetB, long clock) {
    /** The place at the beginning of both traces. */
    public static final FramePair START = new FramePair(0, 0, 0);
  }

  /**
   * A frame that closes with an indirect call leaves its link address to the next one, where a walk
   * that starts there misses it, in one of about a hundred. Then it starts earlier.
   */
  private static final int PLACES = 8;

  private final IndexEntries a;
  private final IndexEntries b;
  private final TraceIndex.Kind kind;
  private final int equal;

  /** The entry to be looked at next for a place. */
  private int next;

  private int placesLeft = PLACES;

  private CommonPrefix(IndexEntries a, IndexEntries b, TraceIndex.Kind kind) throws IOException {
    this.a = a;
    this.b = b;
    this.kind = kind;
    this.equal = equalEntries(a, b);
    // A frame's sideband stands behind the entry before; a piece of the schedule that stands before
    // an epoch is of what was executed before it.
    this.next = kind == TraceIndex.Kind.FRAME ? equal : equal - 1;
  }

  /** Compares the indexes of two traces that were recorded alike, of machines of as many harts. */
  public static CommonPrefix of(IndexEntries a, IndexEntries b, int harts) throws IOException {
    return new CommonPrefix(a, b, harts == 1 ? TraceIndex.Kind.FRAME : TraceIndex.Kind.EPOCH);
  }

  /** Whether two whole traces hold the same up to their end records. */
  public static boolean same(IndexEntries a, IndexEntries b) {
    return a.endOffset() >= 0 && b.endOffset() >= 0 && a.hash() == b.hash();
  }

  /** Number of entries up to which all chunks are the same: by binary search. */
  private static int equalEntries(IndexEntries a, IndexEntries b) throws IOException {
    int low = 0;
    int high = Math.min(a.count(), b.count());
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (a.entry(middle).hash() == b.entry(middle).hash()) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Number of leading entries that are the same. */
  int equal() {
    return equal;
  }

  /** The last place that was not told yet, at last {@link FramePair#START}; then null. */
  public FramePair place() throws IOException {
    while (next > 0 && placesLeft > 0) {
      int number = next--;
      if (number >= Math.min(a.count(), b.count())) {
        continue;
      }
      TraceIndex.Entry x = a.entry(number);
      TraceIndex.Entry y = b.entry(number);
      if (x.kind() == kind && y.kind() == kind && x.clock() == y.clock() && x.clock() > 0) {
        placesLeft--;
        return new FramePair(x.offset(), y.offset(), x.clock());
      }
    }
    if (placesLeft < 0) {
      return null;
    }
    placesLeft = -1;
    return FramePair.START;
  }
}
