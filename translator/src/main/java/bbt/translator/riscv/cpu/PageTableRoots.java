package bbt.translator.riscv.cpu;

import bbt.translator.device.GuestMemory;
import bbt.translator.trace.AddressSpaces;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers address spaces: one number for each root page table, a fresh one when the root page was
 * reused for another program. Reads physical memory.
 */
public final class PageTableRoots implements AddressSpaces {
  /** satp.MODE and satp.PPN; the ASID does not tell address spaces apart (it is recycled). */
  private static final long IDENTITY = ~(0xFFFFL << 44);

  private static final long PPN = (1L << 44) - 1;

  /** Entries of the user half of a root table that are remembered. */
  private static final int REMEMBERED = 8;

  private static final int USER_ENTRIES = 256;

  private static final class Space {
    final int serial;

    /** Positions and contents of user-half entries when it was last switched away from. */
    final int[] positions = new int[REMEMBERED];

    final long[] entries = new long[REMEMBERED];
    int count;

    Space(int serial) {
      this.serial = serial;
    }
  }

  private final GuestMemory memory;
  private final Map<Long, Space> spaces = new HashMap<>();
  private int nextSerial = 1;
  private int gone = -1;

  /**
   * @param memory guest RAM, only read
   */
  public PageTableRoots(GuestMemory memory) {
    this.memory = memory;
  }

  @Override
  public int gone() {
    return gone;
  }

  /** satp of a hart changed. */
  @Override
  public int change(long oldSatp, long newSatp) {
    gone = -1;
    Space old = spaces.get(oldSatp & IDENTITY);
    if (old != null) {
      remember(old, oldSatp);
    }
    if (newSatp >>> 60 == 0) {
      return 0;
    }
    Long key = newSatp & IDENTITY;
    Space space = spaces.get(key);
    if (space != null && reused(space, newSatp)) {
      gone = space.serial;
      space = null;
    }
    if (space == null) {
      space = new Space(nextSerial++);
      spaces.put(key, space);
    }
    return space.serial;
  }

  private void remember(Space space, long satp) {
    space.count = 0;
    Arrays.fill(space.entries, 0);
    for (int i = 0; i < USER_ENTRIES && space.count < REMEMBERED; i++) {
      long entry = entry(satp, i);
      if ((entry & 1) != 0) {
        space.positions[space.count] = i;
        space.entries[space.count++] = entry >>> 10;
      }
    }
  }

  /** Whether none of the tables that the root pointed to is left. */
  private boolean reused(Space space, long satp) {
    for (int i = 0; i < space.count; i++) {
      long entry = entry(satp, space.positions[i]);
      if ((entry & 1) != 0 && entry >>> 10 == space.entries[i]) {
        return false;
      }
    }
    return space.count > 0;
  }

  private long entry(long satp, int index) {
    long address = ((satp & PPN) << 12) + 8L * index;
    return memory.contains(address, 8) ? memory.read64(address) : 0;
  }
}
