package bbt.samples.conformance.fuzz.user;

import java.util.Random;

/** Chooses values at which instructions behave differently, mixed with random ones. */
final class Corners {
  private static final long[] INTEGERS = {
    0,
    1,
    2,
    7,
    31,
    32,
    63,
    64,
    -1,
    -2,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x7FFF_FFFFL,
    0x8000_0000L,
    0xFFFF_FFFFL,
    0x1_0000_0000L,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Integer.MIN_VALUE,
    0x0100_8000_01FF_0010L,
    0x5555_5555_5555_5555L
  };

  private static final int[] SINGLES = {
    0x0000_0000, // zero
    0x0000_0001, // subnormal
    0x007F_FFFF,
    0x0080_0000, // smallest normal
    0x3F80_0000, // one
    0x3F80_0001,
    0x3F00_0000,
    0x4B00_0000, // 2^23
    0x4F00_0000, // 2^31
    0x4F80_0000,
    0x5F00_0000, // 2^63
    0x5F80_0000,
    0x7F7F_FFFF, // largest
    0x7F80_0000, // infinity
    0x7F80_0001, // signalling
    0x7FC0_0000, // quiet
    0x7FFF_FFFF
  };

  private static final long[] DOUBLES = {
    0x0000_0000_0000_0000L,
    0x0000_0000_0000_0001L,
    0x000F_FFFF_FFFF_FFFFL,
    0x0010_0000_0000_0000L,
    0x3FF0_0000_0000_0000L,
    0x3FF0_0000_0000_0001L,
    0x3FE0_0000_0000_0000L,
    0x4330_0000_0000_0000L, // 2^52
    0x41E0_0000_0000_0000L, // 2^31
    0x41F0_0000_0000_0000L,
    0x43E0_0000_0000_0000L, // 2^63
    0x43F0_0000_0000_0000L,
    0x47EF_FFFF_E000_0000L, // the largest single
    0x47EF_FFFF_F000_0000L, // half an ulp above
    0x3690_0000_0000_0000L, // half the smallest subnormal single
    0x380F_FFFF_F000_0000L,
    0x7FEF_FFFF_FFFF_FFFFL,
    0x7FF0_0000_0000_0000L,
    0x7FF0_0000_0000_0001L,
    0x7FF8_0000_0000_0000L,
    0x7FFF_FFFF_FFFF_FFFFL
  };

  private static final long BOX = 0xFFFF_FFFFL << 32;

  private Corners() {}

  /** Chooses a value for an integer register. */
  static long integer(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> INTEGERS[random.nextInt(INTEGERS.length)];
      case 1 -> random.nextLong() >> random.nextInt(64);
      case 2 -> (1L << random.nextInt(64)) + random.nextInt(3) - 1;
      default -> random.nextLong();
    };
  }

  /**
   * Chooses a value for a floating-point register: doubles, boxed singles and halves, and what is
   * not boxed.
   */
  static long floating(Random random) {
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> BOX | single(random) & 0xFFFF_FFFFL;
      case 3 -> BOX | Integer.toUnsignedLong(Float.floatToRawIntBits(small(random)));
      case 4 -> Double.doubleToRawLongBits(small(random));
      case 5 -> BOX | 0xFFFF_0000L | random.nextInt(0x1_0000);
      case 6 -> random.nextLong();
      default -> double64(random);
    };
  }

  private static int single(Random random) {
    if (random.nextInt(3) == 0) {
      return random.nextInt();
    }
    return SINGLES[random.nextInt(SINGLES.length)] ^ random.nextInt(2) << 31;
  }

  private static long double64(Random random) {
    return DOUBLES[random.nextInt(DOUBLES.length)] ^ (long) random.nextInt(2) << 63;
  }

  /** Near integers and halves, where conversions round. */
  private static float small(Random random) {
    return (random.nextInt(2000) - 1000) / (float) (1 << random.nextInt(4));
  }

  /** Chooses a signed 12-bit immediate. */
  static int immediate12(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(3) - 1;
      case 1 -> random.nextBoolean() ? -2048 : 2047;
      case 2 -> random.nextInt(64) - 32;
      default -> random.nextInt(4096) - 2048;
    };
  }
}
