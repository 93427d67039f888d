package bbt.translator.codegen;

import bbt.translator.engine.Region;
import bbt.translator.mmu.HostMemory;
import bbt.translator.runtime.Cpu;
import bbt.translator.runtime.GuestTrap;
import bbt.translator.runtime.RegionExit;

/** Superclass of the generated classes: what happens when a region is left in mid-node. */
public abstract class CompiledRegion extends Region {
  /** mcause of an illegal instruction. */
  private static final int ILLEGAL_INSTRUCTION = 2;

  /** Largest rounding mode of fcsr.frm that is not reserved. */
  private static final int LAST_ROUNDING_MODE = 4;

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
  protected final GuestTrap fault(GuestTrap trap, Cpu cpu, long budget, long pointer, int path) {
    int site = trap.site;
    int first = facts.firstSiteOf(site);
    if (trap.cause == ILLEGAL_INSTRUCTION) {
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
  protected final void leave(RegionExit exit, Cpu cpu, long budget, long pointer, int path) {
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

  /**
   * The check before a floating-point instruction: mstatus.FS must not be off.
   *
   * @param state what {@link bbt.translator.fp.Quick#state} said; not 0 implies this condition
   */
  public static void requireFp(int state, Cpu cpu, int bits, int site) {
    if (state == 0 && cpu.fs == 0) {
      throw GuestTrap.of(ILLEGAL_INSTRUCTION, bits & 0xFFFFFFFFL, site);
    }
  }

  /**
   * The check before an instruction with dynamic rounding: fcsr.frm must not be reserved.
   *
   * @param state what {@link bbt.translator.fp.Quick#state} said; not 0 implies this condition
   */
  public static void requireRoundingMode(int state, Cpu cpu, int bits, int site) {
    if (state == 0 && cpu.frm > LAST_ROUNDING_MODE) {
      throw GuestTrap.of(ILLEGAL_INSTRUCTION, bits & 0xFFFFFFFFL, site);
    }
  }
}
