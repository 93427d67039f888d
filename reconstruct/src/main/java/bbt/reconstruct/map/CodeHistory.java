package bbt.reconstruct.map;

import bbt.packets.KnownCode;
import bbt.packets.SidebandRecord;
import bbt.ptg.guest.GuestIsa;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Keeps all code and mappings that one hart's sideband announced, with the segment in which it did:
 * from here, what was known before any segment can be told without walking up to it.
 */
final class CodeHistory {
  private static final int SLOTS = 2048;

  /** The contents that were announced for a page, in order. */
  private static final class AnnouncedPage {
    int[] segments = new int[4];
    int[] eras = new int[4];
    SidebandRecord.Code[] records = new SidebandRecord.Code[4];
    int count;

    void add(int segment, int era, SidebandRecord.Code item) {
      if (count == segments.length) {
        segments = Arrays.copyOf(segments, count * 2);
        eras = Arrays.copyOf(eras, count * 2);
        records = Arrays.copyOf(records, count * 2);
      }
      segments[count] = segment;
      eras[count] = era;
      records[count] = item;
      count++;
    }
  }

  /** The pages that a virtual page showed, in order. */
  private static final class MappingHistory {
    int[] segments = new int[1];
    int[] eras = new int[1];
    long[] pages = new long[1];
    int count;

    void add(int segment, int era, long page) {
      if (count == segments.length) {
        segments = Arrays.copyOf(segments, count * 2);
        eras = Arrays.copyOf(eras, count * 2);
        pages = Arrays.copyOf(pages, count * 2);
      }
      segments[count] = segment;
      eras[count] = era;
      pages[count] = page;
      count++;
    }
  }

  private record Key(int addressSpace, long virtualPage) {}

  private final GuestIsa guest;
  private final Map<Long, AnnouncedPage> pages = new HashMap<>();
  private final Map<Key, MappingHistory> mappings = new HashMap<>();

  /**
   * Segments in which what was announced before ceased to count, ascending: an era ends there, and
   * the next begins.
   */
  private int[] ends = new int[0];

  /** Creates an empty history. */
  CodeHistory(GuestIsa guest) {
    this.guest = guest;
  }

  /** A record of a segment; they come in the order of the file. */
  void add(int segment, SidebandRecord item) {
    switch (item) {
      case SidebandRecord.Code code -> page(code).add(segment, ends.length, code);
      case SidebandRecord.Mapping m -> mapping(m).add(segment, ends.length, m.physicalPage());
      default -> {
        // PlaceNames and time are no code.
      }
    }
  }

  /**
   * Begins anew: what was added so far does not count for who comes behind this place in a segment.
   */
  void anew(int segment) {
    ends = Arrays.copyOf(ends, ends.length + 1);
    ends[ends.length - 1] = segment;
  }

  private AnnouncedPage page(SidebandRecord.Code code) {
    return pages.computeIfAbsent(code.line() & -4096L, k -> new AnnouncedPage());
  }

  private MappingHistory mapping(SidebandRecord.Mapping m) {
    return mappings.computeIfAbsent(
        new Key(m.addressSpace(), m.virtualPage()), k -> new MappingHistory());
  }

  /** Returns how many of the first entries, which ascend, are at most a number. */
  private static int upTo(int[] entries, int count, int most) {
    int low = 0;
    int high = count;
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (entries[mid] <= most) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }

  /** The era in force before a segment. */
  private int era(int segment) {
    return upTo(ends, ends.length, segment - 1);
  }

  /** Returns the code known before a segment; the number of segments stands for all there is. */
  KnownCode.Base before(int segment) {
    int era = era(segment);
    return new KnownCode.Base() {
      @Override
      public Page page(long physicalPage) {
        AnnouncedPage page = pages.get(physicalPage);
        if (page == null) {
          return null;
        }
        short[] halfwords = new short[SLOTS];
        long[] mask = new long[SLOTS / 64];
        int end = upTo(page.segments, page.count, segment - 1);
        for (int i = upTo(page.eras, page.count, era - 1); i < end; i++) {
          lay(page.records[i], halfwords, mask);
        }
        return new Page(halfwords, mask);
      }

      @Override
      public Long mapping(int addressSpace, long virtualPage) {
        MappingHistory mapping = mappings.get(new Key(addressSpace, virtualPage));
        if (mapping == null) {
          return null;
        }
        int last = upTo(mapping.segments, mapping.count, segment - 1) - 1;
        return last < 0 || mapping.eras[last] < era ? null : mapping.pages[last];
      }
    };
  }

