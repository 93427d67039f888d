package bbt.reconstruct.replay;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The ranges of physical memory that differ between two moments. Differing bytes with fewer than
 * {@link #APART} equal ones between them are one range, so that what is most often one value is not
 * told in pieces.
 */
public final class MemoryDifferences {
  /** Equal bytes that part two ranges. */
  public static final int APART = 8;

  /** Bytes of a range that are kept; more are counted. */
  public static final int KEPT = 16;

  /**
   * A range.
   *
   * @param physical address of its first byte
   * @param bytes from there to its last one that differs
   * @param before its first bytes at the first moment, at most {@link #KEPT}
   * @param after the same at the second moment
   */
  public record Range(long physical, long bytes, byte[] before, byte[] after) {}

  private final int most;
  private final Runnable mayGoOn;
  private final List<Range> ranges = new ArrayList<>();
  private long count;
  private long differing;

  /** The open range: from its first to behind its last byte that differs; none where they agree. */
  private long start;

  private long end;
  private final ByteArrayOutputStream before = new ByteArrayOutputStream();
  private final ByteArrayOutputStream after = new ByteArrayOutputStream();

  MemoryDifferences(int most, Runnable mayGoOn) {
    this.most = most;
    this.mayGoOn = mayGoOn;
  }

  void mayGoOn() {
    mayGoOn.run();
  }

  /**
   * Adds what differs in a page; pages come in order.
   *
   * @param first offset of the first byte that counts
   * @param behind offset behind the last one
   */
  void page(long physical, byte[] old, byte[] now, int first, int behind) {
    int at = first;
    while (at < behind) {
      int next = Arrays.mismatch(old, at, behind, now, at, behind);
      if (next < 0) {
        break;
      }
      at += next;
      add(physical + at);
      keep(physical, old, now, end);
      at++;
    }
    if (end > start && physical + behind - end < APART) {
      keep(physical, old, now, physical + behind); // It may go on in the next page.
    }
  }

  private void add(long address) {
    differing++;
    if (start == end || address - end >= APART) {
      close();
      start = address;
    }
    end = address + 1;
  }

  private void keep(long physical, byte[] old, byte[] now, long until) {
    while (before.size() < KEPT && start + before.size() < until) {
      int at = (int) (start + before.size() - physical);
      before.write(old[at]);
      after.write(now[at]);
    }
  }

  private void close() {
    if (end > start) {
      count++;
      if (ranges.size() < most) {
        int kept = (int) Math.min(KEPT, end - start);
        ranges.add(
            new Range(
                start,
                end - start,
                Arrays.copyOf(before.toByteArray(), kept),
                Arrays.copyOf(after.toByteArray(), kept)));
      }
    }
    before.reset();
    after.reset();
    start = end;
  }

  /** No more pages come. */
  void finish() {
    close();
  }

  /** The first of them, by address. */
  public List<Range> ranges() {
    return List.copyOf(ranges);
  }

  /** The number of ranges. */
  public long count() {
    return count;
  }

  /** The number of bytes that differ. */
  public long differing() {
    return differing;
  }
}
