package bbt.translator.riscv.fp;

import bbt.ptg.riscv.semantics.FpOp;
import java.math.BigInteger;

/**
 * Floating point by its definition, in unbounded integers: a value is {@code significand *
 * 2^exponent}, exact or known to lie just above that, and is rounded by comparing with the
 * neighbouring representable numbers. Shares nothing with the code under test.
 */
final class FpReference {
  static final int NX = 1;
  static final int UF = 2;
  static final int OF = 4;
  static final int DZ = 8;
  static final int NV = 16;

  private static final BigInteger ONE = BigInteger.ONE;
  private static final BigInteger TWO = BigInteger.TWO;

  /** Enough for any remainder of a quotient or root to show. */
  private static final int EXTRA_BITS = 140;

  /** Result bits and the flags raised. */
  record Result(long bits, int flags) {}

  private record Format(int precision, int exponentBits, int width) {
    int maxExponent() {
      return (1 << exponentBits - 1) - 1;
    }

    int minExponent() {
      return 1 - maxExponent();
    }

    long register(long bits) {
      return width == 64 ? bits : -1L << width | bits;
    }

    long sign(boolean negative) {
      return negative ? 1L << precision - 1 + exponentBits : 0;
    }

    long infinity() {
      return (1L << exponentBits) - 1 << precision - 1;
    }

    long nan() {
      return register(infinity() | 1L << precision - 2);
    }
  }

  private static final Format SINGLE = new Format(24, 8, 32);
  private static final Format DOUBLE = new Format(53, 11, 64);
  private static final Format HALF = new Format(11, 5, 16);

  private enum Kind {
    FINITE,
    INFINITE,
    QUIET,
    SIGNALLING
  }

  /** Magnitude {@code significand * 2^exponent}, plus something less than 1 there if sticky. */
  private record Value(
      Kind kind, boolean negative, BigInteger significand, int exponent, boolean sticky) {
    boolean nan() {
      return kind == Kind.QUIET || kind == Kind.SIGNALLING;
    }

    boolean infinite() {
      return kind == Kind.INFINITE;
    }

    boolean zero() {
      return kind == Kind.FINITE && significand.signum() == 0 && !sticky;
    }

    Value negate() {
      return new Value(kind, !negative, significand, exponent, sticky);
    }

    /** With sign, at a smaller exponent. */
    BigInteger at(int lower) {
      BigInteger shifted = significand.shiftLeft(exponent - lower);
      return negative ? shifted.negate() : shifted;
    }
  }

  private static Value finite(boolean negative, BigInteger significand, int exponent) {
    return new Value(Kind.FINITE, negative, significand, exponent, false);
  }

  private static Value unpack(Format f, long register) {
    long bits = register;
    if (f.width < 64) {
      long mask = (1L << f.width) - 1;
      bits = (register | mask) == -1 ? register & mask : f.nan() & mask;
    }
    long fraction = bits & (1L << f.precision - 1) - 1;
    int field = (int) (bits >>> f.precision - 1) & (1 << f.exponentBits) - 1;
    boolean negative = (bits & f.sign(true)) != 0;
    if (field == (1 << f.exponentBits) - 1) {
      boolean quiet = (fraction >>> f.precision - 2) != 0;
      Kind kind = fraction == 0 ? Kind.INFINITE : quiet ? Kind.QUIET : Kind.SIGNALLING;
      return new Value(kind, negative, BigInteger.ZERO, 0, false);
    }
    long significand = field == 0 ? fraction : fraction | 1L << f.precision - 1;
    int exponent = Math.max(field, 1) - f.maxExponent() - (f.precision - 1);
    return finite(negative, BigInteger.valueOf(significand), exponent);
  }

