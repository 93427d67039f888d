package bbt.ptg.arm64.vector;

import static bbt.ptg.guest.rtl.FloatFormat.DOUBLE;
import static bbt.ptg.guest.rtl.FloatFormat.HALF;
import static bbt.ptg.guest.rtl.FloatFormat.SINGLE;

import bbt.ptg.guest.fp.ExactArithmetic;
import bbt.ptg.guest.fp.FloatEnvironment;
import bbt.ptg.guest.fp.Rounding;
import bbt.ptg.guest.rtl.FloatFormat;

/**
 * Conversions between formats and integers, and rounding to integers, for one number (manual,
 * shared pseudocode, functions {@code FPConvert}, {@code FPToFixed}, {@code FixedToFP}, {@code
 * FPRoundInt}).
 */
final class FloatConversions {
  /** From this magnitude on doubles are integers. */
  private static final double INTEGERS = 0x1p52;

  private static final double TWO_63 = 0x1p63;

  /** The least magnitude whose exponent only the alternative half has, after rounding perhaps. */
  private static final double ALTERNATIVE = 0x1p15;

  private FloatConversions() {}

  // ---- formats

  static long convert(FloatStatus s, FloatFormat from, FloatFormat to, long a) {
    return convert(s, from, to, a, s.mode());
  }

  private static long convert(FloatStatus s, FloatFormat from, FloatFormat to, long a, int mode) {
    boolean fromAlternative = from == HALF && s.hasAlternativeHalf();
    boolean toAlternative = to == HALF && s.hasAlternativeHalf();
    if (fromAlternative && (a & 0x7C00) == 0x7C00) {
      double value =
          (0x1p16 + (a & 0x3FF) * 0x1p6) * (FloatArithmetic.isNegative(from, a) ? -1 : 1);
      return Rounding.encode(value, to);
    }
    long x = FloatArithmetic.operand(s, from, a);
    if (FloatArithmetic.isNan(from, x)) {
      return nan(s, from, to, x, toAlternative);
    }
    double value = FloatArithmetic.value(from, x);
    if (toAlternative) {
      return alternative(s, value, mode);
    }
    return ExactArithmetic.convert(s, value, to, mode);
  }

  /** A NaN keeps its sign and the high bits of its payload (FPConvertNaN). */
  private static long nan(
      FloatStatus s, FloatFormat from, FloatFormat to, long a, boolean alternative) {
    long quieted = FloatArithmetic.nan(s, from, a);
    boolean negative = FloatArithmetic.isNegative(from, a);
    if (alternative) {
      s.invalid();
      return negative ? to.sign() : 0;
    }
    if (s.defaultsNan()) {
      return to.nan;
    }
    int up = to.precision - from.precision;
    long payload = quieted & (1L << from.precision - 1) - 1;
    long moved = up >= 0 ? payload << up : payload >>> -up;
    return (negative ? to.sign() : 0) | to.infinity | moved;
  }

  /** The alternative half has one exponent more, and neither infinities nor NaNs. */
  private static long alternative(FloatStatus s, double value, int mode) {
    boolean negative = Double.doubleToRawLongBits(value) < 0;
    if (Math.abs(value) < ALTERNATIVE) {
      return ExactArithmetic.convert(s, value, HALF, mode);
    }
    FloatStatus own = new FloatStatus();
    long magnitude =
        Math.abs(value) >= 0x1p18
            ? HALF.infinity
            : ExactArithmetic.convert(own, value / 2, HALF, mode) & 0x7FFF;
    boolean over = magnitude >= HALF.infinity || (own.status() & 4) != 0; // OFC
    if (over) {
      s.invalid();
      return negative ? 0xFFFF : 0x7FFF;
    }
    if (own.inexactKnown()) {
      s.raise(FloatEnvironment.NX);
    }
    return magnitude + 0x400 | (negative ? HALF.sign() : 0);
  }

  /** A double as a single, whose lowest bit is set if it is inexact (FPRoundingMode_ODD). */
  static long toOddSingle(FloatStatus s, long a) {
    int before = s.status();
    s.status(0);
    long result = convert(s, DOUBLE, SINGLE, a, Rounding.RTZ);
    boolean inexact = s.inexactKnown();
    s.status(s.status() | before);
    return inexact ? result | 1 : result;
  }

  // ---- integers

  /**
   * To an integer, or a fixed-point number.
   *
   * @param fraction bits behind its point
   * @param width bits of the result
   */
  static long toInteger(
      FloatStatus s, FloatFormat f, long a, int fraction, boolean signed, int mode, int width) {
    long x = FloatArithmetic.operand(s, f, a);
    if (FloatArithmetic.isNan(f, x)) {
      s.invalid();
      return 0;
    }
    double value = FloatArithmetic.value(f, x);
    double scaled = value * Math.scalb(1.0, fraction);
    double rounded = rounded(scaled, mode);
    double most = signed ? Math.scalb(1.0, width - 1) : Math.scalb(1.0, width);
    double least = signed ? -most : 0;
    if (rounded >= most || rounded < least) {
      s.invalid();
      long top = Lanes.mask(signed ? width - 1 : width);
      return rounded < 0 ? (signed ? ~top : 0) & Lanes.mask(width) : top;
    }
    if (rounded != scaled) {
      s.raise(FloatEnvironment.NX);
    }
    long integer = rounded >= TWO_63 ? (long) (rounded - TWO_63) ^ Long.MIN_VALUE : (long) rounded;
    return integer & Lanes.mask(width);
  }

  /** An integer that is nearest, or next, to a number; of the same sign. */
  private static double rounded(double x, int mode) {
    if (Math.abs(x) >= INTEGERS || x == 0) {
      return x;
    }
    double down = Math.floor(x);
    double result =
        switch (mode) {
          case Rounding.RNE -> Math.rint(x);
          case Rounding.RTZ -> x < 0 ? Math.ceil(x) : down;
          case Rounding.RDN -> down;
          case Rounding.RUP -> Math.ceil(x);
          case Rounding.RMM -> away(Math.abs(x));
          default -> throw new IllegalArgumentException("rounding mode " + mode);
        };
    return Math.copySign(result, x);
  }

  /** To nearest, the larger of two. */
  private static double away(double magnitude) {
    double down = Math.floor(magnitude);
    return magnitude - down >= 0.5 ? down + 1 : down;
  }

  /** From an integer or a fixed-point number of 64 bits. */
  static long fromInteger(FloatStatus s, FloatFormat f, long a, int fraction, boolean signed) {
    boolean negative = signed && a < 0;
    return ExactArithmetic.fromFixed(s, negative, negative ? -a : a, fraction, f, s.mode());
  }

  /** To an integer in the same format. */
  static long round(FloatStatus s, FloatFormat f, long a, int mode, boolean exact) {
    long x = FloatArithmetic.operand(s, f, a);
    if (FloatArithmetic.isNan(f, x)) {
      return FloatArithmetic.nan(s, f, x);
    }
    double value = FloatArithmetic.value(f, x);
    double rounded = rounded(value, mode);
    if (exact && rounded != value) {
      s.raise(FloatEnvironment.NX);
    }
    return Rounding.encode(rounded, f);
  }
}
