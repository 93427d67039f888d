package bbt.packets;

import java.util.List;

/** Where the frames and checkpoints of a trace are, by retired count. */
public record TraceIndex(List<Entry> entries) {
  /**
   * A frame or checkpoint.
   *
   * @param checkpoint which of the two
   * @param retired count at which it starts
   * @param offset file offset; of a frame: of its sideband chunk if it has one, else its own
   */
  public record Entry(boolean checkpoint, int hart, long retired, long offset) {}

  public TraceIndex {
    entries = List.copyOf(entries);
  }

  /** The last checkpoint at or before a count; null where reading must start at the beginning. */
  public Entry checkpointBefore(long retired) {
    Entry best = null;
    for (Entry e : entries) {
      if (e.checkpoint() && e.retired() <= retired) {
        best = e;
      }
    }
    return best;
  }

  /** The last frame of a hart that starts at or before a count, or null. */
  public Entry frameAt(int hart, long retired) {
    int low = 0;
    int high = entries.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (entries.get(middle).retired() <= retired) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    while (low >= 0 && low < entries.size()) {
      Entry e = entries.get(low);
      if (!e.checkpoint() && e.hart() == hart && e.retired() <= retired) {
        return e;
      }
      low--;
    }
    return null;
  }
}
