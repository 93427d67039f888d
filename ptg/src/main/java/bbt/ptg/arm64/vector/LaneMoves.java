package bbt.ptg.arm64.vector;

/**
 * Moves of lanes: copies, permutations, tables (manual, chapter C7, by the names of the
 * instructions). Where two halves are joined {@code a} is the lower one.
 */
public final class LaneMoves {
  private LaneMoves() {}

  /** The lowest lane, in all lanes. */
  public static long dup(FloatStatus s, long a, long b, long c, int lanes) {
    return (a & Lanes.mask(Lanes.bits(lanes))) * Lanes.ones(lanes);
  }

  /** The lanes with even numbers of two halves. */
  public static long uzp1(FloatStatus s, long a, long b, long c, int lanes) {
    int size = lanes & 3;
    if (size == 3) {
      return a;
    }
    return every(a, 0, size) | every(b, 0, size) << 32;
  }

  /** The lanes with odd numbers of two halves. */
  public static long uzp2(FloatStatus s, long a, long b, long c, int lanes) {
    int size = lanes & 3;
    if (size == 3) {
      return b;
    }
    return every(a, 1, size) | every(b, 1, size) << 32;
  }

  private static long every(long half, int first, int size) {
    int bits = 8 << size;
    long result = 0;
    for (int at = 0; at < 32; at += bits) {
      result |= Lanes.unsigned(half, 2 * at + first * bits, bits) << at;
    }
    return result;
  }

  /** The lanes of the low parts of two halves, in turns. */
  public static long zip1(FloatStatus s, long a, long b, long c, int lanes) {
    return (lanes & 3) == 3 ? a : zipped(a, b, lanes & 3);
  }

  /** The lanes of the high parts of two halves, in turns. */
  public static long zip2(FloatStatus s, long a, long b, long c, int lanes) {
    return (lanes & 3) == 3 ? b : zipped(a >>> 32, b >>> 32, lanes & 3);
  }

  private static long zipped(long a, long b, int size) {
    int bits = 8 << size;
    long result = 0;
    for (int at = 0; at < 32; at += bits) {
      result |=
          Lanes.unsigned(a, at, bits) << 2 * at | Lanes.unsigned(b, at, bits) << 2 * at + bits;
    }
    return result;
  }

  public static long trn1(FloatStatus s, long a, long b, long c, int lanes) {
    long even = even(lanes);
    return a & even | (b & even) << Lanes.bits(lanes);
  }

  public static long trn2(FloatStatus s, long a, long b, long c, int lanes) {
    long even = even(lanes);
    return a >>> Lanes.bits(lanes) & even | b & ~even;
  }

  /** Lanes with even numbers; they have 32 bits at most. */
  private static long even(int lanes) {
    return Lanes.ones(lanes + 1) * Lanes.mask(Lanes.bits(lanes));
  }

  public static long rev16(FloatStatus s, long a, long b, long c, int lanes) {
    return reversed(a, 16, lanes);
  }

  public static long rev32(FloatStatus s, long a, long b, long c, int lanes) {
    return reversed(a, 32, lanes);
  }

  public static long rev64(FloatStatus s, long a, long b, long c, int lanes) {
    return reversed(a, 64, lanes);
  }

  private static long reversed(long a, int group, int lanes) {
    int bits = Lanes.bits(lanes);
    long result = 0;
    for (int at = 0; at < Long.SIZE; at += bits) {
      result |= Lanes.unsigned(a, at, bits) << (at ^ group - bits);
    }
    return result;
  }

  /** 64 bits of two halves, from the byte {@code c} on. */
  public static long ext(FloatStatus s, long a, long b, long c, int lanes) {
    int from = 8 * (int) c;
    return from == 0 ? a : a >>> from | b << -from;
  }

  /**
   * The bytes of the table {@code b:a} whose numbers, less the number of the first byte there,
   * stand in {@code c}; zero where there is none.
   */
  public static long tbl(FloatStatus s, long a, long b, long c, int lanes) {
    long result = 0;
    for (int at = 0; at < Long.SIZE; at += 8) {
      int index = (int) (c >>> at) & 0xFF;
      if (index < 16) {
        result |= ((index < 8 ? a : b) >>> 8 * (index & 7) & 0xFF) << at;
      }
    }
    return result;
  }

  /** All ones in the bytes of {@code a} that are less than {@code b}. */
  public static long below(FloatStatus s, long a, long b, long c, int lanes) {
    return LaneFunction.unsigned(a, 0, 0, 0, (x, y, z, bits) -> x < b ? -1 : 0);
  }

  // ---- structures of three: the lanes that stand at every third place of 24 bytes, and back

  public static long third0(FloatStatus s, long a, long b, long c, int lanes) {
    return third(a, b, c, lanes, 0);
  }

  public static long third1(FloatStatus s, long a, long b, long c, int lanes) {
    return third(a, b, c, lanes, 1);
  }

  public static long third2(FloatStatus s, long a, long b, long c, int lanes) {
    return third(a, b, c, lanes, 2);
  }

  private static long third(long a, long b, long c, int lanes, int first) {
    int bits = Lanes.bits(lanes);
    long result = 0;
    for (int at = 0; at < Long.SIZE; at += bits) {
      int from = 3 * at + first * bits;
      long half = from < 64 ? a : from < 128 ? b : c;
      result |= Lanes.unsigned(half, from & 63, bits) << at;
    }
    return result;
  }

  public static long woven0(FloatStatus s, long a, long b, long c, int lanes) {
    return woven(a, b, c, lanes, 0);
  }

  public static long woven1(FloatStatus s, long a, long b, long c, int lanes) {
    return woven(a, b, c, lanes, 1);
  }

  public static long woven2(FloatStatus s, long a, long b, long c, int lanes) {
    return woven(a, b, c, lanes, 2);
  }

  private static long woven(long a, long b, long c, int lanes, int part) {
    int bits = Lanes.bits(lanes);
    int count = Long.SIZE / bits;
    long result = 0;
    for (int i = 0; i < count; i++) {
      int place = part * count + i;
      long half = place % 3 == 0 ? a : place % 3 == 1 ? b : c;
      result |= Lanes.unsigned(half, place / 3 * bits, bits) << i * bits;
    }
    return result;
  }
}
