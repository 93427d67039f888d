package bbt.ptg.arm64.vector;

import static bbt.ptg.arm64.vector.LaneFunction.narrowed;
import static bbt.ptg.arm64.vector.LaneFunction.signed;
import static bbt.ptg.arm64.vector.LaneFunction.unsigned;

/**
 * Shifts, lane by lane (manual, chapter C7, by the names of the instructions): {@code a} is the
 * source, {@code c} is what the destination held. By an immediate {@code b} is the amount; by a
 * register it holds amounts in the lowest byte of each lane, and negative ones shift to the right.
 */
public final class LaneShifts {
  private LaneShifts() {}

  /** Shifts to the right, by 1 to 64. */
  static long right(long x, long amount, boolean signed, boolean rounds) {
    if (amount > Long.SIZE) {
      return signed && !rounds ? x >> 63 : 0;
    }
    long last = x >> amount - 1; // what is left before the last step
    long lastUnsigned = x >>> amount - 1;
    long round = rounds ? lastUnsigned & 1 : 0;
    return (signed ? last >> 1 : lastUnsigned >>> 1) + round;
  }

  /** Shifts to the left, or to the right by a negative amount. */
  private static long by(long x, long amounts, boolean signed, boolean rounds) {
    int amount = (byte) amounts;
    if (amount >= 0) {
      return amount < Long.SIZE ? x << amount : 0;
    }
    return right(x, -amount, signed, rounds);
  }

  // ---- by a register

  public static long sshl(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> by(x, y, true, false));
  }

  public static long ushl(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, 0, lanes, (x, y, z, bits) -> by(x, y, false, false));
  }

  public static long srshl(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, b, 0, lanes, (x, y, z, bits) -> by(x, y, true, true));
  }

  public static long urshl(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, b, 0, lanes, (x, y, z, bits) -> by(x, y, false, true));
  }

  // ---- by an immediate

  public static long shl(FloatStatus s, long a, long b, long c, int lanes) {
    return (a & inLanes(Lanes.mask(Lanes.bits(lanes) - (int) b), lanes)) << b;
  }

  public static long sshr(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, 0, 0, lanes, (x, y, z, bits) -> right(x, b, true, false));
  }

  /** Some low bits in each lane that counts. */
  private static long inLanes(long mask, int lanes) {
    return mask * Lanes.ones(lanes) & Lanes.mask(Lanes.end(lanes));
  }

  public static long ushr(FloatStatus s, long a, long b, long c, int lanes) {
    int kept = Lanes.bits(lanes) - (int) b;
    return kept == 0 ? 0 : a >>> b & inLanes(Lanes.mask(kept), lanes);
  }

  public static long ssra(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, 0, c, lanes, (x, y, z, bits) -> z + right(x, b, true, false));
  }

  public static long usra(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, 0, c, lanes, (x, y, z, bits) -> z + right(x, b, false, false));
  }

  public static long srshr(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, 0, 0, lanes, (x, y, z, bits) -> right(x, b, true, true));
  }

  public static long urshr(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, 0, 0, lanes, (x, y, z, bits) -> right(x, b, false, true));
  }

  public static long srsra(FloatStatus s, long a, long b, long c, int lanes) {
    return signed(a, 0, c, lanes, (x, y, z, bits) -> z + right(x, b, true, true));
  }

  public static long ursra(FloatStatus s, long a, long b, long c, int lanes) {
    return unsigned(a, 0, c, lanes, (x, y, z, bits) -> z + right(x, b, false, true));
  }

  /** Shifts to the right and inserts below the bits that keep their value. */
  public static long sri(FloatStatus s, long a, long b, long c, int lanes) {
    long moved = ushr(s, a, b, 0, lanes);
    int kept = Lanes.bits(lanes) - (int) b;
    long mask = kept == 0 ? 0 : inLanes(Lanes.mask(kept), lanes);
    return moved | c & ~mask & Lanes.mask(Lanes.end(lanes));
  }

  /** Shifts to the left and inserts above the bits that keep their value. */
  public static long sli(FloatStatus s, long a, long b, long c, int lanes) {
    return shl(s, a, b, 0, lanes) | c & inLanes(Lanes.mask((int) b), lanes);
  }

  // ---- to lanes of half the width

  public static long shrn(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(a, 0, lanes, false, (x, y, z, bits) -> x >>> b);
  }

  public static long rshrn(FloatStatus s, long a, long b, long c, int lanes) {
    return narrowed(a, 0, lanes, false, (x, y, z, bits) -> right(x, b, false, true));
  }
}
