package bbt.reconstruct.names;

import bbt.packets.SidebandRecord;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Which physical page each virtual page of each address space showed, and when. */
final class ShownPages {
  private static final long PAGE = 4096;

  /** No mapping said it. */
  static final long UNKNOWN = -1;

  private record Key(int addressSpace, long virtualPage) {}

  /** What one virtual page showed: clocks ascend. */
  private static final class History {
    private long[] since = new long[1];
    private long[] pages = new long[1];
    private int count;

    void add(long clock, long page) {
      if (count == pages.length) {
        since = Arrays.copyOf(since, 2 * count);
        pages = Arrays.copyOf(pages, 2 * count);
      }
      since[count] = clock;
      pages[count++] = page;
    }

    /** What it showed at a clock; before it showed anything, the first that it did. */
    long at(long clock) {
      int low = 0;
      int high = count - 1;
      while (low < high) {
        int mid = (low + high + 1) >>> 1;
        if (since[mid] <= clock) {
          low = mid;
        } else {
          high = mid - 1;
        }
      }
      return pages[low];
    }
  }

  private final Map<Key, History> histories = new HashMap<>();

  /** A mapping; they come in the order of the clock. */
  void add(long clock, SidebandRecord.Mapping m) {
    histories
        .computeIfAbsent(new Key(m.addressSpace(), m.virtualPage()), k -> new History())
        .add(clock, m.physicalPage());
  }

  /**
   * The physical page that an address space shows at an address, at a clock.
   *
   * @return {@link #UNKNOWN} if it never showed any there
   */
  long physicalPage(int addressSpace, long address, long clock) {
    long page = address & -PAGE;
    if (addressSpace == 0) {
      return page; // no translation
    }
    History own = histories.get(new Key(addressSpace, page));
    History its = own != null ? own : histories.get(new Key(SidebandRecord.GLOBAL, page));
    return its == null ? UNKNOWN : its.at(clock);
  }
}
