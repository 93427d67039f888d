package bbt.translator.debug;

import java.util.Arrays;

/**
 * Takes down where instructions access memory, in the order of execution: of each that retires and
 * loads, stores or is an atomic or a cache-block operation one entry, and one more where its access
 * goes on in another page. Used on the guest's thread alone.
 *
 * <pre>
 *   entry (2 words)   virtual address
 *                     physical address &lt;&lt; 10 | kind &lt;&lt; 8 | store &lt;&lt; 7 | bytes
 * </pre>
 */
public final class AccessLog {
  /** What an access leads to. */
  public enum Kind {
    /** RAM. */
    RAM,
    /** A register of a device. */
    DEVICE,
    /** Nothing: a conditional store that fails, or an operation on a cache block. */
    NONE,
    /** RAM: the rest of the access before, in another page. */
    REST
  }

  private static final Kind[] KINDS = Kind.values();

  private static final int KIND_SHIFT = 8;
  private static final int PHYSICAL_SHIFT = 10;
  private static final int STORE = 1 << 7;

  private long[] words = new long[1 << 16];
  private int used;

  /**
   * Takes an access down.
   *
   * @param bytes at most 64
   * @param store whether it is a store, or an atomic read and write
   */
  public void add(long virtual, long physical, int bytes, boolean store, Kind kind) {
    if (used + 2 > words.length) {
      words = Arrays.copyOf(words, words.length * 2);
    }
    words[used] = virtual;
    words[used + 1] =
        physical << PHYSICAL_SHIFT
            | (long) kind.ordinal() << KIND_SHIFT
            | (store ? STORE : 0)
            | bytes;
    used += 2;
  }

  /** Number of entries. */
  public int size() {
    return used / 2;
  }

  /** Forgets all entries. */
  public void clear() {
    used = 0;
  }

  /** Forgets the first entries. */
  public void drop(int entries) {
    System.arraycopy(words, 2 * entries, words, 0, used - 2 * entries);
    used -= 2 * entries;
  }

  /** Virtual address of an entry. */
  public long virtual(int entry) {
    return words[2 * entry];
  }

  /** Physical address of an entry; 0 of {@link Kind#NONE}. */
  public long physical(int entry) {
    return words[2 * entry + 1] >>> PHYSICAL_SHIFT;
  }

  /** Bytes of an entry. */
  public int bytes(int entry) {
    return (int) words[2 * entry + 1] & STORE - 1;
  }

  /** Whether an entry is a store, or an atomic read and write. */
  public boolean store(int entry) {
    return (words[2 * entry + 1] & STORE) != 0;
  }

  /** What an entry leads to. */
  public Kind kind(int entry) {
    return KINDS[(int) (words[2 * entry + 1] >>> KIND_SHIFT) & 3];
  }
}