  /** Takes an instruction that may have been executed at an address. */
  public interface Taker {
    void take(long pc, int bits, long physicalPage);
  }

  /** The instructions that a page of code has held at any time, wherever one can begin. */
  private static final class Contents {
    private final GuestIsa guest;

    /** Slot and encoding, each once. */
    final Set<Long> instructions = new LinkedHashSet<>();

    /**
     * The first two bytes of its instructions, and the last two where they begin a longer
     * instruction.
     */
    final Set<Integer> first = new LinkedHashSet<>();

    final Set<Integer> last = new LinkedHashSet<>();

    Contents(GuestIsa guest, AnnouncedPage page) {
      this.guest = guest;
      short[] halfwords = new short[SLOTS];
      long[] mask = new long[SLOTS / 64];
      for (int i = 0; i < page.count; i++) {
        lay(page.records[i], halfwords, mask);
        int from = (int) (page.records[i].line() & 4095) >>> 1;
        // The instruction before the line may reach into it.
        for (int slot = Math.max(0, from - 1); slot < from + 32; slot++) {
          if (has(mask, slot)) {
            add(halfwords, mask, slot);
          }
        }
      }
    }

    private static boolean has(long[] mask, int slot) {
      return (mask[slot >>> 6] >>> slot & 1) != 0;
    }

    private void add(short[] halfwords, long[] mask, int slot) {
      int low = halfwords[slot] & 0xFFFF;
      if (slot == 0) {
        first.add(low);
      }
      if (guest.length(low) == 2) {
        instructions.add((long) slot << 32 | low);
      } else if (slot == SLOTS - 1) {
        last.add(low);
      } else if (has(mask, slot + 1)) {
        instructions.add((long) slot << 32 | (halfwords[slot + 1] & 0xFFFFL) << 16 | low);
      }
    }
  }

  /**
   * Passes on every instruction that the announced code can hold, at each address that showed it at
   * any time: more than were executed, never fewer.
   *
   * @param pageWanted whether instructions of a virtual page are wanted
   */
  void instructions(LongPredicate pageWanted, Taker taker) {
    Map<Long, Contents> contents = new HashMap<>();
    pages.forEach((page, history) -> contents.put(page, new Contents(guest, history)));
    Map<Long, Set<Long>> shown = new HashMap<>();
    for (Map.Entry<Key, MappingHistory> each : mappings.entrySet()) {
      for (int i = 0; i < each.getValue().count; i++) {
        shown
            .computeIfAbsent(each.getKey().virtualPage(), k -> new LinkedHashSet<>(2))
            .add(each.getValue().pages[i]);
      }
    }
    // Without translation a page is where it is.
    pages
        .keySet()
        .forEach(page -> shown.computeIfAbsent(page, k -> new LinkedHashSet<>(2)).add(page));
    for (Map.Entry<Long, Set<Long>> each : shown.entrySet()) {
      long virtual = each.getKey();
      if (!pageWanted.test(virtual)) {
        continue;
      }
      for (long physical : each.getValue()) {
        Contents its = contents.get(physical);
        if (its == null) {
          continue;
        }
        for (long one : its.instructions) {
          taker.take(virtual + 2 * (one >>> 32), (int) one, physical);
        }
        for (int low : its.last) {
          for (long behind : shown.getOrDefault(virtual + 4096, Set.of())) {
            Contents next = contents.get(behind);
            if (next != null) {
              next.first.forEach(high -> taker.take(virtual + 4094, high << 16 | low, physical));
            }
          }
        }
      }
    }
  }

  private static void lay(SidebandRecord.Code code, short[] halfwords, long[] mask) {
    int first = (int) (code.line() & 4095) >>> 1;
    int next = 0;
    for (int i = 0; i < 32; i++) {
      if ((code.mask() >>> i & 1) != 0) {
        int slot = first + i;
        halfwords[slot] = code.halfwords()[next++];
        mask[slot >>> 6] |= 1L << slot;
      }
    }
  }
}
