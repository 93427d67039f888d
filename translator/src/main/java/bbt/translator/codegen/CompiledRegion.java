package bbt.translator.codegen;

import bbt.translator.code.Region;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;
import bbt.translator.hart.RegionExit;
import bbt.translator.memory.HostMemory;

/** Superclass of the generated classes: what happens when a region is left in mid-node. */
public abstract class CompiledRegion extends Region {
  private final RegionFacts facts;

  protected CompiledRegion(long longestPath, RegionFacts facts) {
    super(longestPath);
    this.facts = facts;
  }

  /**
   * An instruction faulted: makes the hart's state exact, records the open path and passes the
   * fault on.
   *
   * @param budget the local, as at the start of the node
   * @param pointer the local record pointer
   * @param path the local path number
   */
  protected final GuestTrap fault(GuestTrap trap, Hart cpu, long budget, long pointer, int path) {
    int site = trap.site;
    int first = facts.firstSiteOf(site);
    if (trap.cause == facts.illegalInstruction) {
      trap.tval = facts.bits[site] & 0xFFFF_FFFFL;
    }
    cpu.pc = facts.pcs[site];
    cpu.budget = budget - (site - first);
    if (facts.verify) {
      cpu.verifyHash = facts.verifyHash(cpu.verifyHash, first, site);
    }
    if (facts.openPath != null) {
      cpu.recordPointer = pointer;
      facts.openPath.record(cpu, path, site);
    }
    return trap;
  }

  /** An instruction only the interpreter can do: leaves the hart in the middle of the node. */
  protected final void leave(RegionExit exit, Hart cpu, long budget, long pointer, int path) {
    int site = exit.site;
    if (exit.floating) {
      facts.leftForFloat();
    }
    int first = facts.firstSiteOf(site);
    cpu.pc = facts.pcs[site];
    cpu.budget = budget;
    cpu.partial = site - first;
    cpu.nodeStart = facts.pcs[first];
    if (facts.verify) {
      cpu.verifyHash = facts.verifyHash(cpu.verifyHash, first, site);
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
