package bbt.reconstruct.memory;

import static bbt.reconstruct.memory.MemoryEvent.FETCH;
import static bbt.reconstruct.memory.MemoryEvent.READ;
import static bbt.reconstruct.memory.MemoryEvent.WRITE;

/**
 * A memory system at work. Each hart has first-level caches, TLBs and a branch predictor of its
 * own; the second-level cache is everybody's. Everything is empty at first.
 *
 * <p>Caches go by physical addresses, TLBs by virtual ones and the address space; pages of negative
 * addresses, the kernel's, are the same in all address spaces. An access causes each event at most
 * once, also where it lies in two lines or two pages. A fetch or access asks L2 for the lines that
 * L1 does not hold, or for all where there is no L1 for it.
 */
public final class MemorySystem {
  /** Bits of the number of a page. */
  private static final int PAGE_BITS = 45;

  /** The bits of an address space's number that tell it from others. */
  private static final int SPACES = (1 << 16) - 1;

  private static final int PAGE_SHIFT = 12;

  /** The address space of accesses that are not translated. */
  public static final int UNTRANSLATED = 0;

  private final Hart[] harts;

  /** Null without an L2. */
  private final Cache l2;

  private final int l2Shift;

  /** The parts of a hart; null where it has none. */
  private static final class Hart {
    final Cache l1i;
    final Cache l1d;
    final Cache itlb;
    final Cache dtlb;
    final Cache l2tlb;
    final BranchPredictor predictor;
    final int l1iShift;
    final int l1dShift;
    final boolean writeThrough;

    /** The line and the page of the last fetch; -1 before. */
    long lastLine = -1;

    long lastPage = -1;

    Hart(MemoryConfig config) {
      l1i = cache(config, MemoryConfig.Part.L1I);
      l1d = cache(config, MemoryConfig.Part.L1D);
      itlb = cache(config, MemoryConfig.Part.ITLB);
      dtlb = cache(config, MemoryConfig.Part.DTLB);
      l2tlb = cache(config, MemoryConfig.Part.L2TLB);
      predictor = config.predictor() == null ? null : new BranchPredictor(config.predictor());
      CacheShape data = config.part(MemoryConfig.Part.L1D);
      l1iShift = shift(config, MemoryConfig.Part.L1I);
      l1dShift = shift(config, MemoryConfig.Part.L1D);
      writeThrough = data != null && data.writeThrough();
    }
  }

  /** Makes an empty memory system for a number of harts. */
  public MemorySystem(MemoryConfig config, int harts) {
    l2 = cache(config, MemoryConfig.Part.L2);
    l2Shift = shift(config, MemoryConfig.Part.L2);
    this.harts = new Hart[harts];
    for (int i = 0; i < harts; i++) {
      this.harts[i] = new Hart(config);
    }
  }

  private static Cache cache(MemoryConfig config, MemoryConfig.Part part) {
    CacheShape shape = config.part(part);
    return shape == null ? null : new Cache(shape);
  }

  /** Log2 of the bytes of a line; of L2's where the part is not there. */
  private static int shift(MemoryConfig config, MemoryConfig.Part part) {
    CacheShape shape = config.part(part);
    CacheShape other = shape == null ? config.part(MemoryConfig.Part.L2) : shape;
    return Integer.numberOfTrailingZeros(other == null ? 64 : other.lineBytes());
  }

  /** Bytes of the lines by which instructions are fetched. */
  public int fetchBytes() {
    return 1 << harts[0].l1iShift;
  }

  /**
   * Fetches an instruction, or the part of it that lies in one page.
   *
   * @param space its address space, or {@link #UNTRANSLATED}
   * @return the bits of its events
   */
  public int fetch(int hart, int space, long virtual, long physical, int bytes) {
    Hart h = harts[hart];
    long page = page(space, virtual);
    int events = 0;
    if (page != h.lastPage) {
      h.lastPage = page;
      events = translate(h, h.itlb, space, page) << FETCH;
    }
    long first = physical >>> h.l1iShift;
    long last = physical + bytes - 1 >>> h.l1iShift;
    for (long line = first; line <= last; line++) {
      if (line != h.lastLine) {
        h.lastLine = line;
        if (h.l1i == null) {
          events |= behind(line << h.l1iShift, 1 << h.l1iShift, false) << FETCH;
        } else if (h.l1i.access(line, false) != Cache.HIT) {
          events |= (1 | behind(line << h.l1iShift, 1 << h.l1iShift, false)) << FETCH;
        }
      }
    }
    return events;
  }

