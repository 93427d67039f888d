package bbt.ptg.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The header of a flat RISC-V Linux kernel (Documentation/arch/riscv/boot-image-header.rst).
 *
 * <pre>
 *  0 code0, code1   8 text_offset  16 image_size  24 flags  32 version  36 res1  40 res2
 * 48 magic "RISCV"  56 magic2 "RSC\x05"  60 res3 (offset of the PE header)
 * </pre>
 *
 * @param textOffset where it is loaded, from the start of RAM
 * @param imageSize bytes that it occupies, .bss included
 */
public record LinuxImage(long textOffset, long imageSize) {
  private static final int HEADER = 64;
  private static final int MAGIC2 = 0x05435352;
  private static final int ARM64_MAGIC = 0x644D5241;

  /** Whether the bytes are a RISC-V {@code Image}. */
  public static boolean isImage(byte[] bytes) {
    return bytes.length >= HEADER && word(bytes, 56) == MAGIC2;
  }

  /** Whether the bytes are an arm64 {@code Image}, which has its magic in the same place. */
  public static boolean isArm64(byte[] bytes) {
    return bytes.length >= HEADER && word(bytes, 56) == ARM64_MAGIC;
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
    if (!isImage(bytes)) {
      throw new ImageException(where + ": not a RISC-V Linux Image");
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
