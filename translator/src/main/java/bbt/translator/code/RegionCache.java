package bbt.translator.code;

import bbt.translator.hart.Hart;

/**
 * A direct-mapped cache from pc to region, looked up at each exit of a region. A hit costs four
 * independent loads and needs no invalidation: it holds only while the fetch TLB shows the same
 * code page at the pc and the region was not dropped (a dropped one fits no budget).
 */
public final class RegionCache {
  private static final int SIZE = 8192;

  private final FetchTlb fetchTlb;
  private final long[] pcs = new long[SIZE];
  private final CodePage[] pages = new CodePage[SIZE];
  private final Region[] regions = new Region[SIZE];

  public RegionCache(FetchTlb fetchTlb) {
    this.fetchTlb = fetchTlb;
  }

  /**
   * The region that can be entered at the current pc with the current budget, or {@code null}.
   *
   * @throws bbt.translator.hart.GuestTrap instruction page fault or access fault
   */
  public Region find(Hart cpu) {
    long pc = cpu.pc;
    int index = (int) (pc >>> 1 ^ pc >>> 12) & (SIZE - 1);
    CodePage page = fetchTlb.shown[FetchTlb.index(cpu, pc)];
    if (pcs[index] == pc && pages[index] == page && page != null) {
      Region region = regions[index];
      if (region.fits(cpu.budget)) {
        return region;
      }
    }
    return miss(cpu, index);
  }

  private Region miss(Hart cpu, int index) {
    CodePage page = fetchTlb.lookup(cpu, cpu.pc);
    Region region = page.region(PhysicalCode.slot(cpu.pc));
    if (region != null && !region.fits(cpu.budget)) {
      return null;
    }
    if (region != null) {
      pcs[index] = cpu.pc;
      pages[index] = page;
      regions[index] = region;
    }
    return region;
  }
}
