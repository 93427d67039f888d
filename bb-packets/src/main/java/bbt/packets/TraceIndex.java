package bbt.packets;

import java.util.List;

/**
 * The index of a trace: where its frames, checkpoints and epochs are, in the order of the file.
 *
 * @param hash over all chunks between HEADER and END; 0 when not known (before version 0.3)
 * @param endOffset file offset of the end record; -1 when there is none, or not known
 */
public record TraceIndex(List<Entry> entries, long hash, long endOffset) implements IndexEntries {
  /** The kinds of chunks that an entry names. */
  public enum Kind {
    /** A frame of a hart. */
    FRAME,
    /** A checkpoint of a hart. */
    CHECKPOINT,
    /** Where all harts' frames start anew; only in a trace of several harts. */
    EPOCH
  }

  /**
   * A frame, a checkpoint or an epoch.
   *
   * @param hart whose; 0 of an epoch
   * @param retired the hart's count at which it starts; of an epoch the common clock
   * @param clock of a frame and an epoch: the common clock when it was opened; -1 of a checkpoint
   * @param offset file offset; of a frame: of its sideband chunk if it has one, else its own
   * @param hash over all chunks from the one behind HEADER up to this one; 0 when not known
   */
  public record Entry(Kind kind, int hart, long retired, long clock, long offset, long hash) {}

  public TraceIndex {
    entries = List.copyOf(entries);
  }

  @Override
  public int count() {
    return entries.size();
  }

  @Override
  public Entry entry(int number) {
    return entries.get(number);
  }

  /** This index with all hashes 0, as versions before 0.3 wrote it. */
  TraceIndex withoutHashes() {
    return new TraceIndex(
        entries.stream()
            .map(e -> new Entry(e.kind(), e.hart(), e.retired(), e.clock(), e.offset(), 0))
            .toList(),
        0,
        -1);
  }

  /** The last frame of a hart that starts at or before one of its counts, or null. */
  public Entry frameAt(int hart, long retired) {
    return last(Kind.FRAME, hart, retired);
  }

  /**
   * The last epoch that starts at or before a common clock; null in a trace of one hart, where
   * {@link #frameAt} says the same.
   */
  public Entry epochAt(long clock) {
    return last(Kind.EPOCH, 0, clock);
  }

  /** The counts of one hart, and the clocks of epochs, ascend in the order of the file. */
  private Entry last(Kind kind, int hart, long retired) {
    Entry best = null;
    for (Entry e : entries) {
      if (e.kind() == kind && e.hart() == hart) {
        if (e.retired() > retired) {
          break;
        }
        best = e;
      }
    }
    return best;
  }
}
