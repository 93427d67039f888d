package bbt.samples.conformance.fuzz.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The observed part of RAM after a run.
 *
 * @param bytes from the start of the image on, {@link FuzzBoard#start}
 */
public record GuestRam(byte[] bytes) {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Eight bytes at an offset from the start of the image, aligned or not. */
  public long get(int offset) {
    return (long) LONGS.get(bytes, offset);
  }

  /** Stores eight bytes. */
  public void put(int offset, long value) {
    LONGS.set(bytes, offset, value);
  }

  /** RAM as an image has it, and from an offset on as another one. */
  public static GuestRam joined(Image image, int offset, GuestRam other) {
    byte[] bytes = Arrays.copyOf(image.bytes(), other.bytes.length);
    System.arraycopy(other.bytes, offset, bytes, offset, bytes.length - offset);
    return new GuestRam(bytes);
  }
}
