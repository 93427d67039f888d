package bbt.translator.engine;

import bbt.translator.code.CodePage;
import bbt.translator.code.FetchTlb;
import bbt.translator.code.PhysicalCode;
import bbt.translator.code.Region;
import bbt.translator.code.RegionCache;
import bbt.translator.code.Tiering;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;

/** Runs regions, one after the other. */
public final class Regions {
  private final RegionCache cache;
  private final TrapEntry traps;

  public Regions(FetchTlb fetchTlb, TrapEntry traps) {
    this.cache = new RegionCache(fetchTlb);
    this.traps = traps;
  }

  /**
   * The region to run in place of a node whose heat is used up; {@code null} where there is none,
   * or it does not fit the budget.
   *
   * @param slot of the node, which is at {@code cpu.pc}
   */
  public static Region hot(Hart cpu, CodePage page, int slot, Tiering tiering) {
    Region region = page.region(slot);
    if (region == null) {
      page.heat[slot] = tiering.hot(page, slot);
      region = page.region(slot);
      if (region == null) {
        return null;
      }
    }
    page.heat[slot] = 0;
    return region.fits(cpu.budget) ? region : null;
  }

  /**
   * Runs regions as long as there is one for where the last one led, and takes the trap that ends
   * the last. An event that is due comes before the next fetch, which may fault or fill the fetch
   * TLB.
   *
   * @param first the region at {@code cpu.pc}, which fits the budget
   */
  public void run(Hart cpu, Region first) {
    Region region = first;
    try {
      do {
        region.run(cpu, PhysicalCode.slot(cpu.pc));
        traps.flushRecords(cpu);
      } while (cpu.nodeStart == -1 && cpu.budget > 0 && (region = cache.find(cpu)) != null);
    } catch (GuestTrap trap) {
      traps.take(cpu, trap.cause, trap.tval);
    }
  }
}
