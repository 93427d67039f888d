package bbt.translator.memory;

import bbt.translator.state.Fields;
import java.util.function.LongPredicate;

/**
 * The data soft-TLB: for each of {@link #MODES} modes a read and a write table, direct-mapped by
 * virtual page number, off-heap.
 *
 * <pre>
 *   entry (16 bytes)   +0  tag     virtual page address; bit 11 = slow mark; all ones = empty
 *                      +8  addend  host address - virtual address
 * </pre>
 *
 * An access hits when {@code tag == (address & (~0xFFF | size - 1))}: a misaligned address, an
 * empty entry and a slow mark all fail this one comparison. The geometry is fixed and what is
 * filled and flushed depends on the guest alone, so the contents are machine state
 * (docs/determinism.md 6). Slow marks are not: they never change what an entry translates to.
 */
public final class Tlb {
  /** Entries of a table; a Linux boot with shell work misses 60 % less often than with 256. */
  public static final int SIZE = 1024;

  public static final int ENTRY_BYTES = 16;

  /** {@code (address >>> INDEX_SHIFT) & INDEX_MASK} is an address's byte offset in a table. */
  public static final int INDEX_SHIFT = 8;

  public static final long INDEX_MASK = (long) (SIZE - 1) * ENTRY_BYTES;

  /** Bit of a write tag that sends stores to the slow path. */
  static final long SLOW = 0x800;

  public static final long EMPTY = -1;
  public static final long PAGE_MASK = ~0xFFFL;

  /**
   * Sets of tables: one for each mode in which addresses lead elsewhere, or may be used otherwise.
   */
  public static final int MODES = 4;

  private static final long TABLE_BYTES = (long) SIZE * ENTRY_BYTES;
  private static final int TABLES = MODES * 2;

  private final long base = HostMemory.allocateZeroed(TABLES * TABLE_BYTES);

  /** Host addresses of the entries filled since the last full flush, while they fit. */
  private final long[] filled = new long[LOG_SIZE];

  /** Number of fills since the last full flush, also when they did not fit. */
  private int fills = LOG_SIZE + 1;

  /** A full flush empties what was filled, typically a few dozen entries, not all tables. */
  private static final int LOG_SIZE = 1024;

  public Tlb() {
    flushAll();
  }

  /** Gives the tables back to the host; nothing may use them any more. */
  public void release() {
    HostMemory.free(base);
  }

  /** Host address of a mode's read table. */
  public long readTable(int mode) {
    return base + mode * 2 * TABLE_BYTES;
  }

  /** Host address of a mode's write table. */
  public long writeTable(int mode) {
    return base + (mode * 2 + 1) * TABLE_BYTES;
  }

  /**
   * Host address that an address translates to in a table, slow marks ignored, or 0 when it misses.
   */
  public static long lookup(long table, long address) {
    long entry = entry(table, address);
    return (HostMemory.getLong(entry) & ~SLOW) == (address & PAGE_MASK)
        ? address + HostMemory.getLong(entry + 8)
        : 0;
  }

  /** Host address of the entry that an address maps to. */
  static long entry(long table, long address) {
    return table + (address >>> INDEX_SHIFT & INDEX_MASK);
  }

  /**
   * Fills the entry of an address.
   *
   * @param host host address of the byte at {@code address}
   */
  public void fill(long table, long address, long host, boolean slow) {
    long entry = entry(table, address);
    HostMemory.putLong(entry, address & PAGE_MASK | (slow ? SLOW : 0));
    HostMemory.putLong(entry + 8, host - address);
    if (fills < LOG_SIZE) {
      filled[fills] = entry;
    }
    if (fills <= LOG_SIZE) {
      fills++;
    }
  }

  /**
   * Compares the contents of two TLBs, slow marks left out.
   *
   * @param hostDistance host address of a byte of the other's RAM minus that of the same byte here
   * @return the first entry that differs, in words; {@code null} if none does
   */
  public String difference(Tlb other, long hostDistance) {
    for (long offset = 0; offset < TABLES * TABLE_BYTES; offset += ENTRY_BYTES) {
      long tag = tag(base + offset);
      long otherTag = tag(other.base + offset);
      long addend = HostMemory.getLong(base + offset + 8);
      long otherAddend = HostMemory.getLong(other.base + offset + 8);
      if (tag != otherTag || tag != EMPTY && addend + hostDistance != otherAddend) {
        long table = offset / TABLE_BYTES;
        return "data TLB, mode %d, %s entry %d: %s / %s"
                .formatted(
                    table / 2,
                    table % 2 == 0 ? "read" : "write",
                    offset % TABLE_BYTES / ENTRY_BYTES,
                    text(tag),
                    text(otherTag))
            + (tag == otherTag ? ", another physical page" : "");
      }
    }
    return null;
  }

