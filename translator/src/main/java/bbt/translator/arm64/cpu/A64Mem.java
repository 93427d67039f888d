package bbt.translator.arm64.cpu;

import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.RegionExit;
import bbt.translator.memory.HostMemory;
import bbt.translator.memory.Tlb;
import bbt.translator.mmu.Mem;

/**
 * Accesses memory in the ways that only AArch64 guests have. What holds of {@link Mem} holds here.
 */
public final class A64Mem {
  private static final int STACK_BYTES = 16;
  private static final int PAIR_BYTES = 16;

  private A64Mem() {}

  /**
   * The base of an address, from a place in {@link A64Cpu#x}.
   *
   * @throws GuestTrap if it is the stack pointer, is misaligned and that is checked
   */
  public static long base(A64Cpu cpu, int register, int site) {
    long base = cpu.x[register];
    if (register == A64Cpu.SP && (base & STACK_BYTES - 1) != 0) {
      checkStack(cpu, base, site);
    }
    return base;
  }

  /**
   * Traps if the stack pointer that is the base of an address is misaligned and that is checked.
   */
  public static void requireStackAligned(A64Cpu cpu, long stack, int site) {
    if ((stack & STACK_BYTES - 1) != 0) {
      checkStack(cpu, stack, site);
    }
  }

  private static void checkStack(A64Cpu cpu, long stack, int site) {
    boolean checked =
        cpu.control.has(
            cpu.priv == 0 ? A64Control.PROGRAM_STACK_ALIGNMENT : A64Control.STACK_ALIGNMENT);
    if (checked) {
      throw cpu.trap(Syndrome.SP_ALIGNMENT, 0, stack, site);
    }
  }

  /** Traps if the address of a load or a store is no multiple of a number of bytes. */
  public static void requireAligned(A64Cpu cpu, long address, int bytes, boolean store, int site) {
    if ((address & bytes - 1) != 0) {
      throw cpu.mmu.misaligned(address, store, site);
    }
  }

  /** {@link #requireAligned} where SCTLR_EL1.A asks for it. */
  public static void checkAligned(A64Cpu cpu, long address, int bytes, boolean store, int site) {
    if ((address & bytes - 1) != 0) {
      cpu.mmu.checkAlignment(address, bytes, store, site);
    }
  }

  /** {@link #checkAligned} of a load. */
  public static void checkLoadAligned(A64Cpu cpu, long address, long bytes, int site) {
    checkAligned(cpu, address, (int) bytes, false, site);
  }

  /** {@link #checkAligned} of a store. */
  public static void checkStoreAligned(A64Cpu cpu, long address, long bytes, int site) {
    checkAligned(cpu, address, (int) bytes, true, site);
  }

