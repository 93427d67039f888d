package bbt.translator.state;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes fields to a snapshot or reads them from one, in a row. A part names each of its fields
 * once:
 *
 * <pre>
 *   count = f.of(count);
 *   f.each(levels);
 * </pre>
 *
 * <p>Writing, {@code of} gives back what it was given; reading, what was written at that place.
 */
public final class Fields {
  /** A longer array in a snapshot is damage. */
  private static final int MOST = 1 << 28;

  private final boolean reading;
  private ByteBuffer bytes;

  private Fields(ByteBuffer bytes, boolean reading) {
    this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
    this.reading = reading;
  }

  /** Creates a writer of fields. */
  public static Fields writer() {
    return new Fields(ByteBuffer.allocate(1 << 14), false);
  }

  /** Creates a reader of written fields. */
  public static Fields reader(byte[] written) {
    return new Fields(ByteBuffer.wrap(written), true);
  }

  /** Whether {@link #of} gives other values than it is given. */
  public boolean reading() {
    return reading;
  }

  /** The bytes written so far. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  /**
   * Checks that all bytes have been read.
   *
   * @throws IllegalStateException if anything is left: not the same fields were written
   */
  public void end() {
    if (reading && bytes.hasRemaining()) {
      throw new IllegalStateException(bytes.remaining() + " bytes of the snapshot are left over");
    }
  }

  private ByteBuffer room(int size) {
    if (bytes.remaining() < size) {
      if (reading) {
        throw new IllegalStateException(
            "the snapshot ends too early", new BufferUnderflowException());
      }
      int more = Math.max(2 * bytes.capacity(), bytes.position() + size);
      bytes = ByteBuffer.allocate(more).order(ByteOrder.LITTLE_ENDIAN).put(bytes.flip());
    }
    return bytes;
  }

  public long of(long value) {
    ByteBuffer b = room(8);
    if (reading) {
      return b.getLong();
    }
    b.putLong(value);
    return value;
  }

  public int of(int value) {
    ByteBuffer b = room(4);
    if (reading) {
      return b.getInt();
    }
    b.putInt(value);
    return value;
  }

  public boolean of(boolean value) {
    return of(value ? 1 : 0) != 0;
  }

  /** One of an enumeration's values. */
  public <E extends Enum<E>> E of(E value) {
    return value.getDeclaringClass().getEnumConstants()[of(value.ordinal())];
  }

  /** An array whose length may be another one each time. */
  public byte[] of(byte[] value) {
    int length = of(value.length);
    if (length < 0 || length > MOST) {
      throw new IllegalStateException("the snapshot has an array of " + length + " bytes");
    }
    ByteBuffer b = room(length);
    if (!reading) {
      b.put(value);
      return value;
    }
    byte[] read = new byte[length];
    b.get(read);
    return read;
  }

  /** The elements of an array that is always as long. */
  public void each(long[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = of(values[i]);
    }
  }

  /** The elements of an array of {@code int} that is always as long. */
  public void each(int[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = of(values[i]);
    }
  }

  /** The elements of an array of {@code boolean} that is always as long. */
  public void each(boolean[] values) {
    for (int i = 0; i < values.length; i++) {
      values[i] = of(values[i]);
    }
  }

  /** The elements of an array of {@code byte} that is always as long. */
  public void each(byte[] values) {
    ByteBuffer b = room(values.length);
    if (reading) {
      b.get(values);
    } else {
      b.put(values);
    }
  }
}
