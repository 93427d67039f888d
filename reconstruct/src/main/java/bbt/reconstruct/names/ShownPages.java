package bbt.reconstruct.names;

import bbt.packets.SidebandRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Remembers which physical page each virtual page of each address space showed, and when. */
final class ShownPages {
  private static final long PAGE = 4096;

  /** The page where no mapping says it. */
  static final long UNKNOWN = -1;

  private record Key(int addressSpace, long virtualPage) {}

  /**
   * The physical page that a virtual page shows.
   *
   * @param since from which clock on the process would have seen it: a page that it executes first
   *     is mapped only after a fault
   * @param clock of the mapping
   */
  record Mapped(long since, long clock, long physicalPage) {}

  /** The pages that each virtual page showed, by ascending clocks. */
  private final Map<Key, List<Mapped>> histories = new HashMap<>();

  private final Map<Integer, Long> begun = new HashMap<>();

  /** Another program begins in an address space: it shows nothing of the one before. */
  void begin(int addressSpace, long clock) {
    begun.put(addressSpace, clock);
  }

  /** A mapping; they come in the order of the clock. */
  void add(long clock, SidebandRecord.Mapping m) {
    Key key = new Key(m.addressSpace(), m.virtualPage());
    List<Mapped> its = histories.computeIfAbsent(key, k -> new ArrayList<>(1));
    long begin = begun.getOrDefault(m.addressSpace(), 0L);
    boolean first = its.isEmpty() || its.getLast().clock < begin;
    its.add(new Mapped(first ? begin : clock, clock, m.physicalPage()));
  }

  /**
   * Returns the page that an address space shows at an address, at a clock; before it showed
   * anything, the first that it did.
   *
   * @return null if it never showed any page there
   */
  Mapped at(int addressSpace, long address, long clock) {
    long page = address & -PAGE;
    if (addressSpace == 0) {
      return new Mapped(0, 0, page); // no translation
    }
    List<Mapped> own = histories.get(new Key(addressSpace, page));
    List<Mapped> its =
        own != null ? own : histories.getOrDefault(new Key(SidebandRecord.GLOBAL, page), List.of());
    int low = 0;
    int high = its.size() - 1;
    while (low < high) {
      int mid = (low + high + 1) >>> 1;
      if (its.get(mid).since <= clock) {
        low = mid;
      } else {
        high = mid - 1;
      }
    }
    return its.isEmpty() ? null : its.get(low);
  }
}
