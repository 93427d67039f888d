package bbt.ptg.image;

import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;

/**
 * The header of a flat Linux kernel, which is the same for RISC-V and arm64
 * (Documentation/arch/riscv/boot-image-header.rst, Documentation/arch/arm64/booting.rst).
 *
 * <pre>
 *  0 code0, code1   8 text_offset  16 image_size  24 flags  56 magic  60 offset of the PE header
 * </pre>
 *
 * @param textOffset where it is loaded, from the start of RAM
 * @param imageSize bytes that it occupies, .bss included
 */
public record LinuxImage(long textOffset, long imageSize) {
  private static final int HEADER = 64;

  /** The {@code e_machine} of ELF files, by the magic number of an Image for the same machine. */
  private static final Map<Integer, Integer> MACHINES = Map.of(0x05435352, 243, 0x644D5241, 183);

  /** Offset of the magic number, a little-endian word. */
  public static final int MAGIC = 56;

  /** The machine that an {@code Image} is for, as {@code e_machine} names it; 0 if it is none. */
  public static int machine(byte[] bytes) {
    return bytes.length < HEADER ? 0 : machine(word(bytes, MAGIC));
  }

  /** The machine for which an {@code Image} has a magic number, as {@code e_machine}; else 0. */
  public static int machine(int magic) {
    return MACHINES.getOrDefault(magic, 0);
  }

  /** The guest whose {@code Image} the bytes are. */
  public static Optional<GuestIsa> guest(byte[] bytes) {
    return Guests.ofElf(machine(bytes));
  }

  /** Whether the bytes are an x86 {@code bzImage} ("HdrS" at 0x202, boot flag 0xAA55). */
  public static boolean isX86(byte[] bytes) {
    return bytes.length >= 0x206
        && word(bytes, 0x202) == 0x53726448
        && (word(bytes, 0x1FE) & 0xFFFF) == 0xAA55;
  }

  /**
   * Reads the header.
   *
   * @param where name for error messages
   */
  public static LinuxImage parse(String where, byte[] bytes) throws ImageException {
    if (guest(bytes).isEmpty()) {
      throw new ImageException(where + ": not a Linux Image of " + Guests.titles());
    }
    ByteBuffer b = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long offset = b.getLong(8);
    long size = b.getLong(16);
    if ((b.getLong(24) & 1) != 0) {
      throw new ImageException(where + ": a big-endian kernel, expected little-endian");
    }
    if (size < 0 || offset < 0 || (offset & 0xFFF) != 0) {
      throw new ImageException(
          where
              + ": damaged Linux Image: text_offset 0x"
              + Long.toHexString(offset)
              + ", image_size 0x"
              + Long.toHexString(size));
    }
    return new LinuxImage(offset, Math.max(size, bytes.length));
  }

  private static int word(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
  }
}
