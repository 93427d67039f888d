package bbt.packets.bytes;

/**
 * Converts probabilities to numbers that can be added up ({@code ln(p / (1 - p))}) and back, and
 * adapts them to the bits that come. Integers alone, so that all hosts agree.
 */
final class Logistic {
  /** A chance that has met nothing yet: 1/2. */
  static final int EVEN = 1 << 31;

  /** A chance has 22 bits of probability, then a count of how often it was met. */
  private static final int COUNT_BITS = 10;

  /** The part of the way that a chance goes to what came, in 65536ths, by how often it was met. */
  private static final int[] SHARE = new int[256];

  /** 4096 / (1 + e^-x) for x = -8, -7.5 ... 8. */
  private static final int[] LOGISTIC = {
    1, 2, 4, 6, 10, 17, 27, 45, 74, 120, 194, 311, 488, 747, 1102, 1546, 2048, 2550, 2994, 3349,
    3608, 3785, 3902, 3976, 4022, 4051, 4069, 4079, 4086, 4090, 4092, 4094, 4095
  };

  /** 65536 / (1 + e^-x) for the same. */
  private static final int[] FINE_LOGISTIC = {
    22, 36, 60, 98, 162, 267, 439, 720, 1179, 1921, 3108, 4971, 7812, 11955, 17625, 24743, 32768,
    40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816, 65097, 65269, 65374, 65438,
    65476, 65500, 65514
  };

  /** The probability of x in 256ths, from -2047 on at index 1. */
  private static final short[] SQUASH = new short[1 << RangeCoder.BITS];

  private static final int[] FINE_SQUASH = new int[1 << RangeCoder.BITS];

  /** The inverse of {@link #SQUASH}: by a probability of 12 bits, the x in 256ths that gives it. */
  static final short[] STRETCH = new short[1 << RangeCoder.BITS];

  static {
    for (int i = 0; i < SHARE.length; i++) {
      SHARE[i] = 655_360 / (10 * i + 16);
    }
    int next = 0;
    for (int x = -2047; x < 2048; x++) {
      int p = between(LOGISTIC, x);
      SQUASH[x + 2048] = (short) p;
      FINE_SQUASH[x + 2048] = between(FINE_LOGISTIC, x);
      while (next <= p) {
        STRETCH[next++] = (short) x;
      }
    }
    while (next < STRETCH.length) {
      STRETCH[next++] = 2047;
    }
  }

  private Logistic() {}

  private static int between(int[] table, int x) {
    int step = x + 2048 >> 7;
    int part = x + 2048 & 127;
    return table[step] * (128 - part) + table[step + 1] * part + 64 >> 7;
  }

  /** The probability of 12 bits, 1 to 4095. */
  static int squash(int x) {
    return SQUASH[Math.clamp(x, -2047, 2047) + 2048];
  }

  /** The probability of 16 bits, 22 to 65514. */
  static int fineSquash(int x) {
    return FINE_SQUASH[Math.clamp(x, -2047, 2047) + 2048];
  }

  /** The stretched probability of a chance. */
  static int stretch(int chance) {
    return STRETCH[chance >>> Integer.SIZE - RangeCoder.BITS];
  }

  /**
   * A chance after a bit.
   *
   * @param most counts go up to it, at most 255: the larger, the slower it adapts in the end
   */
  static int met(int chance, int bit, int most) {
    int count = chance & (1 << COUNT_BITS) - 1;
    int before = chance >>> COUNT_BITS;
    int target = bit == 0 ? 0 : (1 << 22) - 1;
    int p = before + (int) ((long) (target - before) * SHARE[count] >> 16);
    return p << COUNT_BITS | Math.min(count + 1, most);
  }

  /** The share of the way to what came that a probability goes which was met so often. */
  static int share(int count) {
    return SHARE[count];
  }
}