  /**
   * Loads or stores within one page.
   *
   * @param space its address space, or {@link #UNTRANSLATED}
   * @param store whether it is a store, or an atomic read and write
   * @return the bits of its events
   */
  public int access(int hart, int space, long virtual, long physical, int bytes, boolean store) {
    Hart h = harts[hart];
    int events = translate(h, h.dtlb, space, page(space, virtual));
    long first = physical >>> h.l1dShift;
    long last = physical + bytes - 1 >>> h.l1dShift;
    int writeBack = 0;
    for (long line = first; line <= last; line++) {
      if (h.l1d == null) {
        events |= behind(line << h.l1dShift, 1 << h.l1dShift, store);
        continue;
      }
      if (store && h.writeThrough) {
        // The store goes on to L2 whether L1 holds the line or not; no line is brought for it.
        events |= behind(line << h.l1dShift, 1 << h.l1dShift, true);
        events |= h.l1d.touch(line, false) ? 0 : 1;
        continue;
      }
      int found = h.l1d.access(line, store);
      if (found != Cache.HIT) {
        long evicted = h.l1d.evicted();
        events |= 1 | behind(line << h.l1dShift, 1 << h.l1dShift, false);
        if (found == Cache.MISS_WRITES_BACK) {
          writeBack = MemoryEvent.WRITE_BACK.bit();
          if (l2 != null) {
            l2.mark(evicted << h.l1dShift >>> l2Shift);
          }
        }
      }
    }
    return events << (store ? WRITE : READ) | writeBack;
  }

  /** Asks L2 for the line of L1 that it has to bring: 2, the bit of its miss, or 0. */
  private int behind(long physical, int bytes, boolean dirty) {
    if (l2 == null) {
      return 0;
    }
    int missed = 0;
    long last = physical + bytes - 1 >>> l2Shift;
    for (long line = physical >>> l2Shift; line <= last; line++) {
      if (l2.access(line, dirty) != Cache.HIT) {
        missed = 2;
      }
    }
    return missed;
  }

  /** The number of a page, beside that of its address space unless it is the kernel's. */
  private static long page(int space, long virtual) {
    long page = virtual >>> PAGE_SHIFT & (1L << PAGE_BITS) - 1;
    return virtual < 0 ? page : page | (long) (space & SPACES) << PAGE_BITS;
  }

  /** Looks a page up: 4 if the first TLB does not hold it, and 8 if none does. */
  private static int translate(Hart h, Cache tlb, int space, long page) {
    if (space == UNTRANSLATED || tlb == null || tlb.access(page, false) == Cache.HIT) {
      return 0;
    }
    return h.l2tlb == null || h.l2tlb.access(page, false) != Cache.HIT ? 4 | 8 : 4;
  }

  // ---- branches

  /**
   * A conditional branch.
   *
   * @param backward whether its target is not behind it
   * @return the bits of its events
   */
  public int branch(int hart, long pc, boolean backward, boolean taken) {
    BranchPredictor predictor = harts[hart].predictor;
    return predictor == null || predictor.branch(pc, backward, taken)
        ? 0
        : MemoryEvent.BRANCH.bit();
  }

  /**
   * A call of any kind; if it goes through a register, {@link #jump} comes first.
   *
   * @param link where it returns to
   */
  public void call(int hart, long link) {
    BranchPredictor predictor = harts[hart].predictor;
    if (predictor != null) {
      predictor.call(link);
    }
  }

  /** A return; returns the bits of its events. */
  public int returned(int hart, long pc, long target) {
    BranchPredictor predictor = harts[hart].predictor;
    return predictor == null || predictor.returned(pc, target) ? 0 : MemoryEvent.RETURN.bit();
  }

  /** A jump or call through a register; returns the bits of its events. */
  public int jump(int hart, long pc, long target) {
    BranchPredictor predictor = harts[hart].predictor;
    return predictor == null || predictor.jump(pc, target) ? 0 : MemoryEvent.JUMP.bit();
  }
}
