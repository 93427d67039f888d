package bbt.translator.codegen;

import bbt.translator.code.Region;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.hart.RegionExit;
import bbt.translator.memory.HostMemory;

/**
 * The superclass of the generated classes, which handles a region that is left in the middle of a
 * node. A class knows neither a machine nor at which address its page is seen: that is in the
 * instance.
 */
public abstract class CompiledRegion extends Region {
  /** Null in a region that is only there to be made {@link #again}. */
  private final RegionFacts facts;

  /** See {@link RegionFacts#base}. */
  protected final long base;

  /** Id of path number 0. */
  protected final int pathBase;

  /** See {@link RegionFacts#nodeIds}. */
  protected final int[] nodeIds;

  protected CompiledRegion(long longestPath, RegionFacts facts) {
    super(longestPath);
    this.facts = facts;
    this.base = facts == null ? 0 : facts.base();
    this.pathBase = facts == null ? 0 : facts.pathBase;
    this.nodeIds = facts == null ? null : facts.nodeIds;
  }

  /**
   * Returns another instance of this code: for another page, or for another machine.
   *
   * @param longestPath see {@link Region}
   */
  public abstract CompiledRegion again(long longestPath, RegionFacts facts);

  /**
   * An instruction faulted: makes the hart's state exact, records the open path and passes the
   * fault on.
   *
   * @param budget the local, as at the start of the node
   * @param pointer the local record pointer
   * @param path the local path number
   */
  protected final GuestTrap fault(GuestTrap trap, Hart cpu, long budget, long pointer, int path) {
    RegionSites sites = facts.sites;
    int site = trap.site;
    int first = sites.firstSiteOf(site);
    if (trap.cause == sites.illegalInstruction) {
      trap.tval = sites.bits[site] & 0xFFFF_FFFFL;
    }
    cpu.pc = base + sites.pcs[site];
    cpu.budget = budget - (site - first);
    if (sites.verify) {
      cpu.verifyHash = sites.verifyHash(cpu.verifyHash, base, first, site);
    }
    if (facts.openPath != null) {
      cpu.recordPointer = pointer;
      facts.openPath.record(cpu, path, site);
    }
    return trap;
  }

  /** An instruction only the interpreter can do: leaves the hart in the middle of the node. */
  protected final void leave(RegionExit exit, Hart cpu, long budget, long pointer, int path) {
    RegionSites sites = facts.sites;
    int site = exit.site;
    if (exit.floating) {
      facts.leftForFloat();
    }
    int first = sites.firstSiteOf(site);
    cpu.pc = base + sites.pcs[site];
    cpu.budget = budget;
    cpu.partial = site - first;
    cpu.nodeStart = base + sites.pcs[first];
    if (sites.verify) {
      cpu.verifyHash = sites.verifyHash(cpu.verifyHash, base, first, site);
    }
    if (facts.openPath != null) {
      cpu.recordPointer = pointer;
      facts.openPath.record(cpu, path, first);
    }
  }

  /**
   * Appends a path id to the record buffer, where there is room for all of a region.
   *
   * @return the pointer behind it
   */
  public static long append(long pointer, int id) {
    HostMemory.putInt(pointer, id);
    return pointer + Integer.BYTES;
  }
}
