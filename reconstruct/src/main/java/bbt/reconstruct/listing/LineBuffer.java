package bbt.reconstruct.listing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Buffers the bytes of lines on their way out. A line takes some 100 ns, so nothing is made of it
 * but bytes.
 */
final class LineBuffer {
  private static final int FULL = 1 << 16;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final OutputStream out;
  private byte[] bytes = new byte[2 * FULL];
  private int size;
  private int lineStart;

  LineBuffer(OutputStream out) {
    this.out = out;
  }

  private void room(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }

  LineBuffer character(char c) {
    room(1);
    bytes[size++] = (byte) c;
    return this;
  }

  LineBuffer raw(byte[] text) {
    room(text.length);
    System.arraycopy(text, 0, bytes, size, text.length);
    size += text.length;
    return this;
  }

  LineBuffer text(String text) {
    return raw(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A number of 0 or more, right-aligned. */
  LineBuffer number(long value, int width) {
    int digits = 1;
    for (long rest = value / 10; rest != 0; rest /= 10) {
      digits++;
    }
    int most = Math.max(digits, width);
    room(most);
    int at = size + most;
    long rest = value;
    for (int i = 0; i < most; i++) {
      bytes[--at] = (byte) (i < digits ? '0' + rest % 10 : ' ');
      rest /= 10;
    }
    size += most;
    return this;
  }

  /** A number of thousandths or smaller parts: 1234567 with 6 places is 1.234567. */
  LineBuffer decimal(long value, int places, int width) {
    long unit = 1;
    for (int i = 0; i < places; i++) {
      unit *= 10;
    }
    number(value / unit, width);
    character('.');
    room(places);
    long rest = value % unit;
    for (int i = places - 1; i >= 0; i--) {
      bytes[size + i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += places;
    return this;
  }

  /** A number in hexadecimal with all of so many digits. */
  LineBuffer hex(long value, int digits) {
    room(digits);
    for (int i = digits - 1; i >= 0; i--) {
      bytes[size++] = HEX[(int) (value >>> 4 * i) & 15];
    }
    return this;
  }

  /** A number in hexadecimal without leading zeros. */
  LineBuffer hex(long value) {
    return hex(value, Math.max(1, (67 - Long.numberOfLeadingZeros(value)) / 4));
  }

  /** Fills the line with spaces up to a column, from 0. */
  LineBuffer column(int column) {
    int end = lineStart + column;
    if (size < end) {
      room(end - size);
      Arrays.fill(bytes, size, end, (byte) ' ');
      size = end;
    }
    return this;
  }

  /** Ends the line; what has come together may go out. */
  void end() throws IOException {
    while (size > lineStart && bytes[size - 1] == ' ') {
      size--;
    }
    character('\n');
    if (size >= FULL) {
      flush();
    }
    lineStart = size;
  }

  void flush() throws IOException {
    out.write(bytes, 0, size);
    size = 0;
    lineStart = 0;
  }
}