  /** The integer that rounding {@code v / 2^unit} gives. */
  private static BigInteger roundAt(Value v, int unit, int rm) {
    int extra = Math.max(2, v.exponent - unit + 2);
    // In quarters of the unit and finer, so that the half is a number; sticky is a bit further
    // down.
    BigInteger scaled = v.significand.shiftLeft(extra).setBit(0);
    if (!v.sticky) {
      scaled = v.significand.shiftLeft(extra);
    }
    int drop = unit - v.exponent + extra;
    if (drop <= 0) {
      scaled = scaled.shiftLeft(1 - drop);
      drop = 1;
    }
    BigInteger floor = scaled.shiftRight(drop);
    BigInteger rest = scaled.subtract(floor.shiftLeft(drop));
    int half = rest.compareTo(ONE.shiftLeft(drop - 1));
    boolean up =
        switch (rm) {
          case 0 -> half > 0 || (half == 0 && floor.testBit(0));
          case 1 -> false;
          case 2 -> v.negative && rest.signum() != 0;
          case 3 -> !v.negative && rest.signum() != 0;
          case 4 -> half >= 0;
          default -> throw new AssertionError(rm);
        };
    return up ? floor.add(ONE) : floor;
  }

  private static boolean exactAt(Value v, int unit) {
    return !v.sticky
        && (v.exponent >= unit || v.significand.getLowestSetBit() + v.exponent >= unit);
  }

  /** Rounds a finite value other than an exact zero. */
  private static Result round(Format f, Value v, int rm) {
    int leading = v.significand.bitLength() - 1 + v.exponent;
    int unboundedUnit = leading - (f.precision - 1);
    BigInteger unbounded = roundAt(v, unboundedUnit, rm);
    int unboundedLeading = unbounded.bitLength() - 1 + unboundedUnit;
    boolean tiny = unboundedLeading < f.minExponent();
    if (unboundedLeading > f.maxExponent()) {
      boolean infinite =
          switch (rm) {
            case 0, 4 -> true;
            case 1 -> false;
            default -> v.negative == (rm == 2);
          };
      long magnitude = infinite ? f.infinity() : f.infinity() - 1;
      return new Result(f.register(f.sign(v.negative) | magnitude), OF | NX);
    }
    int least = f.minExponent() - (f.precision - 1);
    int unit = Math.max(unboundedUnit, least);
    BigInteger rounded = roundAt(v, unit, rm);
    // Number the representable magnitudes from zero upwards: that is how they are encoded.
    long encoded = 0;
    if (rounded.signum() != 0) {
      int exponent = Math.max(rounded.bitLength() - 1 + unit, f.minExponent());
      // A carry into the next binade leaves zeros at the end.
      int carry = exponent - (f.precision - 1) - unit;
      BigInteger significand = carry >= 0 ? rounded.shiftRight(carry) : rounded.shiftLeft(-carry);
      encoded =
          ((long) (exponent - f.minExponent()) << f.precision - 1) + significand.longValueExact();
    }
    boolean inexact = !exactAt(v, unit);
    int flags = inexact ? (tiny ? UF | NX : NX) : 0;
    return new Result(f.register(f.sign(v.negative) | encoded), flags);
  }

  private static Result zero(Format f, boolean negative) {
    return new Result(f.register(f.sign(negative)), 0);
  }

  private static Result infinity(Format f, boolean negative) {
    return new Result(f.register(f.sign(negative) | f.infinity()), 0);
  }

  private static Result invalid(Format f) {
    return new Result(f.nan(), NV);
  }

  static Result compute(FpOp op, long a, long b, long c, int rm) {
    String[] name = op.name().split("_");
    Format f = name[name.length - 1].equals("S") ? SINGLE : DOUBLE;
    Value x = unpack(f, a);
    Value y = unpack(f, b);
    Value z = unpack(f, c);
    return switch (name[0]) {
      case "FADD" -> multiplyAdd(f, x, one(), y, rm);
      case "FSUB" -> multiplyAdd(f, x, one(), y.nan() ? y : y.negate(), rm);
      case "FMUL" -> multiply(f, x, y, rm);
      case "FMADD" -> multiplyAdd(f, x, y, z, rm);
      case "FMSUB" -> multiplyAdd(f, x, y, z.negate(), rm);
      case "FNMSUB" -> multiplyAdd(f, x.negate(), y, z, rm);
      case "FNMADD" -> multiplyAdd(f, x.negate(), y, z.negate(), rm);
      case "FDIV" -> divide(f, x, y, rm);
      case "FSQRT" -> squareRoot(f, x, rm);
      case "FMIN", "FMAX" -> minMax(f, x, y, a, b, name[0].equals("FMIN"));
      case "FEQ", "FLT", "FLE" -> compare(name[0], x, y);
      case "FCLASS" -> new Result(classify(f, x), 0);
      case "FCVT" -> convert(name[1], name[2], a, rm);
      default -> throw new AssertionError(op);
    };
  }

