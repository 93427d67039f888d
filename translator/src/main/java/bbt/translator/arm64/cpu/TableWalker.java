package bbt.translator.arm64.cpu;

import bbt.translator.hart.ProgramPages;
import bbt.translator.memory.Ram;

/**
 * Translates addresses by stage 1 of the regime of levels 0 and 1 (manual, chapter D8): granules of
 * 4 and 64 KiB, up to 48 bits. It changes nothing: a cortex-a53 leaves access flag and dirty state
 * to software.
 */
final class TableWalker {
  /** What an address is translated for. */
  enum Purpose {
    LOAD,
    STORE,
    FETCH
  }

  // Fields of TCR_EL1, of each half of the address space.

  private static final int HALF_SHIFT = 16;
  private static final int DISABLED = 1 << 7;
  private static final int TAGS_SHIFT = 37;

  /** Least and largest T0SZ and T1SZ; another value is taken for the nearer one. */
  private static final int LEAST_SIZE = 16;

  private static final int MOST_SIZE = 39;

  // Fields of descriptors.

  private static final int TABLE_BYTES = 4096;
  private static final long VALID = 1;
  private static final long TABLE = 2;
  private static final long PROGRAM = 1 << 6;
  private static final long READ_ONLY = 1 << 7;
  private static final long ACCESSED = 1 << 10;
  private static final long NOT_GLOBAL = 1 << 11;
  private static final long SYSTEM_NOT_EXECUTABLE = 1L << 53;
  private static final long PROGRAM_NOT_EXECUTABLE = 1L << 54;
  private static final long TABLE_SYSTEM_NOT_EXECUTABLE = 1L << 59;
  private static final long TABLE_PROGRAM_NOT_EXECUTABLE = 1L << 60;
  private static final long TABLE_NO_PROGRAM = 1L << 61;
  private static final long TABLE_READ_ONLY = 1L << 62;
  private static final long OUTPUT = 0x0000_FFFF_FFFF_F000L;

  /** A cortex-a53 has 40 bits of physical address. */
  private static final int PHYSICAL_BITS = 40;

  /** Bits of the widest virtual address beside those that say which half it is in. */
  private static final long HIGHEST = 1L << 55;

  private final A64Control control;
  private final Ram ram;

  /** Cause of the fault of the last walk that ended with one, as ESR_EL1 has it. */
  int fault;

  /** Log2 of the bytes that the leaf of the last walk maps. */
  int leafShift;

  /** The leaf of the last walk, 0 where addresses are not translated. */
  long leaf;

  TableWalker(A64Control control, Ram ram) {
    this.control = control;
    this.ram = ram;
  }

  /** Whether the mapping found last holds for all address space identifiers. */
  boolean global() {
    return (leaf & NOT_GLOBAL) == 0;
  }

  /** Whether the highest byte of an address is a tag, which is ignored. */
  boolean tagged(long address) {
    int half = (int) (address >>> 55) & 1;
    return (control.get(A64Register.TCR_EL1) >>> TAGS_SHIFT + half & 1) != 0;
  }

  /** Whether a table of the first level has no entry, or is not in memory. */
  boolean isEmpty(long table) {
    if (!ram.holds(table, TABLE_BYTES)) {
      return true;
    }
    for (int offset = 0; offset < TABLE_BYTES; offset += Long.BYTES) {
      if ((ram.read64(table + offset) & VALID) != 0) {
        return false;
      }
    }
    return true;
  }

  private long failed(int cause, int level) {
    fault = cause + level;
    return -1;
  }

