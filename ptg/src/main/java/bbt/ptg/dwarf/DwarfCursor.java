package bbt.ptg.dwarf;

import bbt.packets.PrintableText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A position in a section. Reading past its end gives an {@link IndexOutOfBoundsException}. */
final class DwarfCursor {
  private final ByteBuffer b;
  private int at;

  /** Bytes of an offset in the unit that is being read: 4 or, in the 64-bit format, 8. */
  private int offsetSize = 4;

  DwarfCursor(ByteBuffer section, long position) {
    b = section;
    seek(position);
  }

  int position() {
    return at;
  }

  void seek(long position) {
    if (position < 0 || position > b.limit()) {
      throw new IndexOutOfBoundsException("offset 0x" + Long.toHexString(position));
    }
    at = (int) position;
  }

  void skip(long bytes) {
    seek(at + bytes);
  }

  int offsetSize() {
    return offsetSize;
  }

  void offsetSize(int bytes) {
    offsetSize = bytes;
  }

  int u8() {
    return b.get(at++) & 0xFF;
  }

  int u16() {
    int v = b.getShort(at) & 0xFFFF;
    at += 2;
    return v;
  }

  int u24() {
    return u16() | u8() << 16;
  }

  long u32() {
    long v = b.getInt(at) & 0xFFFF_FFFFL;
    at += 4;
    return v;
  }

  long u64() {
    long v = b.getLong(at);
    at += 8;
    return v;
  }

  /** A number of 1, 2, 4 or 8 bytes. */
  long unsigned(int bytes) {
    return switch (bytes) {
      case 1 -> u8();
      case 2 -> u16();
      case 4 -> u32();
      case 8 -> u64();
      default -> throw new DwarfException("a number of " + bytes + " bytes");
    };
  }

  /** An offset into another section. */
  long offset() {
    return offsetSize == 4 ? u32() : u64();
  }

  /** The length at the start of a unit; sets the size of its offsets. */
  long initialLength() {
    long length = u32();
    offsetSize = 4;
    if (length == 0xFFFF_FFFFL) {
      offsetSize = 8;
      length = u64();
    }
    return length;
  }

  long uleb() {
    long value = 0;
    int shift = 0;
    while (true) {
      int v = b.get(at++);
      value |= (long) (v & 0x7F) << shift;
      if (v >= 0) {
        return value;
      }
      shift += 7;
    }
  }

  long sleb() {
    long value = 0;
    int shift = 0;
    while (true) {
      int v = b.get(at++);
      value |= (long) (v & 0x7F) << shift;
      shift += 7;
      if (v >= 0) {
        return shift < 64 && (v & 0x40) != 0 ? value | -1L << shift : value;
      }
    }
  }

  void skipLeb() {
    while (b.get(at++) < 0) {
      // goes on
    }
  }

  void skipString() {
    while (b.get(at++) != 0) {
      // goes on
    }
  }

  /** Up to a zero byte: a name, in its printable form. */
  String string() {
    int start = at;
    skipString();
    byte[] bytes = new byte[at - 1 - start];
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

  byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    b.get(at, bytes);
    at += count;
    return bytes;
  }
}
