package bbt.ptg.arm64;

import java.util.Random;

/** Random halves of vector registers that hold what instructions treat in a special way. */
public final class A64Numbers {
  private static final long[] DOUBLES = {
    0,
    1,
    0x3FF0_0000_0000_0000L, // one
    0x7FF0_0000_0000_0000L, // infinity
    0x7FF8_0000_0000_0000L, // quiet NaN
    0x7FF0_0000_0000_0001L, // signalling NaN
    0x7FFF_FFFF_FFFF_FFFFL,
    0x000F_FFFF_FFFF_FFFFL, // largest denormal
    0x0010_0000_0000_0000L, // least normal
    0x7FEF_FFFF_FFFF_FFFFL, // largest
    0x43E0_0000_0000_0000L, // 2^63
    0x43F0_0000_0000_0000L,
    0x41E0_0000_0000_0000L, // 2^31
    0x3FE0_0000_0000_0000L, // one half
    0x4008_0000_0000_0000L, // three
    0x3810_0000_0000_0000L, // the least normal single
    0x3800_0000_0000_0001L,
    0x47EF_FFFF_F000_0000L, // above the largest single
    0x3F0F_FFFF_FFFF_FFFFL, // below the least normal half
    0x40EF_FFE0_0000_0000L, // largest alternative half, or above the largest half
    0x40EF_FC00_0000_0000L
  };
  private static final int[] SINGLES = {
    0,
    1,
    0x3F80_0000, // one
    0x7F80_0000, // infinity
    0x7FC0_0000, // quiet NaN
    0x7F80_0001, // signalling NaN
    0x7FFF_FFFF,
    0x007F_FFFF, // largest denormal
    0x0080_0000, // least normal
    0x7F7F_FFFF, // largest
    0x0020_0000, // 2^-128
    0x7E80_0000, // 2^126
    0x4F00_0000, // 2^31
    0x5F00_0000, // 2^63
    0x3F00_0000, // one half
    0x477F_F000, // above the largest half
    0x3380_0000,
    0x3300_0000,
    0x7FFF_8000
  };
  private static final int[] HALVES = {
    0, 1, 0x3C00, 0x7C00, 0x7E00, 0x7C01, 0x7FFF, 0x03FF, 0x0400, 0x7BFF, 0x8080, 0x0180, 0x7F80
  };

  private A64Numbers() {}

  public static long next(Random random) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> asDouble(random);
      case 2, 3 -> asSingle(random) << 32 | asSingle(random) & 0xFFFF_FFFFL;
      case 4 -> halves(random);
      case 5 -> random.nextLong() >> random.nextInt(64);
      case 6 -> bytes(random);
      default -> random.nextLong();
    };
  }

  private static long asDouble(Random random) {
    long bits = DOUBLES[random.nextInt(DOUBLES.length)];
    bits += random.nextInt(4) == 0 ? random.nextInt(5) - 2 : 0;
    if (random.nextInt(3) == 0) {
      bits = Double.doubleToRawLongBits((random.nextInt(4096) - 2048) / 8.0);
    }
    if (random.nextInt(4) == 0) { // of about the same size, so that sums cancel
      bits = 1020L + random.nextInt(8) << 52 | random.nextLong() >>> 12;
    }
    return bits ^ (random.nextBoolean() ? Long.MIN_VALUE : 0);
  }

  private static long asSingle(Random random) {
    int bits = SINGLES[random.nextInt(SINGLES.length)];
    bits += random.nextInt(4) == 0 ? random.nextInt(5) - 2 : 0;
    if (random.nextInt(3) == 0) {
      bits = Float.floatToRawIntBits((random.nextInt(4096) - 2048) / 8f);
    }
    if (random.nextInt(4) == 0) {
      bits = 124 + random.nextInt(8) << 23 | random.nextInt() >>> 9;
    }
    return bits ^ (random.nextBoolean() ? Integer.MIN_VALUE : 0);
  }

  private static long halves(Random random) {
    long bits = 0;
    for (int i = 0; i < 4; i++) {
      int half = HALVES[random.nextInt(HALVES.length)] ^ (random.nextBoolean() ? 0x8000 : 0);
      bits = bits << 16 | half;
    }
    return bits;
  }

  /** Small numbers, as indexes and amounts are. */
  private static long bytes(Random random) {
    long bits = 0;
    for (int i = 0; i < 8; i++) {
      int octet = random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(140) - 70;
      bits = bits << 8 | octet & 0xFF;
    }
    return bits;
  }
}
