package bbt.translator.riscv.interp;

import bbt.translator.riscv.cpu.Cpu;
import java.lang.reflect.Field;
import sun.misc.Unsafe;

/**
 * Finds the offsets of the registers in a {@link Cpu}: a register slot is the field's distance from
 * {@link #BASE} in units of eight bytes, 0 to 127, so that a pre-decoded word holds it in seven
 * bits.
 *
 * <p>{@link #U} is {@code sun.misc}'s, not the JDK's own as in {@code HostMemory}: with that one
 * the loop had half its speed in 4 of 14 runs, with this one in 2 of 36 (docs/performance.md, jit).
 */
final class RegisterSlots {
  static final Unsafe U = unsafe();

  /** Offset of the first element in an {@code int[]}. */
  static final long INTS = Unsafe.ARRAY_INT_BASE_OFFSET;

  /** Offset in a Cpu of the register field that comes first. */
  static final long BASE;

  private static final int[] X = new int[32];
  private static final int[] F = new int[32];
  private static final int SINK;

  static {
    long base = Long.MAX_VALUE;
    for (int i = 0; i < 32; i++) {
      base = Math.min(base, Math.min(offset("x" + i), offset("f" + i)));
    }
    BASE = Math.min(base, offset("xSink"));
    for (int i = 0; i < 32; i++) {
      X[i] = slotOf("x" + i);
      F[i] = slotOf("f" + i);
    }
    SINK = slotOf("xSink");
  }

  private RegisterSlots() {}

  private static Unsafe unsafe() {
    try {
      Field field = Unsafe.class.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      return (Unsafe) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("sun.misc.Unsafe is not available in this JVM", e);
    }
  }

  @SuppressWarnings("deprecation") // the only way to a field's place; see docs/decisions.md
  private static long offset(String field) {
    try {
      return U.objectFieldOffset(Cpu.class.getField(field));
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("Cpu has no register field " + field, e);
    }
  }

  private static int slotOf(String field) {
    long distance = offset(field) - BASE;
    if ((distance & 7) != 0 || distance < 0 || distance >= 128 * 8) {
      throw new IllegalStateException(
          "this JVM places Cpu." + field + " " + distance + " bytes from the other registers");
    }
    return (int) (distance >>> 3);
  }

  /** Slot to read an integer register from. */
  static int x(int register) {
    return X[register];
  }

  /** Slot to write an integer register to: x0 gets a place that nobody reads. */
  static int xDestination(int register) {
    return register == 0 ? SINK : X[register];
  }

  static int f(int register) {
    return F[register];
  }
}
