package bbt.ptg.dwarf.unit;

import bbt.packets.bytes.PrintableText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads bytes of a section of debugging information at a position that moves on. The only place
 * that reads bytes of debugging information: whatever would be read past the section's end is a
 * {@link DwarfException}.
 */
public final class DwarfCursor {
  /** Longer strings are cut: a name of the file's own would be shown at every place. */
  static final int LONGEST_STRING = 4096;

  private final ByteBuffer b;
  private int at;

  /** Bytes of an offset in the unit that is being read: 4 or, in the 64-bit format, 8. */
  private int offsetSize = 4;

  public DwarfCursor(ByteBuffer section, long position) {
    b = section;
    seek(position);
  }

  public int position() {
    return at;
  }

  public void seek(long position) {
    if (position < 0 || position > b.limit()) {
      throw new DwarfException(
          "offset 0x%x is outside of its section of 0x%x bytes".formatted(position, b.limit()));
    }
    at = (int) position;
  }

  public void skip(long bytes) {
    seek(at + bytes);
  }

  /** The position so many bytes ahead, which are there. */
  public int ahead(long bytes) {
    if (bytes < 0 || bytes > b.limit() - at) {
      throw new DwarfException(
          "0x%x bytes at offset 0x%x are more than its section has".formatted(bytes, at));
    }
    return at + (int) bytes;
  }

  /** Passes so many bytes; returns where they start. */
  private int take(long bytes) {
    int start = at;
    at = ahead(bytes);
    return start;
  }

  public int offsetSize() {
    return offsetSize;
  }

  void offsetSize(int bytes) {
    offsetSize = bytes;
  }

  public int u8() {
    return b.get(take(1)) & 0xFF;
  }

  public int u16() {
    return b.getShort(take(2)) & 0xFFFF;
  }

  int u24() {
    return u16() | u8() << 16;
  }

  public long u32() {
    return b.getInt(take(4)) & 0xFFFF_FFFFL;
  }

  public long u64() {
    return b.getLong(take(8));
  }

  /** A number of 1, 2, 4 or 8 bytes. */
  public long unsigned(int bytes) {
    return switch (bytes) {
      case 1 -> u8();
      case 2 -> u16();
      case 4 -> u32();
      case 8 -> u64();
      default -> throw new DwarfException("a number of " + bytes + " bytes");
    };
  }

  /** An offset into another section. */
  public long offset() {
    return offsetSize == 4 ? u32() : u64();
  }

  /** Reads the length at the start of a unit, which says how large its offsets are: its end. */
  public int unitEnd() {
    long length = u32();
    offsetSize = 4;
    if (length == 0xFFFF_FFFFL) {
      offsetSize = 8;
      length = u64();
    }
    return ahead(length);
  }

  public long uleb() {
    long value = 0;
    int shift = 0;
    while (true) {
      int v = b.get(take(1));
      if (shift < 64) {
        value |= (long) (v & 0x7F) << shift;
      }
      if (v >= 0) {
        return value;
      }
      shift += 7;
    }
  }

  public long sleb() {
    long value = 0;
    int shift = 0;
    while (true) {
      int v = b.get(take(1));
      if (shift < 64) {
        value |= (long) (v & 0x7F) << shift;
      }
      shift += 7;
      if (v >= 0) {
        return shift < 64 && (v & 0x40) != 0 ? value | -1L << shift : value;
      }
    }
  }

  public void skipLeb() {
    while (b.get(take(1)) < 0) {
      // goes on
    }
  }

  void skipString() {
    while (b.get(take(1)) != 0) {
      // goes on
    }
  }

  /** Reads up to a zero byte: a name, in its printable form. */
  public String string() {
    int start = at;
    skipString();
    byte[] bytes = new byte[Math.min(at - 1 - start, LONGEST_STRING)];
    b.get(start, bytes);
    return PrintableText.of(new String(bytes, StandardCharsets.UTF_8));
  }

  /** Whether the string here is this one; stays where it is. */
  boolean isString(byte[] expected) {
    if (at + expected.length >= b.limit()) {
      return false;
    }
    for (int i = 0; i < expected.length; i++) {
      if (b.get(at + i) != expected[i]) {
        return false;
      }
    }
    return b.get(at + expected.length) == 0;
  }

  public byte[] bytes(long count) {
    int start = take(count);
    byte[] bytes = new byte[at - start];
    b.get(start, bytes);
    return bytes;
  }
}