  /**
   * Walks the tables.
   *
   * @param level exception level whose rights count
   * @return the physical address, or -1 with {@link #fault} set
   */
  long walk(long address, Purpose purpose, int level) {
    if (!control.has(A64Control.TRANSLATION)) {
      leaf = 0;
      leafShift = 12;
      return address >>> PHYSICAL_BITS == 0 ? address : failed(Syndrome.ADDRESS_SIZE, 0);
    }
    boolean upper = (address & HIGHEST) != 0;
    long tcr = control.get(A64Register.TCR_EL1);
    int half = (int) (upper ? tcr >>> HALF_SHIFT : tcr);
    // TG0 and TG1 name sizes differently.
    int granule = (tcr >>> 14 & 3) == 1 && !upper || (tcr >>> 30 & 3) == 3 && upper ? 16 : 12;
    int size = Math.clamp(half & 63, LEAST_SIZE, MOST_SIZE);
    int bits = Long.SIZE - size;
    long above = (tagged(address) ? address << 8 >> 8 : address) >> bits;
    if (above != (upper ? -1 : 0) || (half & DISABLED) != 0) {
      return failed(Syndrome.TRANSLATION, 0);
    }
    int stride = granule - 3;
    int depth = 4 - (bits - granule + stride - 1) / stride;
    long base = control.get(upper ? A64Register.TTBR1_EL1 : A64Register.TTBR0_EL1) & OUTPUT & ~1;
    long inherited = 0;
    for (int shift = granule + stride * (3 - depth); ; shift -= stride, depth++) {
      long index = address >>> shift & (1L << Math.min(stride, bits - shift)) - 1;
      long at = base + 8 * index;
      if (at >>> PHYSICAL_BITS != 0) {
        return failed(Syndrome.ADDRESS_SIZE, depth);
      }
      if (!ram.holds(at, 8)) {
        return failed(Syndrome.EXTERNAL_WALK, depth);
      }
      long entry = ram.peek(at);
      boolean table = (entry & TABLE) != 0;
      boolean block = !table && depth < 3 && shift <= (granule == 16 ? 29 : 30);
      if ((entry & VALID) == 0 || !table && !block) {
        return failed(Syndrome.TRANSLATION, depth);
      }
      if (table && depth < 3) {
        base = entry & OUTPUT & -(1L << granule);
        inherited |= entry;
        if (base >>> PHYSICAL_BITS != 0) {
          return failed(Syndrome.ADDRESS_SIZE, depth);
        }
        continue;
      }
      return leaf(restricted(entry, inherited), address, shift, depth, purpose, level);
    }
  }

  /** A leaf with the restrictions of the tables that lead to it. */
  private static long restricted(long entry, long tables) {
    long leaf = entry;
    if ((tables & TABLE_NO_PROGRAM) != 0) {
      leaf &= ~PROGRAM;
    }
    if ((tables & TABLE_READ_ONLY) != 0) {
      leaf |= READ_ONLY;
    }
    if ((tables & TABLE_SYSTEM_NOT_EXECUTABLE) != 0) {
      leaf |= SYSTEM_NOT_EXECUTABLE;
    }
    if ((tables & TABLE_PROGRAM_NOT_EXECUTABLE) != 0) {
      leaf |= PROGRAM_NOT_EXECUTABLE;
    }
    return leaf;
  }

  private long leaf(
      long entry, long address, int shift, int depth, Purpose purpose, int exceptionLevel) {
    leaf = entry;
    leafShift = shift;
    long mask = -(1L << shift);
    long physical = entry & OUTPUT & mask | address & ~mask;
    if (physical >>> PHYSICAL_BITS != 0) {
      return failed(Syndrome.ADDRESS_SIZE, depth);
    }
    if ((entry & ACCESSED) == 0) {
      return failed(Syndrome.ACCESS_FLAG, depth);
    }
    return permits(entry, purpose, exceptionLevel) ? physical : failed(Syndrome.PERMISSION, depth);
  }

  private boolean permits(long entry, Purpose purpose, int level) {
    boolean program = (entry & PROGRAM) != 0;
    boolean writable = (entry & READ_ONLY) == 0;
    boolean accessible = level > 0 || program;
    return switch (purpose) {
      case LOAD -> accessible;
      case STORE -> accessible && writable;
      case FETCH -> {
        boolean isWritableHere = writable && accessible;
        if (isWritableHere && control.has(A64Control.WRITABLE_NOT_EXECUTABLE)) {
          yield false;
        }
        // What programs can write the system never executes.
        yield level > 0
            ? (entry & SYSTEM_NOT_EXECUTABLE) == 0 && !(program && writable)
            : (entry & PROGRAM_NOT_EXECUTABLE) == 0;
      }
    };
  }

  /** {@link bbt.translator.hart.Hart#programPages}: the lower half, page by page. */
  void programPages(ProgramPages to) {
    if (!control.has(A64Control.TRANSLATION)) {
      return;
    }
    int bits = Long.SIZE - Math.clamp(control.get(A64Register.TCR_EL1) & 63, LEAST_SIZE, MOST_SIZE);
    for (long address = 0; address < 1L << bits; ) {
      long physical = walk(address, Purpose.LOAD, 0);
      boolean mapped = physical != -1 || (fault & ~3) == Syndrome.PERMISSION;
      if (physical != -1) {
        to.page(address, physical, 1L << leafShift);
      }
      // A fault says at which depth nothing is mapped: as much is left out.
      int skip = mapped ? leafShift : 12 + 9 * (3 - (fault & 3));
      address = (address & -(1L << skip)) + (1L << skip);
    }
  }
}
