package bbt.translator.riscv.cpu;

import bbt.ptg.guest.rtl.Amo;
import bbt.ptg.riscv.semantics.CacheOp;
import bbt.translator.memory.HostMemory;
import bbt.translator.memory.Tlb;
import bbt.translator.mmu.Mem;

/**
 * Accesses memory in the ways that only RISC-V guests have, from both engines: load-reserved,
 * store-conditional, read-modify-write, cache blocks. What holds of {@link Mem} holds here.
 */
public final class RiscvMem {
  private static final int ZERO_BIT = CacheOp.ZERO.bit();

  private RiscvMem() {}

  /** lr.w: loads, sign-extended, and reserves the 64-byte line. */
  public static long loadReserved32(Cpu cpu, long address, int site) {
    return (int) cpu.mmu.loadReserved(address, 4, site);
  }

  /** lr.d. */
  public static long loadReserved64(Cpu cpu, long address, int site) {
    return cpu.mmu.loadReserved(address, 8, site);
  }

  /** sc.w: 0 when it stored, 1 when the reservation was gone. */
  public static long storeConditional32(Cpu cpu, long address, long value, int site) {
    return cpu.mmu.storeConditional(address, value, 4, site);
  }

  /** sc.d. */
  public static long storeConditional64(Cpu cpu, long address, long value, int site) {
    return cpu.mmu.storeConditional(address, value, 8, site);
  }

  /** amoOP.w: returns the old value, sign-extended. */
  public static long amo32(Cpu cpu, Amo operation, long address, long value, int site) {
    long entry = cpu.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & Mem.TAG4)) {
      return AtomicMemoryOperations.update32(
          operation, address + HostMemory.getLong(entry + 8), (int) value);
    }
    return cpu.mmu.amo(operation, address, value, 4, site);
  }

  /** amoOP.d: returns the old value. */
  public static long amo64(Cpu cpu, Amo operation, long address, long value, int site) {
    long entry = cpu.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & Mem.TAG8)) {
      return AtomicMemoryOperations.update64(
          operation, address + HostMemory.getLong(entry + 8), value);
    }
    return cpu.mmu.amo(operation, address, value, 8, site);
  }

  /** cbo.inval, cbo.clean, cbo.flush. */
  public static void cacheBlock(Cpu cpu, CacheOp operation, long address, int site) {
    cpu.mmu.cacheBlock(operation, address, site);
  }

  /** cbo.zero. */
  public static void zeroBlock(Cpu cpu, long address, int site) {
    long block = address & -CacheOp.BLOCK_BYTES;
    long entry = cpu.writeTlb + (block >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (block & Mem.TAG1) && (cpu.cacheOps & ZERO_BIT) != 0) {
      HostMemory.zeroBlock(block + HostMemory.getLong(entry + 8));
    } else {
      cpu.mmu.cacheBlock(CacheOp.ZERO, address, site);
    }
  }
}