  private static Value one() {
    return finite(false, ONE, 0);
  }

  private static Result nans(Format f, boolean extraInvalid, Value... values) {
    boolean any = false;
    boolean signalling = extraInvalid;
    for (Value v : values) {
      any |= v.nan();
      signalling |= v.kind == Kind.SIGNALLING;
    }
    return any || extraInvalid ? new Result(f.nan(), signalling ? NV : 0) : null;
  }

  private static Result multiplyAdd(Format f, Value x, Value y, Value z, int rm) {
    boolean undefined = (x.infinite() && y.zero()) || (x.zero() && y.infinite());
    Result nan = nans(f, undefined, x, y, z);
    if (nan != null) {
      return nan;
    }
    boolean negative = x.negative != y.negative;
    if (x.infinite() || y.infinite()) {
      return z.infinite() && z.negative != negative ? invalid(f) : infinity(f, negative);
    }
    if (z.infinite()) {
      return infinity(f, z.negative);
    }
    int exponent = Math.min(x.exponent + y.exponent, z.exponent);
    BigInteger product = x.significand.multiply(y.significand);
    BigInteger sum =
        finite(negative, product, x.exponent + y.exponent).at(exponent).add(z.at(exponent));
    if (sum.signum() == 0) {
      boolean sameSign = product.signum() == 0 && z.zero() && negative == z.negative;
      return zero(f, sameSign ? negative : rm == 2);
    }
    return round(f, finite(sum.signum() < 0, sum.abs(), exponent), rm);
  }

  private static Result multiply(Format f, Value x, Value y, int rm) {
    boolean undefined = (x.infinite() && y.zero()) || (x.zero() && y.infinite());
    Result nan = nans(f, undefined, x, y);
    if (nan != null) {
      return nan;
    }
    boolean negative = x.negative != y.negative;
    if (x.infinite() || y.infinite()) {
      return infinity(f, negative);
    }
    BigInteger product = x.significand.multiply(y.significand);
    return product.signum() == 0
        ? zero(f, negative)
        : round(f, finite(negative, product, x.exponent + y.exponent), rm);
  }

  private static Result divide(Format f, Value x, Value y, int rm) {
    boolean undefined = (x.infinite() && y.infinite()) || (x.zero() && y.zero());
    Result nan = nans(f, undefined, x, y);
    if (nan != null) {
      return nan;
    }
    boolean negative = x.negative != y.negative;
    if (x.infinite()) {
      return infinity(f, negative);
    }
    if (y.zero()) {
      return new Result(infinity(f, negative).bits, DZ);
    }
    if (x.zero() || y.infinite()) {
      return zero(f, negative);
    }
    BigInteger[] quotient = x.significand.shiftLeft(EXTRA_BITS).divideAndRemainder(y.significand);
    int exponent = x.exponent - y.exponent - EXTRA_BITS;
    boolean sticky = quotient[1].signum() != 0;
    return round(f, new Value(Kind.FINITE, negative, quotient[0], exponent, sticky), rm);
  }

  private static Result squareRoot(Format f, Value x, int rm) {
    Result nan = nans(f, x.negative && !x.zero() && !x.nan(), x);
    if (nan != null) {
      return nan;
    }
    if (x.zero()) {
      return zero(f, x.negative);
    }
    if (x.infinite()) {
      return infinity(f, false);
    }
    int odd = x.exponent & 1;
    BigInteger[] root = x.significand.shiftLeft(EXTRA_BITS + odd).sqrtAndRemainder();
    int exponent = (x.exponent - odd - EXTRA_BITS) / 2;
    boolean sticky = root[1].signum() != 0;
    return round(f, new Value(Kind.FINITE, false, root[0], exponent, sticky), rm);
  }

