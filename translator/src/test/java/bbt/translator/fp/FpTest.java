package bbt.translator.fp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import bbt.ptg.isa.FpOp;
import bbt.translator.runtime.Cpu;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation in every mode against {@link FpReference}: results and flags. */
class FpTest {
  private static final long BOX = 0xFFFFFFFF00000000L;

  /** Moves of bits; they have a test of their own. */
  private static final Set<FpOp> MOVES =
      EnumSet.of(
          FpOp.FSGNJ_S,
          FpOp.FSGNJN_S,
          FpOp.FSGNJX_S,
          FpOp.FSGNJ_D,
          FpOp.FSGNJN_D,
          FpOp.FSGNJX_D,
          FpOp.FMV_X_W,
          FpOp.FMV_W_X,
          FpOp.FMV_X_D,
          FpOp.FMV_D_X,
          FpOp.BOX_S);

  /** Where formats end, where rounding turns, and NaNs. */
  static final long[] DOUBLES =
      bothSigns(
          0x0000000000000000L,
          0x0000000000000001L,
          0x0000000000000003L,
          0x000FFFFFFFFFFFFFL,
          0x0010000000000000L,
          0x0010000000000001L,
          0x0020000000000000L,
          0x3690000000000000L, // half the least single subnormal
          0x3690000000000001L,
          0x36A0000000000000L,
          0x380FFFFFE0000000L, // around the least normal single
          0x380FFFFFF0000000L,
          0x380FFFFFEFFFFFFFL,
          0x3810000000000000L,
          0x3CA0000000000000L,
          0x3CA0000000000001L,
          0x3FDFFFFFFFFFFFFFL,
          0x3FE0000000000000L,
          0x3FEFFFFFFFFFFFFFL,
          0x3FF0000000000000L,
          0x3FF0000000000001L,
          0x3FF0000010000000L,
          0x3FF8000000000000L,
          0x4004000000000000L,
          0x41DFFFFFFFC00000L,
          0x41DFFFFFFFE00000L, // 2^31 - 1/2
          0x41E0000000000000L,
          0x41EFFFFFFFE00000L,
          0x41EFFFFFFFF00000L, // 2^32 - 1/2
          0x433FFFFFFFFFFFFFL,
          0x43DFFFFFFFFFFFFFL,
          0x43E0000000000000L,
          0x43EFFFFFFFFFFFFFL,
          0x43F0000000000000L,
          0x47EFFFFFE0000000L,
          0x47EFFFFFF0000000L, // half above the greatest single
          0x7FE0000000000000L,
          0x7FEFFFFFFFFFFFFFL,
          0x7FF0000000000000L,
          0x7FF0000000000001L,
          0x7FF8000000000000L,
          0x7FF8000000000123L);

  static final long[] SINGLES =
      boxed(
          0x00000000,
          0x00000001,
          0x00000003,
          0x007FFFFF,
          0x00800000,
          0x00800001,
          0x01000000,
          0x33800000,
          0x33800001,
          0x3EFFFFFF,
          0x3F000000,
          0x3F7FFFFF,
          0x3F800000,
          0x3F800001,
          0x3FC00000,
          0x40200000,
          0x4B7FFFFF,
          0x4EFFFFFF,
          0x4F000000,
          0x4F7FFFFF,
          0x4F800000,
          0x5EFFFFFF,
          0x5F000000,
          0x5F7FFFFF,
          0x5F800000,
          0x7F000000,
          0x7F7FFFFF,
          0x7F800000,
          0x7F800001,
          0x7FC00000,
          0x7FC12345);

  static final long[] INTEGERS =
      bothSigns(
          0,
          1,
          2,
          0xFFFFFF,
          0x1000000,
          0x1000001,
          0x1000003,
          0x7FFFFFFF,
          0x80000000L,
          0xFFFFFFFFL,
          0x1FFFFFFFFFFFFFL,
          0x20000000000001L,
          0x20000000000003L,
          0x7FFFFF4000000000L,
          0x7FFFFFFFFFFFFC00L,
          0x7FFFFFFFFFFFFE00L,
          Long.MAX_VALUE);

