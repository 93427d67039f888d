package bbt.translator.mmu;

import bbt.ptg.guest.Amo;
import bbt.ptg.riscv.CacheOp;
import bbt.translator.runtime.Cpu;

/**
 * Every data access of guest code, from both engines: the soft-TLB's fast path, in methods small
 * enough that HotSpot inlines them everywhere (C1MaxInlineSize=100). A hit costs two host loads,
 * one comparison and the access; it allocates and locks nothing. A miss goes to {@link Mmu}.
 *
 * <p>{@code site}: &gt;= 0 is the instruction's index in the running region; &lt; 0 is the
 * interpreter, and {@code ~site} the instructions retired in the node before this one. It is looked
 * at on the slow path alone, which may throw {@link bbt.translator.runtime.GuestTrap} and, for a
 * region, {@link bbt.translator.runtime.RegionExit}; in both cases nothing has been changed.
 *
 * <p>Loads return the value sign-extended (S8, S16, S32, D64) or zero-extended (U8, U16, U32).
 */
public final class Mem {
  private Mem() {}

  private static final long TAG1 = ~0xFFFL;
  private static final long TAG2 = ~0xFFEL;
  private static final long TAG4 = ~0xFFCL;
  private static final long TAG8 = ~0xFF8L;
  private static final int ZERO_BIT = CacheOp.ZERO.bit();

  public static long loadS8(Cpu cpu, long address, int site) {
    long entry = cpu.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG1)
        ? HostMemory.getByte(address + HostMemory.getLong(entry + 8))
        : (byte) cpu.mmu.load(address, 1, site);
  }

  public static long loadU8(Cpu cpu, long address, int site) {
    long entry = cpu.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG1)
        ? HostMemory.getByte(address + HostMemory.getLong(entry + 8)) & 0xFF
        : cpu.mmu.load(address, 1, site);
  }

  public static long loadS16(Cpu cpu, long address, int site) {
    long entry = cpu.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG2)
        ? HostMemory.getShort(address + HostMemory.getLong(entry + 8))
        : (short) cpu.mmu.load(address, 2, site);
  }

  public static long loadU16(Cpu cpu, long address, int site) {
    long entry = cpu.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG2)
        ? HostMemory.getChar(address + HostMemory.getLong(entry + 8))
        : cpu.mmu.load(address, 2, site);
  }

  public static long loadS32(Cpu cpu, long address, int site) {
    long entry = cpu.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG4)
        ? HostMemory.getInt(address + HostMemory.getLong(entry + 8))
        : (int) cpu.mmu.load(address, 4, site);
  }

  public static long loadU32(Cpu cpu, long address, int site) {
    long entry = cpu.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG4)
        ? HostMemory.getInt(address + HostMemory.getLong(entry + 8)) & 0xFFFF_FFFFL
        : cpu.mmu.load(address, 4, site);
  }

  public static long loadD64(Cpu cpu, long address, int site) {
    long entry = cpu.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG8)
        ? HostMemory.getLong(address + HostMemory.getLong(entry + 8))
        : cpu.mmu.load(address, 8, site);
  }

  /** The bits of a load of 64 bits as a double: no way through an integer register. */
  public static double loadDouble(Cpu cpu, long address, int site) {
    long entry = cpu.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG8)
        ? HostMemory.getDouble(address + HostMemory.getLong(entry + 8))
        : Double.longBitsToDouble(cpu.mmu.load(address, 8, site));
  }

  /** The bits of a load of 32 bits as a float. */
  public static float loadFloat(Cpu cpu, long address, int site) {
    long entry = cpu.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG4)
        ? HostMemory.getFloat(address + HostMemory.getLong(entry + 8))
        : Float.intBitsToFloat((int) cpu.mmu.load(address, 4, site));
  }

  /** Stores the bits of a double. */
  public static void storeDouble(Cpu cpu, long address, double value, int site) {
    long entry = cpu.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & TAG8)) {
      HostMemory.putDouble(address + HostMemory.getLong(entry + 8), value);
    } else {
      cpu.mmu.store(address, Double.doubleToRawLongBits(value), 8, site);
    }
  }

  public static void store8(Cpu cpu, long address, long value, int site) {
    long entry = cpu.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & TAG1)) {
      HostMemory.putByte(address + HostMemory.getLong(entry + 8), (byte) value);
    } else {
      cpu.mmu.store(address, value, 1, site);
    }
  }

  public static void store16(Cpu cpu, long address, long value, int site) {
    long entry = cpu.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & TAG2)) {
      HostMemory.putShort(address + HostMemory.getLong(entry + 8), (short) value);
    } else {
      cpu.mmu.store(address, value, 2, site);
    }
  }

  public static void store32(Cpu cpu, long address, long value, int site) {
    long entry = cpu.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & TAG4)) {
      HostMemory.putInt(address + HostMemory.getLong(entry + 8), (int) value);
    } else {
      cpu.mmu.store(address, value, 4, site);
    }
  }

  public static void store64(Cpu cpu, long address, long value, int site) {
    long entry = cpu.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & TAG8)) {
      HostMemory.putLong(address + HostMemory.getLong(entry + 8), value);
    } else {
      cpu.mmu.store(address, value, 8, site);
    }
  }

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
    if (HostMemory.getLong(entry) == (address & TAG4)) {
      return Atomics.update32(operation, address + HostMemory.getLong(entry + 8), (int) value);
    }
    return cpu.mmu.amo(operation, address, value, 4, site);
  }

  /** amoOP.d: returns the old value. */
  public static long amo64(Cpu cpu, Amo operation, long address, long value, int site) {
    long entry = cpu.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & TAG8)) {
      return Atomics.update64(operation, address + HostMemory.getLong(entry + 8), value);
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
    if (HostMemory.getLong(entry) == (block & TAG1) && (cpu.cacheOps & ZERO_BIT) != 0) {
      HostMemory.zeroBlock(block + HostMemory.getLong(entry + 8));
    } else {
      cpu.mmu.cacheBlock(CacheOp.ZERO, address, site);
    }
  }
}