  /** Loads a doubleword of elements, whose alignment has been checked. */
  public static long loadElements(A64Cpu cpu, long address, int site) {
    long entry = cpu.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & Mem.TAG8)
        ? HostMemory.getLong(address + HostMemory.getLong(entry + 8))
        : cpu.loadChecked(address, Long.BYTES, site);
  }

  /** Stores a doubleword of elements, whose alignment has been checked. */
  public static void storeElements(A64Cpu cpu, long address, long value, int site) {
    long entry = cpu.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & Mem.TAG8)) {
      HostMemory.putLong(address + HostMemory.getLong(entry + 8), value);
    } else {
      cpu.storeChecked(address, value, Long.BYTES, site);
    }
  }

  /** {@link #requireAligned} of a load. */
  public static void requireLoadAligned(A64Cpu cpu, long address, long bytes, int site) {
    requireAligned(cpu, address, (int) bytes, false, site);
  }

  /** {@link #requireAligned} of a store. */
  public static void requireStoreAligned(A64Cpu cpu, long address, long bytes, int site) {
    requireAligned(cpu, address, (int) bytes, true, site);
  }

  public static long loadReserved8(A64Cpu cpu, long address, int site) {
    return cpu.mmu.loadReserved(address, 1, site);
  }

  public static long loadReserved16(A64Cpu cpu, long address, int site) {
    requireAligned(cpu, address, 2, false, site);
    return cpu.mmu.loadReserved(address, 2, site);
  }

  public static long loadReserved32(A64Cpu cpu, long address, int site) {
    requireAligned(cpu, address, 4, false, site);
    return cpu.mmu.loadReserved(address, 4, site);
  }

  public static long loadReserved64(A64Cpu cpu, long address, int site) {
    requireAligned(cpu, address, 8, false, site);
    return cpu.mmu.loadReserved(address, 8, site);
  }

  private static long conditional(A64Cpu cpu, long address, long value, int bytes, int site) {
    return cpu.mmu.storeConditional(address, value, 0, bytes, site);
  }

  public static long storeConditional8(A64Cpu cpu, long address, long value, int site) {
    return conditional(cpu, address, value, 1, site);
  }

  public static long storeConditional16(A64Cpu cpu, long address, long value, int site) {
    return conditional(cpu, address, value, 2, site);
  }

  public static long storeConditional32(A64Cpu cpu, long address, long value, int site) {
    return conditional(cpu, address, value, 4, site);
  }

  public static long storeConditional64(A64Cpu cpu, long address, long value, int site) {
    return conditional(cpu, address, value, 8, site);
  }

  /** Stores 16 bytes if they are reserved. */
  public static long storeConditionalPair(
      A64Cpu cpu, long address, long first, long second, int site) {
    return cpu.mmu.storeConditional(address, first, second, PAIR_BYTES, site);
  }

  /** Stores two words, or neither. */
  public static void storePair32(A64Cpu cpu, long address, long first, long second, int site) {
    long entry = cpu.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & Mem.TAG8)) {
      HostMemory.putLong(
          address + HostMemory.getLong(entry + 8), first & 0xFFFF_FFFFL | second << 32);
      return;
    }
    cpu.mmu.checkAlignment(address, 4, true, site);
    cpu.mmu.requireWritable(address, 8, site);
    Mem.store32(cpu, address, first, site);
    Mem.store32(cpu, address + 4, second, site);
  }

  /** Stores two doublewords, or neither. */
  public static void storePair64(A64Cpu cpu, long address, long first, long second, int site) {
    long entry = cpu.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    boolean inPage = (address & 4095) <= 4096 - PAIR_BYTES;
    if (HostMemory.getLong(entry) == (address & Mem.TAG8) && inPage) {
      long host = address + HostMemory.getLong(entry + 8);
      HostMemory.putLong(host, first);
      HostMemory.putLong(host + 8, second);
      return;
    }
    cpu.mmu.checkAlignment(address, 8, true, site);
    cpu.mmu.requireWritable(address, PAIR_BYTES, site);
    Mem.store64(cpu, address, first, site);
    Mem.store64(cpu, address + 8, second, site);
  }

  /** Traps if some bytes cannot be stored to. */
  public static void requireWritable(A64Cpu cpu, long address, long bytes, int site) {
    cpu.mmu.requireWritable(address, (int) bytes, site);
  }

  /** Traps if floating point and vectors are switched off. */
  public static void requireVectors(A64Cpu cpu, int site) {
    cpu.control.requireFloating(site);
  }

  /** A load with the rights of a program: zero-extended. */
  public static long loadUnprivileged(A64Cpu cpu, long address, long bytes, int site) {
    return cpu.mmu.loadUnprivileged(address, (int) bytes, site);
  }

  public static void storeUnprivileged(A64Cpu cpu, long address, long value, long bytes, int site) {
    cpu.mmu.storeUnprivileged(address, value, (int) bytes, site);
  }

  /** DC ZVA, which a program may be kept from. */
  public static void zeroBlock(A64Cpu cpu, A64Op op, long address, int site) {
    zeroBlock(cpu, address, Syndrome.access(op.register, op.rd, false), site);
  }

  /**
   * DC ZVA, which a program may be kept from.
   *
   * @param access what the trap says then
   */
  public static void zeroBlock(A64Cpu cpu, long address, long access, int site) {
    if (cpu.priv == 0 && !cpu.control.has(A64Control.PROGRAM_ZEROES)) {
      throw cpu.trap(Syndrome.SYSTEM, (int) access, 0, site);
    }
    long block = address & -A64Mmu.LINE;
    long entry = cpu.writeTlb + (block >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (block & Mem.TAG1)) {
      HostMemory.zeroBlock(block + HostMemory.getLong(entry + 8));
    } else {
      cpu.mmu.zeroBlock(address, site);
    }
  }

  /** Ends the reservation. */
  public static void clearExclusive(A64Cpu cpu, int site) {
    cpu.reservation = -1;
  }

  // ---- for regions alone

  /**
   * Where a jump of a region leads: an aligned address without a tag. What leads elsewhere, or may,
   * is left to the interpreter.
   */
  public static long branchTarget(A64Cpu cpu, long target, int site) {
    if ((target & 3) != 0 || target << 8 >> 8 != target) {
      throw RegionExit.at(site);
    }
    return target;
  }

  /** Reads a system register; what traps is left to the interpreter. */
  public static long read(A64Cpu cpu, A64Register register, int site) {
    if (!cpu.control.mayRead(register)) {
      throw RegionExit.at(site);
    }
    return cpu.control.get(register);
  }

  /**
   * Writes the interrupt masks. What traps, and what may let an interrupt in or keep it out, is
   * left to the interpreter.
   */
  public static void masks(A64Cpu cpu, long masks, int site) {
    requireQuiet(cpu, site);
    cpu.masks((int) masks);
  }

  /** Sets interrupt masks; see {@link #masks}. */
  public static void setMasks(A64Cpu cpu, long masks, int site) {
    requireQuiet(cpu, site);
    cpu.masks(cpu.daif | (int) masks);
  }

  /** Clears interrupt masks; see {@link #masks}. */
  public static void clearMasks(A64Cpu cpu, long masks, int site) {
    requireQuiet(cpu, site);
    cpu.masks(cpu.daif & ~(int) masks);
  }

  private static void requireQuiet(A64Cpu cpu, int site) {
    if (cpu.priv == 0 || cpu.interruptRequested()) {
      throw RegionExit.at(site);
    }
  }

  /** An operation on caches, which does nothing; a program's is left to the interpreter. */
  public static void cache(A64Cpu cpu, int site) {
    if (cpu.priv == 0) {
      throw RegionExit.at(site);
    }
  }
}