  private final Cpu cpu = new Cpu(0);

  private static long[] bothSigns(long... values) {
    long[] all = Arrays.copyOf(values, 2 * values.length);
    for (int i = 0; i < values.length; i++) {
      all[values.length + i] = values[i] ^ Long.MIN_VALUE;
    }
    return all;
  }

  private static long[] boxed(int... values) {
    long[] all = new long[2 * values.length + 2];
    for (int i = 0; i < values.length; i++) {
      all[i] = BOX | values[i];
      all[values.length + i] = BOX | (values[i] | 0x80000000L);
    }
    // Not boxed: as if it were a NaN.
    all[2 * values.length] = 0x3F800000;
    all[2 * values.length + 1] = 0xFFFFFFFE3F800000L;
    return all;
  }

  private static FpOp[] arithmetic() {
    return EnumSet.complementOf(EnumSet.copyOf(MOVES)).toArray(FpOp[]::new);
  }

  private void check(FpOp op, long a, long b, long c, int rm) {
    FpReference.Result expected = FpReference.compute(op, a, b, c, rm);
    // With NX set already other paths are taken; with other flags set none may be lost.
    for (int before : new int[] {0, 1, 0x1E}) {
      cpu.fflags = before;
      cpu.fs = 1;
      cpu.frm = rm;
      long result = FpFunctions.call(op, cpu, a, b, c, before == 0 ? rm : 7);
      if (result != expected.bits() || cpu.fflags != (before | expected.flags())) {
        fail(
            String.format(
                "%s a=%x b=%x c=%x rm=%d before=%x: %x flags %x, expected %x flags %x",
                op, a, b, c, rm, before, result, cpu.fflags, expected.bits(), expected.flags()));
      }
      int dirty = cpu.fflags != before ? 3 : cpu.fs;
      assertEquals(dirty, cpu.fs, "flags are part of the state that FS describes");
    }
  }

  private static long[] corners(FpOp op) {
    if (FpFunctions.fromInteger(op)) {
      return INTEGERS;
    }
    boolean singleSource =
        op.name().startsWith("FCVT") ? op.name().endsWith("_S") : FpFunctions.single(op);
    return singleSource ? SINGLES : DOUBLES;
  }

  @ParameterizedTest
  @MethodSource("arithmetic")
  void cornersOf(FpOp op) {
    long[] values = corners(op);
    int operands = FpFunctions.operands(op);
    Random random = new Random(op.ordinal());
    for (long a : values) {
      for (int i = 0; i < (operands > 1 ? values.length : 1); i++) {
        for (int j = 0; j < (operands > 2 ? 2 : 1); j++) {
          long c = values[random.nextInt(values.length)];
          int rm = random.nextInt(5);
          for (int k = 0; k < (operands > 1 ? 1 : 5); k++) {
            check(op, a, values[i], c, (rm + k) % 5);
          }
        }
      }
    }
  }

  /** Random operands of near exponents, few or many significant bits: sums cancel, ties occur. */
  @ParameterizedTest
  @MethodSource("arithmetic")
  void random(FpOp op) {
    Random random = new Random(op.ordinal() + 1000);
    boolean single = corners(op) == SINGLES;
    for (int i = 0; i < 4_000; i++) {
      long a;
      long b = operand(random, single);
      long c = operand(random, single);
      if (FpFunctions.fromInteger(op)) {
        a = random.nextLong() >> random.nextInt(64) << random.nextInt(20);
      } else {
        a = operand(random, single);
      }
      if (FpFunctions.operands(op) == 3 && random.nextInt(3) == 0) {
        c = nearProduct(random, single, a, b);
      }
      check(op, a, b, c, random.nextInt(5));
    }
  }

