package bbt.translator.fp;

import bbt.translator.runtime.Cpu;

/** The last step of an operation: an exact value is rounded into a format and raises its flags. */
final class Rounding {
  static final int RNE = 0;
  static final int RTZ = 1;
  static final int RDN = 2;
  static final int RUP = 3;
  static final int RMM = 4;

  /** In an instruction: the mode is in fcsr.frm. */
  static final int DYNAMIC = 7;

  static final int NX = 1;
  static final int UF = 2;
  static final int OF = 4;
  static final int DZ = 8;
  static final int NV = 16;

  /** Upper half of a boxed single. */
  static final long BOX = 0xFFFFFFFF_00000000L;

  /** All above a boxed half. */
  static final long BOX_H = 0xFFFFFFFF_FFFF0000L;

  static final long NAN_D = 0x7FF80000_00000000L;
  static final long NAN_S = BOX | 0x7FC00000L;
  static final long NAN_H = BOX_H | 0x7E00L;

  private Rounding() {}

  /** The mode an instruction rounds in; its rm field was checked before (5 and 6 do not occur). */
  static int mode(Cpu cpu, int rm) {
    return rm == DYNAMIC ? cpu.frm : rm;
  }

  /** Raised flags change fcsr, which is part of the state that mstatus.FS describes. */
  static void raise(Cpu cpu, int flags) {
    cpu.fflags |= flags;
    cpu.fs = 3;
  }

  static long nan(boolean single) {
    return single ? NAN_S : NAN_D;
  }

  /** An operation without a defined result. */
  static long invalid(Cpu cpu, boolean single) {
    raise(cpu, NV);
    return nan(single);
  }

  /** A value that the format holds exactly (also infinities and zeros), as register contents. */
  static long encode(double value, boolean single) {
    return single
        ? BOX | Float.floatToRawIntBits((float) value) & 0xFFFFFFFFL
        : Double.doubleToRawLongBits(value);
  }

  static long infinity(boolean negative, boolean single) {
    return encode(negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY, single);
  }

  /** The zero that an exact sum of opposites is. */
  static long cancelled(boolean single, int mode) {
    return encode(mode == RDN ? -0.0 : 0.0, single);
  }

  /**
   * Shifts right; the lowest bit of the result is set if any bit was lost.
   *
   * @param count 0 or more
   */
  static long shiftRightJam(long value, int count) {
    if (count == 0) {
      return value;
    }
    if (count > 63) {
      return value == 0 ? 0 : 1;
    }
    long lost = value << (64 - count);
    return value >>> count | (lost == 0 ? 0 : 1);
  }

  /**
   * Rounds {@code significand * 2^(exponent - 62)} and raises NX, UF, OF as due.
   *
   * @param significand not zero, bit 63 clear; a set lowest bit may stand for any lower bits
   */
  static long normalizeAndRound(
      Cpu cpu, boolean negative, int exponent, long significand, boolean single, int mode) {
    int shift = Long.numberOfLeadingZeros(significand) - 1;
    return round(cpu, negative, exponent - shift, significand << shift, single, mode);
  }

  /**
   * Rounds {@code significand * 2^(exponent - 62)} and raises NX, UF, OF as due.
   *
   * @param significand 2^62 to 2^63 - 1; a set lowest bit may stand for any lower bits
   */
  static long round(
      Cpu cpu, boolean negative, int exponent, long significand, boolean single, int mode) {
    return single
        ? BOX
            | (negative ? 0x80000000L : 0)
            | magnitude(cpu, negative, exponent, significand, 24, -126, mode)
        : (negative ? Long.MIN_VALUE : 0)
            | magnitude(cpu, negative, exponent, significand, 53, -1022, mode);
  }

  /** The same for a half-precision result. */
  static long roundHalf(Cpu cpu, boolean negative, int exponent, long significand, int mode) {
    return BOX_H
        | (negative ? 0x8000L : 0)
        | magnitude(cpu, negative, exponent, significand, 11, -14, mode);
  }

  /**
   * The encoding without its sign.
   *
   * @param precision bits of the format's significand, the leading one included
   * @param minExponent exponent of the format's least normal number
   */
  private static long magnitude(
      Cpu cpu,
      boolean negative,
      int exponent,
      long significand,
      int precision,
      int minExponent,
      int mode) {
    int maxExponent = 1 - minExponent;
    int drop = 63 - precision;
    boolean tiny = false;
    long sig = significand;
    if (exponent < minExponent) {
      tiny = exponent < minExponent - 1 || roundedAt(sig, drop, negative, mode) >>> precision == 0;
      drop += minExponent - exponent;
      if (drop > 63) {
        // Less than half of the least subnormal, and not zero.
        sig = 1;
        drop = 63;
      }
    }
    long magnitude = roundedAt(sig, drop, negative, mode);
    boolean inexact = (sig & ((1L << drop) - 1)) != 0;
    if (exponent >= minExponent) {
      // The leading bit adds one to the exponent field, a carry out of the significand one more.
      magnitude += (long) (exponent - minExponent) << (precision - 1);
    }
    if (exponent > maxExponent || magnitude >>> (precision - 1) > 2L * maxExponent) {
      raise(cpu, OF | NX);
      long infinity = 2L * maxExponent + 1 << (precision - 1);
      return overflowsToInfinity(negative, mode) ? infinity : infinity - 1;
    }
    if (inexact) {
      raise(cpu, tiny ? NX | UF : NX);
    }
    return magnitude;
  }

  /** The significand without its lowest {@code drop} bits (1 to 63), rounded. */
  private static long roundedAt(long sig, int drop, boolean negative, int mode) {
    long kept = sig >>> drop;
    long rest = sig & ((1L << drop) - 1);
    long half = 1L << (drop - 1);
    boolean up =
        switch (mode) {
          case RNE -> rest > half || (rest == half && (kept & 1) != 0);
          case RTZ -> false;
          case RDN -> negative && rest != 0;
          case RUP -> !negative && rest != 0;
          case RMM -> rest >= half;
          default -> throw new IllegalArgumentException("rounding mode " + mode);
        };
    return up ? kept + 1 : kept;
  }

  private static boolean overflowsToInfinity(boolean negative, int mode) {
    return switch (mode) {
      case RNE, RMM -> true;
      case RDN -> negative;
      case RUP -> !negative;
      default -> false;
    };
  }
}
