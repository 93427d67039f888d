package bbt.packets.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing byte array with the format's number encodings. */
public final class ByteSink {
  public static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  public static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  public static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes;
  private int size;

  public ByteSink(int capacity) {
    bytes = new byte[capacity];
  }

  public byte[] array() {
    return bytes;
  }

  public int size() {
    return size;
  }

  public void clear() {
    size = 0;
  }

  private void room(int count) {
    if (size + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + count));
    }
  }

  public void u8(int value) {
    room(1);
    bytes[size++] = (byte) value;
  }

  public void u16(int value) {
    room(2);
    SHORT.set(bytes, size, (short) value);
    size += 2;
  }

  public void u32(int value) {
    room(4);
    INT.set(bytes, size, value);
    size += 4;
  }

  public void u64(long value) {
    room(8);
    LONG.set(bytes, size, value);
    size += 8;
  }

  /** LEB128: seven bits a byte, low first, the high bit says that more follow; 1 to 10 bytes. */
  public void varint(long value) {
    room(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** Zigzag, then {@link #varint}. */
  public void signed(long value) {
    varint((value << 1) ^ (value >> 63));
  }

  public void text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    varint(utf8.length);
    bytes(utf8, 0, utf8.length);
  }

  public void bytes(byte[] source, int from, int length) {
    room(length);
    System.arraycopy(source, from, bytes, size, length);
    size += length;
  }

  public void words(long[] source, int count) {
    room(8 * count);
    for (int i = 0; i < count; i++) {
      LONG.set(bytes, size + 8 * i, source[i]);
    }
    size += 8 * count;
  }
}