  static long operand(Random random, boolean single) {
    int bits = single ? 23 : 52;
    long fraction = random.nextLong() >>> 64 - bits;
    switch (random.nextInt(4)) {
      case 0 -> fraction = fraction >>> random.nextInt(bits) << random.nextInt(bits);
      case 1 -> fraction = -1L << random.nextInt(bits) ^ random.nextInt(4);
      default -> {}
    }
    fraction &= (1L << bits) - 1;
    int bias = single ? 127 : 1023;
    int max = 2 * bias;
    int exponent =
        switch (random.nextInt(8)) {
          case 0 -> random.nextInt(max + 2);
          case 1 -> random.nextInt(3);
          case 2 -> max - random.nextInt(3);
          case 3 -> bias / 2 + random.nextInt(4);
          case 4 -> bias + bias / 2 - random.nextInt(4);
          default -> bias + random.nextInt(2 * bits + 8) - bits;
        };
    long sign = random.nextBoolean() ? 1L << (single ? 31 : 63) : 0;
    return (single ? BOX : 0) | sign | (long) exponent << bits | fraction;
  }

  /** Minus the product, give or take a little: nearly everything cancels in a multiply-add. */
  private static long nearProduct(Random random, boolean single, long a, long b) {
    if (single) {
      float p = -Float.intBitsToFloat((int) a) * Float.intBitsToFloat((int) b);
      return BOX | (Float.floatToRawIntBits(p) + random.nextInt(3) - 1) & 0xFFFFFFFFL;
    }
    double p = -Double.longBitsToDouble(a) * Double.longBitsToDouble(b);
    return Double.doubleToRawLongBits(p) + random.nextInt(3) - 1;
  }

  @Property(tries = 500)
  void anyBitsDouble(
      @ForAll long a, @ForAll long b, @ForAll long c, @ForAll @IntRange(max = 4) int rm) {
    for (FpOp op : arithmetic()) {
      if (!FpFunctions.single(op)) {
        check(op, a, b, c, rm);
      }
    }
  }

  @Property(tries = 500)
  void anyBitsSingle(
      @ForAll int a, @ForAll int b, @ForAll int c, @ForAll @IntRange(max = 4) int rm) {
    for (FpOp op : arithmetic()) {
      if (FpFunctions.single(op)) {
        check(op, BOX | a, BOX | b, BOX | c, rm);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FSGNJ_S", "FSGNJN_S", "FSGNJX_S", "FSGNJ_D", "FSGNJN_D", "FSGNJX_D"})
  void signInjection(FpOp op) {
    boolean single = FpFunctions.single(op);
    long sign = single ? 1L << 31 : Long.MIN_VALUE;
    for (long a : single ? SINGLES : DOUBLES) {
      for (long b : single ? SINGLES : DOUBLES) {
        long x = single && a >>> 32 != 0xFFFFFFFFL ? BOX | 0x7FC00000 : a;
        long y = single && b >>> 32 != 0xFFFFFFFFL ? BOX | 0x7FC00000 : b;
        boolean negative =
            switch (op) {
              case FSGNJ_S, FSGNJ_D -> (y & sign) != 0;
              case FSGNJN_S, FSGNJN_D -> (y & sign) == 0;
              default -> (x & sign) != (y & sign);
            };
        long expected = negative ? x | sign : x & ~sign;
        assertEquals(expected, FpFunctions.call(op, cpu, a, b, 0, 0));
      }
    }
    assertEquals(0, cpu.fflags);
  }

  @Test
  void moves() {
    long raw = 0x123456789ABCDEF0L;
    assertEquals(0xFFFFFFFF9ABCDEF0L, FpFunctions.call(FpOp.FMV_X_W, cpu, raw, 0, 0, 0));
    assertEquals(0x7FC00000L, FpFunctions.call(FpOp.FMV_X_W, cpu, 0x7FC00000L, 0, 0, 0));
    assertEquals(0xFFFFFFFF9ABCDEF0L, FpFunctions.call(FpOp.FMV_W_X, cpu, raw, 0, 0, 0));
    assertEquals(0xFFFFFFFF12345678L, FpFunctions.call(FpOp.BOX_S, cpu, 0x12345678L, 0, 0, 0));
    assertEquals(raw, FpFunctions.call(FpOp.FMV_X_D, cpu, raw, 0, 0, 0));
    assertEquals(raw, FpFunctions.call(FpOp.FMV_D_X, cpu, raw, 0, 0, 0));
  }
}
