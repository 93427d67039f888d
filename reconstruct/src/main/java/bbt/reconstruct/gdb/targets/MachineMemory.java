package bbt.reconstruct.gdb.targets;

import bbt.translator.device.GuestMemory;
import bbt.translator.hart.Hart;

/**
 * Reads and writes the RAM of a machine in this process: by virtual address as a hart sees it now,
 * whatever its rights, or by physical address. Devices are left alone, since looking at one may
 * change it.
 */
final class MachineMemory {
  private static final int PAGE = 4096;
  private final GuestMemory ram;

  MachineMemory(GuestMemory ram) {
    this.ram = ram;
  }

  /** Reads; how many bytes from the first on are RAM. */
  int read(Hart cpu, long address, byte[] to) {
    int done = 0;
    while (done < to.length) {
      long at = address + done;
      int length = piece(at, to.length - done);
      long physical = cpu.translateQuietly(at);
      if (physical == -1 || !ram.contains(physical, length)) {
        break;
      }
      ram.read(physical, to, done, length);
      done += length;
    }
    return done;
  }

  /** Writes all or nothing; whether it did. */
  boolean write(Hart cpu, long address, byte[] from) {
    for (boolean really : new boolean[] {false, true}) {
      int length;
      for (int done = 0; done < from.length; done += length) {
        long at = address + done;
        length = piece(at, from.length - done);
        long physical = cpu.translateQuietly(at);
        if (physical == -1 || !ram.contains(physical, length)) {
          return false;
        }
        if (really) {
          ram.write(physical, from, done, length);
        }
      }
    }
    return true;
  }

  /** Reads physical memory; null where there is no RAM. */
  byte[] physical(long address, int length) {
    if (!ram.contains(address, length)) {
      return null;
    }
    byte[] bytes = new byte[length];
    ram.read(address, bytes, 0, length);
    return bytes;
  }

  private static int piece(long address, int length) {
    return Math.min(length, PAGE - (int) (address & PAGE - 1));
  }
}