  private static int order(Value x, Value y) {
    if (x.infinite() || y.infinite()) {
      int left = x.infinite() ? (x.negative ? -1 : 1) : 0;
      int right = y.infinite() ? (y.negative ? -1 : 1) : 0;
      return Integer.compare(left, right);
    }
    int exponent = Math.min(x.exponent, y.exponent);
    return x.at(exponent).compareTo(y.at(exponent));
  }

  private static Result compare(String name, Value x, Value y) {
    if (x.nan() || y.nan()) {
      boolean signalling = x.kind == Kind.SIGNALLING || y.kind == Kind.SIGNALLING;
      return new Result(0, signalling || !name.equals("FEQ") ? NV : 0);
    }
    int order = order(x, y);
    boolean holds =
        switch (name) {
          case "FEQ" -> order == 0;
          case "FLT" -> order < 0;
          default -> order <= 0;
        };
    return new Result(holds ? 1 : 0, 0);
  }

  private static Result minMax(Format f, Value x, Value y, long a, long b, boolean min) {
    int flags = x.kind == Kind.SIGNALLING || y.kind == Kind.SIGNALLING ? NV : 0;
    if (x.nan() || y.nan()) {
      return new Result(x.nan() ? (y.nan() ? f.nan() : b) : a, flags);
    }
    int order = order(x, y);
    if (order == 0) {
      order = Boolean.compare(y.negative, x.negative);
    }
    return new Result(order < 0 == min ? a : b, flags);
  }

  private static long classify(Format f, Value x) {
    boolean subnormal =
        x.kind == Kind.FINITE && !x.zero() && x.significand.bitLength() < f.precision;
    int positive =
        switch (x.kind) {
          case SIGNALLING -> 8;
          case QUIET -> 9;
          case INFINITE -> 7;
          case FINITE -> x.zero() ? 4 : subnormal ? 5 : 6;
        };
    return 1L << (x.negative && !x.nan() ? 7 - positive : positive);
  }

  private static Format format(String letter) {
    return switch (letter) {
      case "S" -> SINGLE;
      case "D" -> DOUBLE;
      default -> HALF;
    };
  }

  private static Result convert(String to, String from, long a, int rm) {
    boolean toInteger = "W WU L LU".contains(to);
    if (toInteger) {
      return toInteger(unpack(format(from), a), to, rm);
    }
    Format f = format(to);
    if ("S D H".contains(from)) {
      Value x = unpack(format(from), a);
      Result nan = nans(f, false, x);
      return nan != null
          ? nan
          : x.infinite()
              ? infinity(f, x.negative)
              : x.zero() ? zero(f, x.negative) : round(f, x, rm);
    }
    BigInteger integer =
        switch (from) {
          case "W" -> BigInteger.valueOf((int) a);
          case "WU" -> BigInteger.valueOf(a & 0xFFFFFFFFL);
          case "L" -> BigInteger.valueOf(a);
          default -> new BigInteger(Long.toUnsignedString(a));
        };
    return integer.signum() == 0
        ? zero(f, false)
        : round(f, finite(integer.signum() < 0, integer.abs(), 0), rm);
  }

  private static Result toInteger(Value x, String to, int rm) {
    int width = to.startsWith("W") ? 32 : 64;
    boolean unsigned = to.endsWith("U");
    BigInteger max = TWO.pow(unsigned ? width : width - 1).subtract(ONE);
    BigInteger min = unsigned ? BigInteger.ZERO : TWO.pow(width - 1).negate();
    BigInteger value = null;
    boolean exact = true;
    if (x.nan() || x.infinite()) {
      value = x.nan() || !x.negative ? max.add(ONE) : min.subtract(ONE);
    } else {
      BigInteger magnitude = x.zero() ? BigInteger.ZERO : roundAt(x, 0, rm);
      value = x.negative ? magnitude.negate() : magnitude;
      exact = x.zero() || exactAt(x, 0);
    }
    int flags = exact ? 0 : NX;
    if (value.compareTo(max) > 0 || value.compareTo(min) < 0) {
      value = value.signum() > 0 ? max : min;
      flags = NV;
    }
    return new Result(width == 32 ? value.intValue() : value.longValue(), flags);
  }

  private FpReference() {}
}