  private static long tag(long entry) {
    long tag = HostMemory.getLong(entry);
    return tag == EMPTY ? EMPTY : tag & ~SLOW;
  }

  private static String text(long tag) {
    return tag == EMPTY ? "empty" : "0x" + Long.toHexString(tag);
  }

  /** Takes the slow mark off an entry that hit. */
  public static void clearSlow(long table, long address) {
    long entry = entry(table, address);
    HostMemory.putLong(entry, HostMemory.getLong(entry) & ~SLOW);
  }

  /** Marks every write entry that leads to the host page as slow. */
  public void markSlow(long hostPage) {
    if (fills <= LOG_SIZE) {
      for (int i = 0; i < fills; i++) {
        if (((filled[i] - base) / TABLE_BYTES & 1) != 0) {
          markSlow(filled[i], hostPage);
        }
      }
      return;
    }
    for (int mode = 0; mode < MODES; mode++) {
      long entry = writeTable(mode);
      for (int i = 0; i < SIZE; i++, entry += ENTRY_BYTES) {
        markSlow(entry, hostPage);
      }
    }
  }

  /** Marks every entry of a virtual page that is among {@code pages} as slow, reads included. */
  public void markSlow(LongPredicate pages) {
    long entry = base;
    for (int i = 0; i < TABLES * SIZE; i++, entry += ENTRY_BYTES) {
      long tag = HostMemory.getLong(entry);
      if (tag != EMPTY && pages.test(tag & PAGE_MASK)) {
        HostMemory.putLong(entry, tag | SLOW);
      }
    }
  }

  private static void markSlow(long entry, long hostPage) {
    long tag = HostMemory.getLong(entry);
    if (tag != EMPTY && (tag & PAGE_MASK) + HostMemory.getLong(entry + 8) == hostPage) {
      HostMemory.putLong(entry, tag | SLOW);
    }
  }

  public void flushAll() {
    if (fills <= LOG_SIZE) {
      for (int i = 0; i < fills; i++) {
        HostMemory.putLong(filled[i], EMPTY);
      }
    } else {
      for (int table = 0; table < TABLES; table++) {
        flushTable(table);
      }
    }
    fills = 0;
  }

  /** Drops read entries after a change of what may be read, but not of what may be written. */
  public void flushReads() {
    for (int table = 0; table < TABLES; table += 2) {
      flushTable(table);
    }
  }

  /** Drops the entry index of an address in every table, whatever page it holds. */
  public void flushPage(long address) {
    for (int table = 0; table < TABLES; table++) {
      HostMemory.putLong(entry(base + table * TABLE_BYTES, address), EMPTY);
    }
  }

  private void flushTable(int table) {
    long entry = base + table * TABLE_BYTES;
    for (int i = 0; i < SIZE; i++, entry += ENTRY_BYTES) {
      HostMemory.putLong(entry, EMPTY);
    }
  }

  /**
   * Saves or loads the tables, for a snapshot: physical pages in place of host addresses. Read
   * back, all entries have slow marks, which whoever need none lose at their next use.
   */
  public void state(Fields f, Ram ram) {
    int used = 0;
    for (int i = 0; i < TABLES * SIZE; i++) {
      used += HostMemory.getLong(base + (long) i * ENTRY_BYTES) == EMPTY ? 0 : 1;
    }
    used = f.of(used);
    if (!f.reading()) {
      for (int i = 0; i < TABLES * SIZE; i++) {
        long entry = base + (long) i * ENTRY_BYTES;
        long tag = tag(entry);
        if (tag != EMPTY) {
          f.of(i);
          f.of(tag);
          f.of(ram.physical(tag + HostMemory.getLong(entry + 8)));
        }
      }
      return;
    }
    fills = LOG_SIZE + 1; // the next full flush empties all of it
    for (int table = 0; table < TABLES; table++) {
      flushTable(table);
    }
    for (int n = 0; n < used; n++) {
      long entry = base + (long) f.of(0) * ENTRY_BYTES;
      long tag = f.of(0L);
      HostMemory.putLong(entry, tag | SLOW);
      HostMemory.putLong(entry + 8, ram.host(f.of(0L)) - tag);
    }
  }

  /** Marks every write entry as slow. */
  public void markWritesSlow() {
    for (int mode = 0; mode < MODES; mode++) {
      long entry = writeTable(mode);
      for (int i = 0; i < SIZE; i++, entry += ENTRY_BYTES) {
        long tag = HostMemory.getLong(entry);
        if (tag != EMPTY) {
          HostMemory.putLong(entry, tag | SLOW);
        }
      }
    }
  }
}
