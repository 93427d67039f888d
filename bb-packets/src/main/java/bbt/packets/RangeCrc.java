package bbt.packets;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Computes the CRC-32C of any range of a file, at the cost of reading a few kilobytes: it keeps the
 * CRC of all bytes up to each {@value #STEP}th, and from those of a beginning and of a shorter
 * beginning follows that of the bytes between. So looking for the next sound chunk reads each byte
 * of a file a fixed number of times, however many places claim to be one.
 */
final class RangeCrc {
  private static final int STEP = 1 << 12;
  private static final int BLOCK = 1 << 16;

  /** CRC-32C's polynomial without its highest power, lowest power in the highest bit. */
  private static final int POLYNOMIAL = 0x82F63B78;

  /** Element k: x to the power of 2 to the power of k, modulo the polynomial. */
  private static final int[] POWERS = new int[64];

  static {
    POWERS[0] = 1 << 30;
    for (int k = 1; k < POWERS.length; k++) {
      POWERS[k] = times(POWERS[k - 1], POWERS[k - 1]);
    }
  }

  private final TraceReader reader;
  private final long base;

  /** Element i: of the bytes from {@link #base} on, i times {@value #STEP} of them. */
  private int[] known = new int[64];

  private int count = 1;

  /** The checksum of the bytes that {@link #known} covers. */
  private final CRC32C running = new CRC32C();

  /**
   * Creates the checksums of ranges of a trace's file.
   *
   * @param base file offset from which on ranges may begin
   */
  RangeCrc(TraceReader reader, long base) {
    this.reader = reader;
    this.base = base;
  }

  /** Whether a range may begin there. */
  boolean covers(long offset) {
    return offset >= base;
  }

  /** CRC-32C of the bytes between two offsets of the file. */
  int of(long from, long to) throws IOException {
    return upTo(to) ^ shift(upTo(from), to - from);
  }

  /**
   * CRC-32C of bytes followed by others.
   *
   * @param second of those that follow
   * @param length how many follow
   */
  static int join(int first, int second, long length) {
    return shift(first, length) ^ second;
  }

  private int upTo(long offset) throws IOException {
    int number = Math.toIntExact((offset - base) / STEP);
    while (count <= number) {
      extend();
    }
    long at = base + (long) number * STEP;
    byte[] rest = reader.bytes(at, (int) (offset - at));
    CRC32C crc = new CRC32C();
    crc.update(rest, 0, rest.length);
    return join(known[number], (int) crc.getValue(), rest.length);
  }

  private void extend() throws IOException {
    long at = base + (count - 1L) * STEP;
    byte[] block = reader.bytes(at, (int) Math.min(BLOCK, reader.size() - at));
    for (int i = 0; i + STEP <= block.length; i += STEP) {
      running.update(block, i, STEP);
      if (count == known.length) {
        known = Arrays.copyOf(known, 2 * count);
      }
      known[count++] = (int) running.getValue();
    }
  }

  /** Returns what a CRC becomes by so many bytes that follow, before those are added to it. */
  private static int shift(int crc, long bytes) {
    int product = crc;
    int k = 3; // a byte is 2 to the power of 3 bits
    for (long left = bytes; left != 0; left >>>= 1) {
      if ((left & 1) != 0) {
        product = times(POWERS[k], product);
      }
      k++;
    }
    return product;
  }

  /** Product of two polynomials, modulo the polynomial. */
  private static int times(int a, int b) {
    int product = 0;
    int factor = b;
    for (int bit = 31; bit >= 0; bit--) {
      product ^= factor & -(a >>> bit & 1);
      factor = factor >>> 1 ^ POLYNOMIAL & -(factor & 1);
    }
    return product;
  }
}
