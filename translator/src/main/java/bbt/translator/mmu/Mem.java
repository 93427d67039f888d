package bbt.translator.mmu;

import bbt.translator.hart.Hart;
import bbt.translator.memory.HostMemory;
import bbt.translator.memory.Tlb;

/**
 * Accesses data memory for guest code, from both engines: the soft-TLB's fast path, in methods
 * small enough that C2 inlines them. C1 calls them: inlined there, its work doubles, and a region
 * waits longer for its code than the calls cost (docs/performance.md, "Tried, and not kept"). A hit
 * costs two host loads, one comparison and the access; it allocates and locks nothing. A miss goes
 * to the hart. (The interpreter's dispatch loop, which must call nothing, has the text of a hit in
 * itself, and comes here with a miss: {@code JavaRtl}.)
 *
 * <p>{@code site}: &gt;= 0 is the instruction's index in the running region; &lt; 0 is the
 * interpreter, and {@code ~site} the instructions retired in the node before this one. It is looked
 * at on the slow path alone, which may throw {@link bbt.translator.hart.GuestTrap} and, for a
 * region, {@link bbt.translator.hart.RegionExit}; in both cases nothing has been changed.
 *
 * <p>Loads return the value sign-extended (S8, S16, S32, D64) or zero-extended (U8, U16, U32).
 */
public final class Mem {
  private Mem() {}

  // Of an address, what must be equal to an entry's tag: the page, and 0 for what is aligned.

  public static final long TAG1 = ~0xFFFL;
  public static final long TAG2 = ~0xFFEL;
  public static final long TAG4 = ~0xFFCL;
  public static final long TAG8 = ~0xFF8L;

  public static long loadS8(Hart hart, long address, int site) {
    long entry = hart.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG1)
        ? HostMemory.getByte(address + HostMemory.getLong(entry + 8))
        : (byte) hart.load(address, 1, site);
  }

  public static long loadU8(Hart hart, long address, int site) {
    long entry = hart.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG1)
        ? HostMemory.getByte(address + HostMemory.getLong(entry + 8)) & 0xFF
        : hart.load(address, 1, site);
  }

  public static long loadS16(Hart hart, long address, int site) {
    long entry = hart.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG2)
        ? HostMemory.getShort(address + HostMemory.getLong(entry + 8))
        : (short) hart.load(address, 2, site);
  }

  public static long loadU16(Hart hart, long address, int site) {
    long entry = hart.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG2)
        ? HostMemory.getChar(address + HostMemory.getLong(entry + 8))
        : hart.load(address, 2, site);
  }

  public static long loadS32(Hart hart, long address, int site) {
    long entry = hart.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG4)
        ? HostMemory.getInt(address + HostMemory.getLong(entry + 8))
        : (int) hart.load(address, 4, site);
  }

  public static long loadU32(Hart hart, long address, int site) {
    long entry = hart.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG4)
        ? HostMemory.getInt(address + HostMemory.getLong(entry + 8)) & 0xFFFF_FFFFL
        : hart.load(address, 4, site);
  }

  public static long loadD64(Hart hart, long address, int site) {
    long entry = hart.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG8)
        ? HostMemory.getLong(address + HostMemory.getLong(entry + 8))
        : hart.load(address, 8, site);
  }

  /** The bits of a load of 64 bits as a double: no way through an integer register. */
  public static double loadDouble(Hart hart, long address, int site) {
    long entry = hart.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG8)
        ? HostMemory.getDouble(address + HostMemory.getLong(entry + 8))
        : Double.longBitsToDouble(hart.load(address, 8, site));
  }

  /** The bits of a load of 32 bits as a float. */
  public static float loadFloat(Hart hart, long address, int site) {
    long entry = hart.readTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    return HostMemory.getLong(entry) == (address & TAG4)
        ? HostMemory.getFloat(address + HostMemory.getLong(entry + 8))
        : Float.intBitsToFloat((int) hart.load(address, 4, site));
  }

  /** Stores the bits of a double. */
  public static void storeDouble(Hart hart, long address, double value, int site) {
    long entry = hart.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & TAG8)) {
      HostMemory.putDouble(address + HostMemory.getLong(entry + 8), value);
    } else {
      hart.store(address, Double.doubleToRawLongBits(value), 8, site);
    }
  }

  public static void store8(Hart hart, long address, long value, int site) {
    long entry = hart.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & TAG1)) {
      HostMemory.putByte(address + HostMemory.getLong(entry + 8), (byte) value);
    } else {
      hart.store(address, value, 1, site);
    }
  }

  public static void store16(Hart hart, long address, long value, int site) {
    long entry = hart.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & TAG2)) {
      HostMemory.putShort(address + HostMemory.getLong(entry + 8), (short) value);
    } else {
      hart.store(address, value, 2, site);
    }
  }

  public static void store32(Hart hart, long address, long value, int site) {
    long entry = hart.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & TAG4)) {
      HostMemory.putInt(address + HostMemory.getLong(entry + 8), (int) value);
    } else {
      hart.store(address, value, 4, site);
    }
  }

  public static void store64(Hart hart, long address, long value, int site) {
    long entry = hart.writeTlb + (address >>> Tlb.INDEX_SHIFT & Tlb.INDEX_MASK);
    if (HostMemory.getLong(entry) == (address & TAG8)) {
      HostMemory.putLong(address + HostMemory.getLong(entry + 8), value);
    } else {
      hart.store(address, value, 8, site);
    }
  }
}
