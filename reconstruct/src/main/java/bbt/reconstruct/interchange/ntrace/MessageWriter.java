package bbt.reconstruct.interchange.ntrace;

import java.io.IOException;
import java.io.OutputStream;

/** Writes messages byte by byte: two bits of the protocol below six of a message. */
final class MessageWriter {
  private static final int MOST = 64;
  private static final int BITS = 6;
  private static final int FIELD_ENDS = 0b01;
  private static final int MESSAGE_ENDS = 0b11;

  private final OutputStream out;
  private final int source;
  private final int sourceWidth;
  private final byte[] bytes = new byte[MOST];

  /** Bits of the message so far. */
  private int size;

  MessageWriter(OutputStream out, int source, int sourceWidth) {
    this.out = out;
    this.source = source;
    this.sourceWidth = sourceWidth;
  }

  /** Begins a message. */
  MessageWriter begin(int code) {
    java.util.Arrays.fill(bytes, (byte) 0);
    size = 0;
    fixed(code, 6);
    return fixed(source, sourceWidth);
  }

  /** Appends a field of fixed width. */
  MessageWriter fixed(long value, int width) {
    for (int i = 0; i < width; i++) {
      bytes[size / BITS] |= (byte) ((value >>> i & 1) << 2 + size % BITS);
      size++;
    }
    return this;
  }

  /** Appends a field of as many bits as the value needs, up to the end of a byte. */
  MessageWriter variable(long value) {
    fixed(value, Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(value)));
    return fieldEnds();
  }

  private MessageWriter fieldEnds() {
    size = (size + BITS - 1) / BITS * BITS;
    bytes[size / BITS - 1] |= FIELD_ENDS;
    return this;
  }

  /**
   * Appends an address without its lowest bit, or what two addresses differ in; the field before it
   * is a variable one, so that this one begins with a byte.
   *
   * @param extended whether bits that are all like the one below them are left out
   */
  MessageWriter address(long value, boolean extended) {
    if (!extended) {
      return variable(value >>> 1);
    }
    long bits = value >> 1;
    int needed = Long.SIZE + 1 - Long.numberOfLeadingZeros(bits < 0 ? ~bits : bits);
    fixed(bits, Math.min(Long.SIZE - 1, (needed + BITS - 1) / BITS * BITS));
    return fieldEnds();
  }

  /** Writes the message. */
  void end() throws IOException {
    int length = (size + BITS - 1) / BITS;
    bytes[length - 1] |= MESSAGE_ENDS;
    out.write(bytes, 0, length);
  }
}
