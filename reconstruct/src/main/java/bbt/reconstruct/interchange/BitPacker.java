package bbt.reconstruct.interchange;

import java.util.Arrays;

/** Packs numbers of any width into bytes, the lowest bit first. */
public final class BitPacker {
  private final byte[] bytes;
  private int size;

  /**
   * Creates an empty packer.
   *
   * @param most bytes that it holds
   */
  public BitPacker(int most) {
    bytes = new byte[most];
  }

  /** Removes all bits. */
  public void clear() {
    Arrays.fill(bytes, 0, (size + 7) / 8, (byte) 0);
    size = 0;
  }

  /**
   * Appends the lowest bits of a number.
   *
   * @param width 0 to 64
   */
  public void put(long value, int width) {
    for (int done = 0; done < width; ) {
      int in = size & 7;
      int part = Math.min(8 - in, width - done);
      bytes[size >>> 3] |= (byte) ((value >>> done & (1 << part) - 1) << in);
      size += part;
      done += part;
    }
  }

  /** Bits that it holds. */
  public int size() {
    return size;
  }

  /** The last bit; 0 where there is none. */
  public int last() {
    return size == 0 ? 0 : bytes[size - 1 >>> 3] >>> (size - 1 & 7) & 1;
  }

  /** The bytes; those behind the last bit are 0. */
  public byte[] bytes() {
    return bytes;
  }

  /**
   * Extends the last bit to the end of its byte, and leaves out all whole bytes at the end that the
   * bit before them says already.
   *
   * @return the bytes that are left, at least 1
   */
  public int signCompressed() {
    int sign = last();
    while ((size & 7) != 0) {
      put(sign, 1);
    }
    int length = size / 8;
    byte fill = (byte) -sign;
    while (length > 1 && bytes[length - 1] == fill && (bytes[length - 2] >>> 7 & 1) == sign) {
      length--;
    }
    return length;
  }
}
