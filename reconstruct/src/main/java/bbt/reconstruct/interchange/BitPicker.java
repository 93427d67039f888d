package bbt.reconstruct.interchange;

/**
 * Reads numbers of any width from bytes, the lowest bit first; behind the end the last bit goes on
 * for ever.
 */
public final class BitPicker {
  private final byte[] bytes;
  private final int end;
  private int at;

  /**
   * Creates a reader of the bits of a range of bytes.
   *
   * @param from index of the first byte
   * @param to index behind the last one; more than {@code from}
   */
  public BitPicker(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.at = from * 8;
    this.end = to * 8;
  }

  private int bit(int index) {
    int i = Math.min(index, end - 1);
    return bytes[i >>> 3] >>> (i & 7) & 1;
  }

  /** The bit that was taken last. */
  public int last() {
    return bit(at - 1);
  }

  /**
   * Takes a number.
   *
   * @param width 0 to 64
   */
  public long take(int width) {
    long value = 0;
    for (int i = 0; i < width; i++) {
      value |= (long) bit(at + i) << i;
    }
    at += width;
    return value;
  }

  /** Takes a signed number of 1 to 64 bits. */
  public long takeSigned(int width) {
    return take(width) << 64 - width >> 64 - width;
  }
}
