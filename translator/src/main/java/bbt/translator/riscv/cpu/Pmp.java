package bbt.translator.riscv.cpu;

import bbt.translator.memory.Tlb;
import bbt.translator.state.Fields;

/**
 * Physical memory protection: {@link #ENTRIES} entries, granularity 4 bytes (privileged
 * specification, "Physical Memory Protection").
 *
 * <p>An access must match one entry with all its bytes; the lowest-numbered entry that matches any
 * byte decides. M-mode without a match (or with an unlocked one) succeeds, S and U without a match
 * fail.
 */
public final class Pmp {
  /** Implemented entries; the registers of others do not exist. */
  public static final int ENTRIES = 16;

  private static final int R = 1;
  private static final int W = 2;
  private static final int LOCKED = 0x80;
  private static final int MODE_SHIFT = 3;
  private static final int OFF = 0;
  private static final int TOR = 1;
  private static final int NA4 = 2;

  /** pmpaddr holds bits 55..2 of an address. */
  private static final long ADDRESS_MASK = (1L << 54) - 1;

  private static final int CONFIG_MASK = 0x9F;

  private final int[] config = new int[ENTRIES];
  private final long[] address = new long[ENTRIES];

  /** Region of each entry as first and last byte; first &gt; last (unsigned) matches nothing. */
  private final long[] first = new long[ENTRIES];

  private final long[] last = new long[ENTRIES];

  /** Entries at and above this number are off. */
  private int used;

  public Pmp() {
    update();
  }

  /** Eight entries' configuration bytes. */
  public long readConfig(int firstEntry) {
    long value = 0;
    for (int i = 7; i >= 0; i--) {
      value = value << 8 | config[firstEntry + i];
    }
    return value;
  }

  /** Writes eight configuration bytes; locked ones keep their value, W without R is dropped. */
  public void writeConfig(int firstEntry, long value) {
    for (int i = 0; i < 8; i++) {
      int entry = firstEntry + i;
      int byteValue = (int) (value >>> 8 * i) & CONFIG_MASK;
      if ((config[entry] & LOCKED) == 0) {
        config[entry] = (byteValue & R) == 0 ? byteValue & ~W : byteValue;
      }
    }
    update();
  }

  public long readAddress(int entry) {
    return address[entry];
  }

  /** Writes an address; ignored when the entry, or a TOR entry that starts there, is locked. */
  public void writeAddress(int entry, long value) {
    boolean lockedByNext =
        entry + 1 < ENTRIES && (config[entry + 1] & LOCKED) != 0 && mode(entry + 1) == TOR;
    if ((config[entry] & LOCKED) == 0 && !lockedByNext) {
      address[entry] = value & ADDRESS_MASK;
      update();
    }
  }

  /** Resets all entries, locks included. */
  public void reset() {
    java.util.Arrays.fill(config, 0);
    java.util.Arrays.fill(address, 0);
    update();
  }

  private int mode(int entry) {
    return config[entry] >> MODE_SHIFT & 3;
  }

  private void update() {
    used = 0;
    for (int i = 0; i < ENTRIES; i++) {
      long value = address[i];
      switch (mode(i)) {
        case OFF -> {
          first[i] = -1;
          last[i] = 0;
        }
        case TOR -> {
          first[i] = i == 0 ? 0 : address[i - 1] << 2;
          last[i] = (value << 2) - 1;
          if (Long.compareUnsigned(first[i], value << 2) >= 0) {
            first[i] = -1;
            last[i] = 0;
          }
        }
        case NA4 -> {
          first[i] = value << 2;
          last[i] = first[i] + 3;
        }
        default -> {
          long low = value ^ (value + 1);
          first[i] = (value & ~low) << 2;
          last[i] = (value | low) << 2 | 3;
        }
      }
      if (mode(i) != OFF) {
        used = i + 1;
      }
    }
  }

  /**
   * Whether an access is permitted.
   *
   * @param bytes at least 1
   * @param privilege the effective one
   */
  boolean permits(long physical, long bytes, AccessType access, int privilege) {
    long end = physical + bytes - 1;
    for (int i = 0; i < used; i++) {
      if (Long.compareUnsigned(end, first[i]) >= 0
          && Long.compareUnsigned(physical, last[i]) <= 0) {
        if (Long.compareUnsigned(physical, first[i]) < 0
            || Long.compareUnsigned(end, last[i]) > 0) {
          return false;
        }
        return privilege == Cpu.M && (config[i] & LOCKED) == 0 || (config[i] & access.pmpBit) != 0;
      }
    }
    return privilege == Cpu.M;
  }

  /**
   * The parts of a 4 KiB page that may not be accessed, by whatever entries.
   *
   * @return a bit for each word of four bytes, which no entry divides; {@code null} if all may be
   */
  long[] forbidden(long physicalPage, AccessType access, int privilege) {
    long page = physicalPage & Tlb.PAGE_MASK;
    if (isUniform(page) && permits(page, 4096, access, privilege)) {
      return null;
    }
    long[] words = null;
    for (int word = 0; word < 1024; word++) {
      if (!permits(page + 4 * word, 4, access, privilege)) {
        words = words == null ? new long[1024 / 64] : words;
        words[word >>> 6] |= 1L << word;
      }
    }
    return words;
  }

  /** Whether every byte of a 4 KiB page is decided by the same entry, or by none. */
  boolean isUniform(long physicalPage) {
    long page = physicalPage & Tlb.PAGE_MASK;
    long end = page + 4095;
    for (int i = 0; i < used; i++) {
      if (Long.compareUnsigned(end, first[i]) >= 0 && Long.compareUnsigned(page, last[i]) <= 0) {
        return Long.compareUnsigned(page, first[i]) >= 0 && Long.compareUnsigned(end, last[i]) <= 0;
      }
    }
    return true;
  }

  /** Saves or loads the state, for a snapshot. */
  void state(Fields f) {
    f.each(config);
    f.each(address);
    update();
  }
}
