package bbt.ptg.guest.fp;

import static bbt.ptg.guest.fp.FloatEnvironment.NX;
import static bbt.ptg.guest.fp.FloatEnvironment.OF;
import static bbt.ptg.guest.fp.FloatEnvironment.UF;

import bbt.ptg.guest.rtl.FloatFormat;

/** Rounds an exact value into a format and raises its flags: the last step of an operation. */
public final class Rounding {
  /** Rounding to nearest, ties to even. */
  public static final int RNE = 0;

  /** Towards zero. */
  public static final int RTZ = 1;

  /** Down. */
  public static final int RDN = 2;

  /** Up. */
  public static final int RUP = 3;

  /** Rounding to nearest, ties away from zero. */
  public static final int RMM = 4;

  /** The mode that the guest's state names when the instruction is executed. */
  public static final int DYNAMIC = 7;

  private Rounding() {}

  /** A value that the format holds exactly (also infinities and zeros), encoded. */
  public static long encode(double value, FloatFormat format) {
    return switch (format) {
      case HALF -> Float.floatToFloat16((float) value) & 0xFFFF;
      case SINGLE -> Float.floatToRawIntBits((float) value) & 0xFFFFFFFFL;
      case DOUBLE -> Double.doubleToRawLongBits(value);
    };
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
      FloatEnvironment environment,
      boolean negative,
      int exponent,
      long significand,
      FloatFormat format,
      int mode) {
    int shift = Long.numberOfLeadingZeros(significand) - 1;
    return round(environment, negative, exponent - shift, significand << shift, format, mode);
  }

  /**
   * Rounds {@code significand * 2^(exponent - 62)} and raises NX, UF, OF as due.
   *
   * @param significand 2^62 to 2^63 - 1; a set lowest bit may stand for any lower bits
   */
  static long round(
      FloatEnvironment environment,
      boolean negative,
      int exponent,
      long significand,
      FloatFormat format,
      int mode) {
    int precision = format.precision;
    int minExponent = format.minExponent;
    int drop = 63 - precision;
    boolean tiny = false;
    long sig = significand;
    if (exponent < minExponent) {
      if (environment.flushesTiny(format)) {
        environment.raise(UF);
        return negative ? format.sign() : 0;
      }
      tiny =
          environment.tinyBeforeRounding()
              || exponent < minExponent - 1
              || roundedAt(sig, drop, negative, mode) >>> precision == 0;
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
    if (exponent > 1 - minExponent || magnitude >= format.infinity) {
      environment.raise(OF | NX);
      magnitude = overflowsToInfinity(negative, mode) ? format.infinity : format.infinity - 1;
    } else if (inexact) {
      environment.raise(tiny ? NX | UF : NX);
    }
    return negative ? magnitude | format.sign() : magnitude;
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
