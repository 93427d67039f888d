package bbt.packets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps the code and mappings that a trace has announced up to some point: what a reader knows
 * there, and what the writer therefore need not say again.
 */
public final class KnownCode {
  private static final int SLOTS = 2048;

  /** Halfwords of a physical page; -1 where not announced. */
  private final Map<Long, short[]> pages = new HashMap<>();

  private final Map<Long, long[]> masks = new HashMap<>();
  private long lastPage = -1;
  private short[] lastHalfwords;
  private long[] lastMask;

  /** Bytes of a mapping in a checkpoint, about. */
  private static final long MAPPING_BYTES = 8;

  /** Bytes of announced code, and of mappings as they would stand in a checkpoint. */
  private long weight;

  private final Map<Integer, Map<Long, Long>> mappings = new HashMap<>();

  /** Null where everything is told to this object itself. */
  private final Base base;

  /** Code that was announced before some point: asked for what this object was not told itself. */
  public interface Base {
    /** A page of code. Both arrays are the caller's to change. */
    record Page(short[] halfwords, long[] mask) {}

    /**
     * The announced halfwords of a physical page, or null if there are none. Slot i of {@code
     * halfwords} holds only where bit i of {@code mask} is set.
     */
    Page page(long physicalPage);

    /**
     * The physical page that a virtual page shows, or null.
     *
     * @param addressSpace whose own mapping, or {@link SidebandRecord#GLOBAL}
     */
    Long mapping(int addressSpace, long virtualPage);
  }

  /** Creates a record in which no code is known. */
  public KnownCode() {
    this(null);
  }

  /**
   * Knows what was announced before.
   *
   * @param base null for nothing
   */
  public KnownCode(Base base) {
    this.base = base;
  }

  private boolean find(long physicalPage) {
    if (physicalPage != lastPage) {
      short[] halfwords = pages.get(physicalPage);
      if (halfwords == null && base != null) {
        Base.Page page = base.page(physicalPage);
        if (page != null) {
          halfwords = page.halfwords();
          pages.put(physicalPage, halfwords);
          masks.put(physicalPage, page.mask());
        }
      }
      if (halfwords == null) {
        return false;
      }
      lastPage = physicalPage;
      lastHalfwords = halfwords;
      lastMask = masks.get(physicalPage);
    }
    return true;
  }

  /**
   * Two bytes of announced code.
   *
   * @param physical even physical address
   * @return 0..0xFFFF, or -1 if not announced
   */
  public int halfword(long physical) {
    if (!find(physical & -4096L)) {
      return -1;
    }
    int slot = (int) (physical & 4095) >>> 1;
    return (lastMask[slot >>> 6] >>> slot & 1) == 0 ? -1 : lastHalfwords[slot] & 0xFFFF;
  }

  /** Sets two bytes of code. */
  public void setHalfword(long physical, int value) {
    long page = physical & -4096L;
    if (!find(page)) {
      pages.put(page, new short[SLOTS]);
      masks.put(page, new long[SLOTS / 64]);
      find(page);
    }
    int slot = (int) (physical & 4095) >>> 1;
    lastHalfwords[slot] = (short) value;
    if ((lastMask[slot >>> 6] >>> slot & 1) == 0) {
      lastMask[slot >>> 6] |= 1L << slot;
      weight += 2;
    }
  }

  /** Physical page that a virtual page shows in an address space, or -1 if not announced. */
  public long translate(int addressSpace, long virtualPage) {
    Long physical = own(addressSpace, virtualPage);
    if (physical == null) {
      physical = own(SidebandRecord.GLOBAL, virtualPage);
    }
    return physical == null ? -1 : physical;
  }

  private Long own(int addressSpace, long virtualPage) {
    Long physical = mappingsOf(addressSpace).get(virtualPage);
    return physical == null && base != null ? base.mapping(addressSpace, virtualPage) : physical;
  }

  private Map<Long, Long> mappingsOf(int addressSpace) {
    return mappings.computeIfAbsent(addressSpace, k -> new HashMap<>());
  }

  /** Whether the address space has a mapping of its own (not a global one) for the page. */
  public boolean hasOwn(int addressSpace, long virtualPage) {
    return mappingsOf(addressSpace).containsKey(virtualPage);
  }

  /** Sets a mapping, for one address space or {@link SidebandRecord#GLOBAL}. */
  public void map(int addressSpace, long virtualPage, long physicalPage) {
    if (mappingsOf(addressSpace).put(virtualPage, physicalPage) == null) {
      weight += MAPPING_BYTES;
    }
  }

  /** An address space is gone for good; its serial number is not used again. */
  public void forget(int addressSpace) {
    Map<Long, Long> gone = mappings.remove(addressSpace);
    if (gone != null) {
      weight -= MAPPING_BYTES * gone.size();
    }
  }

  /** Applies a record of code or mapping; others change nothing. */
  public void apply(SidebandRecord item) {
    switch (item) {
      case SidebandRecord.Code code -> {
        int next = 0;
        for (int i = 0; i < 32; i++) {
          if ((code.mask() >>> i & 1) != 0) {
            setHalfword(code.line() + 2L * i, code.halfwords()[next++]);
          }
        }
      }
      case SidebandRecord.Mapping m -> map(m.addressSpace(), m.virtualPage(), m.physicalPage());
      case SidebandRecord.Task t -> {}
      case SidebandRecord.Time t -> {}
      case SidebandRecord.Symbols s -> {}
      case SidebandRecord.Note n -> {}
    }
  }

  /** About the size of {@link #snapshot}, in bytes. */
  public long weight() {
    return weight;
  }

  /** Everything known, in the order of a checkpoint: code by address, mappings by key. */
  public List<SidebandRecord> snapshot(long retired) {
    List<SidebandRecord> all = new ArrayList<>();
    for (Map.Entry<Long, short[]> page : new TreeMap<>(pages).entrySet()) {
      long[] mask = masks.get(page.getKey());
      for (int line = 0; line < 64; line++) {
        int lineMask = (int) (mask[line >>> 1] >>> ((line & 1) * 32));
        if (lineMask != 0) {
          short[] halfwords = new short[Integer.bitCount(lineMask)];
          int next = 0;
          for (int i = 0; i < 32; i++) {
            if ((lineMask >>> i & 1) != 0) {
              halfwords[next++] = page.getValue()[line * 32 + i];
            }
          }
          all.add(
              new SidebandRecord.Code(retired, page.getKey() + line * 64L, lineMask, halfwords));
        }
      }
    }
    for (Map.Entry<Integer, Map<Long, Long>> space : new TreeMap<>(mappings).entrySet()) {
      for (Map.Entry<Long, Long> m : new TreeMap<>(space.getValue()).entrySet()) {
        all.add(new SidebandRecord.Mapping(retired, space.getKey(), m.getKey(), m.getValue()));
      }
    }
    return all;
  }
}
