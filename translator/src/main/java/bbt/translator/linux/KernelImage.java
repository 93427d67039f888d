package bbt.translator.linux;

import bbt.ptg.image.LinuxImage;
import bbt.translator.device.GuestMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The image of a Linux kernel in guest memory, as it was when the kernel first ran at its own
 * virtual addresses: a copy, so that its tables can be read while the guest goes on.
 *
 * <p>Its header ({@link LinuxImage}) says where it begins and ends; every RISC-V kernel since 5.4
 * has one, and every arm64 kernel, in whatever file it came.
 *
 * @param base physical address of its first byte, a multiple of 4096
 * @param bytes in little-endian order
 */
public record KernelImage(long base, ByteBuffer bytes) {
  private static final int PAGE = 4096;

  /**
   * The distance to which the header is looked for: no kernel has more code before an address of
   * its own.
   */
  private static final long REACH = 256L << 20;

  private static final int IMAGE_SIZE = 0x10;

  /**
   * Copies the kernel that has code at a physical address.
   *
   * @param machine that it is for, as {@code e_machine} of ELF files has it
   * @return null if that is no Linux kernel
   */
  static KernelImage around(GuestMemory memory, long physical, int machine) {
    long page = physical & -PAGE;
    long lowest = Math.max(memory.base(), page - REACH);
    for (long at = page; at >= lowest && memory.contains(at, PAGE); at -= PAGE) {
      if (LinuxImage.machine(memory.read32(at + LinuxImage.MAGIC)) == machine) {
        long size = Math.min(memory.read64(at + IMAGE_SIZE), memory.base() + memory.size() - at);
        if (size > physical - at && size <= REACH) {
          byte[] copy = new byte[(int) size];
          memory.read(at, copy, 0, copy.length);
          return new KernelImage(at, ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN));
        }
      }
    }
    return null;
  }

  long size() {
    return bytes.capacity();
  }

  byte readByte(long address) {
    return bytes.get((int) (address - base));
  }

  int readInt(long address) {
    return bytes.getInt((int) (address - base));
  }

  long readLong(long address) {
    return bytes.getLong((int) (address - base));
  }
}
