package bbt.packets.bytes;

import java.nio.charset.StandardCharsets;

/**
 * A byte array read from front to back: the numbers and texts that {@link ByteSink} writes. Every
 * read is checked against the end.
 */
public final class ByteSource {
  private final byte[] bytes;
  private final int end;
  private final long fileOffset;
  private int position;

  /**
   * Reads from an array.
   *
   * @param fileOffset of the chunk, for error messages
   */
  public ByteSource(byte[] bytes, int from, int end, long fileOffset) {
    this.bytes = bytes;
    this.position = from;
    this.end = end;
    this.fileOffset = fileOffset;
  }

  public int remaining() {
    return end - position;
  }

  public TraceFormatException bad(String message) {
    return new TraceFormatException(
        fileOffset,
        "chunk at offset " + fileOffset + ", content byte " + position + ": " + message);
  }

  private void need(int count) throws TraceFormatException {
    if (count < 0 || end - position < count) {
      throw bad("ends where " + count + " more bytes were expected");
    }
  }

  public int u8() throws TraceFormatException {
    need(1);
    return bytes[position++] & 0xFF;
  }

  /** The next byte, without consuming it; -1 at the end. */
  public int peek() {
    return position < end ? bytes[position] & 0xFF : -1;
  }

  public int u16() throws TraceFormatException {
    need(2);
    int value = (short) ByteSink.SHORT.get(bytes, position) & 0xFFFF;
    position += 2;
    return value;
  }

  public int u32() throws TraceFormatException {
    need(4);
    int value = (int) ByteSink.INT.get(bytes, position);
    position += 4;
    return value;
  }

  public long u64() throws TraceFormatException {
    need(8);
    long value = (long) ByteSink.LONG.get(bytes, position);
    position += 8;
    return value;
  }

  public long varint() throws TraceFormatException {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      int b = u8();
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw bad("number of more than 10 bytes");
  }

  public long signed() throws TraceFormatException {
    long value = varint();
    return (value >>> 1) ^ -(value & 1);
  }

  /** A count of things of which each takes at least {@code bits} bits of what remains. */
  public int count(int bits) throws TraceFormatException {
    long value = varint();
    if (value < 0 || value > 8L * remaining() / bits) {
      throw bad("count " + value + " exceeds what remains");
    }
    return (int) value;
  }

  /** Reads a {@link #count} of things that take memory one by one. */
  public int items(int bits) throws TraceFormatException {
    int value = count(bits);
    if (value > PacketFormat.MAX_ITEMS) {
      throw bad("count " + value + " exceeds " + PacketFormat.MAX_ITEMS);
    }
    return value;
  }

  /** A number from 0 to a largest one. */
  public long upTo(long most, String what) throws TraceFormatException {
    long value = varint();
    if (value < 0 || value > most) {
      throw bad(what + " " + Long.toUnsignedString(value) + " exceeds " + most);
    }
    return value;
  }

  /**
   * A retired count, from the difference to the one before it.
   *
   * @param before from 0 to {@link PacketFormat#MAX_COUNT}
   */
  public long retired(long before) throws TraceFormatException {
    return before + upTo(PacketFormat.MAX_COUNT - before, "a step of the retired count,");
  }

  public String text() throws TraceFormatException {
    int length = count(8);
    if (length == 0) {
      return "";
    }
    String value = new String(bytes, position, length, StandardCharsets.UTF_8);
    position += length;
    return value;
  }

  /** A name or a reason: a text that is only read by people, in its printable form. */
  public String name() throws TraceFormatException {
    return PrintableText.of(text());
  }

  public ByteSource part(int length) throws TraceFormatException {
    need(length);
    ByteSource part = new ByteSource(bytes, position, position + length, fileOffset);
    position += length;
    return part;
  }
}
