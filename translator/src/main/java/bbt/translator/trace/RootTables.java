package bbt.translator.trace;

import bbt.translator.device.GuestMemory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers address spaces by their root page tables: one number for each, a fresh one when the root
 * was reused for another program. Reads physical memory. An architecture says where a register has
 * the table, and what entries look like; bit 0 of one that is valid is set.
 */
public abstract class RootTables implements AddressSpaces {
  /** Entries of programs in a root table that are remembered. */
  private static final int REMEMBERED = 8;

  private static final class Space {
    final int serial;

    /** Positions and contents of programs' entries when it was last switched away from. */
    final int[] positions = new int[REMEMBERED];

    final long[] entries = new long[REMEMBERED];
    int count;

    Space(int serial) {
      this.serial = serial;
    }
  }

  private final GuestMemory memory;
  private final int programEntries;
  private final Map<Long, Space> spaces = new HashMap<>();
  private int nextSerial = 1;
  private int gone = -1;

  /**
   * @param memory guest RAM, only read
   * @param programEntries how many entries of a root table, from the first on, are a program's own
   */
  protected RootTables(GuestMemory memory, int programEntries) {
    this.memory = memory;
    this.programEntries = programEntries;
  }

  /** Whether addresses are translated with a register's value. */
  protected abstract boolean translates(long register);

  /** What of a register's value tells address spaces apart. */
  protected abstract long identity(long register);

  /** Physical address of the root table. */
  protected abstract long table(long register);

  /** The part of an entry that says where it leads. */
  protected abstract long leadsTo(long entry);

  @Override
  public final int gone() {
    return gone;
  }

  @Override
  public final int change(long before, long now) {
    gone = -1;
    Space old = spaces.get(identity(before));
    if (old != null) {
      remember(old, before);
    }
    if (!translates(now)) {
      return 0;
    }
    Long key = identity(now);
    Space space = spaces.get(key);
    if (space != null && reused(space, now)) {
      gone = space.serial;
      space = null;
    }
    if (space == null) {
      space = new Space(nextSerial++);
      spaces.put(key, space);
    }
    return space.serial;
  }

  private void remember(Space space, long register) {
    space.count = 0;
    Arrays.fill(space.entries, 0);
    for (int i = 0; i < programEntries && space.count < REMEMBERED; i++) {
      long entry = entry(register, i);
      if ((entry & 1) != 0) {
        space.positions[space.count] = i;
        space.entries[space.count++] = leadsTo(entry);
      }
    }
  }

  /** Whether none of the tables that the root pointed to is left. */
  private boolean reused(Space space, long register) {
    for (int i = 0; i < space.count; i++) {
      long entry = entry(register, space.positions[i]);
      if ((entry & 1) != 0 && leadsTo(entry) == space.entries[i]) {
        return false;
      }
    }
    return space.count > 0;
  }

  private long entry(long register, int index) {
    long address = table(register) + 8L * index;
    return memory.contains(address, 8) ? memory.read64(address) : 0;
  }
}
