package bbt.ptg.arm64.vector;

import static bbt.ptg.guest.rtl.FloatFormat.DOUBLE;
import static bbt.ptg.guest.rtl.FloatFormat.HALF;
import static bbt.ptg.guest.rtl.FloatFormat.SINGLE;

import bbt.ptg.guest.fp.Rounding;
import bbt.ptg.guest.rtl.FloatFormat;

/**
 * Conversions of floating-point numbers, lane by lane (manual, chapter C7, by the names of the
 * instructions): {@code a} is the source.
 */
public final class LaneConversions {
  private LaneConversions() {}

  private static long toIntegers(
      FloatStatus s, long a, long fraction, int lanes, boolean signed, int mode) {
    FloatFormat format = FloatArithmetic.format(lanes);
    int bits = format.bits;
    long result = 0;
    for (int at = 0; at < Lanes.end(lanes); at += bits) {
      long number = a >>> at & Lanes.mask(bits);
      result |=
          FloatConversions.toInteger(s, format, number, (int) fraction, signed, mode, bits) << at;
    }
    return result;
  }

  private static long toGeneral(
      FloatStatus s, long a, long fraction, long width, int lanes, boolean signed, int mode) {
    FloatFormat format = FloatArithmetic.format(lanes);
    long number = a & Lanes.mask(format.bits);
    return FloatConversions.toInteger(s, format, number, (int) fraction, signed, mode, (int) width);
  }

  private static long fromIntegers(
      FloatStatus s, long a, long fraction, int lanes, boolean signed) {
    FloatFormat format = FloatArithmetic.format(lanes);
    int bits = format.bits;
    long result = 0;
    for (int at = 0; at < Lanes.end(lanes); at += bits) {
      long lane = signed ? Lanes.signed(a, at, bits) : Lanes.unsigned(a, at, bits);
      result |= FloatConversions.fromInteger(s, format, lane, (int) fraction, signed) << at;
    }
    return result;
  }

  private static long round(FloatStatus s, long a, int lanes, int mode, boolean exact) {
    FloatFormat format = FloatArithmetic.format(lanes);
    int bits = format.bits;
    long result = 0;
    for (int at = 0; at < Lanes.end(lanes); at += bits) {
      long number = a >>> at & Lanes.mask(bits);
      result |= FloatConversions.round(s, format, number, mode, exact) << at;
    }
    return result;
  }

  // ---- to integers: b is the number of bits behind the point

  public static long fcvtns(FloatStatus s, long a, long b, long c, int lanes) {
    return toIntegers(s, a, b, lanes, true, Rounding.RNE);
  }

  public static long fcvtnu(FloatStatus s, long a, long b, long c, int lanes) {
    return toIntegers(s, a, b, lanes, false, Rounding.RNE);
  }

  public static long fcvtms(FloatStatus s, long a, long b, long c, int lanes) {
    return toIntegers(s, a, b, lanes, true, Rounding.RDN);
  }

  public static long fcvtmu(FloatStatus s, long a, long b, long c, int lanes) {
    return toIntegers(s, a, b, lanes, false, Rounding.RDN);
  }

  public static long fcvtps(FloatStatus s, long a, long b, long c, int lanes) {
    return toIntegers(s, a, b, lanes, true, Rounding.RUP);
  }

  public static long fcvtpu(FloatStatus s, long a, long b, long c, int lanes) {
    return toIntegers(s, a, b, lanes, false, Rounding.RUP);
  }

  public static long fcvtzs(FloatStatus s, long a, long b, long c, int lanes) {
    return toIntegers(s, a, b, lanes, true, Rounding.RTZ);
  }

  public static long fcvtzu(FloatStatus s, long a, long b, long c, int lanes) {
    return toIntegers(s, a, b, lanes, false, Rounding.RTZ);
  }

  public static long fcvtas(FloatStatus s, long a, long b, long c, int lanes) {
    return toIntegers(s, a, b, lanes, true, Rounding.RMM);
  }

  public static long fcvtau(FloatStatus s, long a, long b, long c, int lanes) {
    return toIntegers(s, a, b, lanes, false, Rounding.RMM);
  }

  // ---- to an integer in a general register: c is its width

  public static long generalNs(FloatStatus s, long a, long b, long c, int lanes) {
    return toGeneral(s, a, b, c, lanes, true, Rounding.RNE);
  }

  public static long generalNu(FloatStatus s, long a, long b, long c, int lanes) {
    return toGeneral(s, a, b, c, lanes, false, Rounding.RNE);
  }

  public static long generalMs(FloatStatus s, long a, long b, long c, int lanes) {
    return toGeneral(s, a, b, c, lanes, true, Rounding.RDN);
  }

  public static long generalMu(FloatStatus s, long a, long b, long c, int lanes) {
    return toGeneral(s, a, b, c, lanes, false, Rounding.RDN);
  }

  public static long generalPs(FloatStatus s, long a, long b, long c, int lanes) {
    return toGeneral(s, a, b, c, lanes, true, Rounding.RUP);
  }

  public static long generalPu(FloatStatus s, long a, long b, long c, int lanes) {
    return toGeneral(s, a, b, c, lanes, false, Rounding.RUP);
  }

  public static long generalZs(FloatStatus s, long a, long b, long c, int lanes) {
    return toGeneral(s, a, b, c, lanes, true, Rounding.RTZ);
  }

  public static long generalZu(FloatStatus s, long a, long b, long c, int lanes) {
    return toGeneral(s, a, b, c, lanes, false, Rounding.RTZ);
  }

  public static long generalAs(FloatStatus s, long a, long b, long c, int lanes) {
    return toGeneral(s, a, b, c, lanes, true, Rounding.RMM);
  }

  public static long generalAu(FloatStatus s, long a, long b, long c, int lanes) {
    return toGeneral(s, a, b, c, lanes, false, Rounding.RMM);
  }

  // ---- from integers: b is the number of bits behind the point

  public static long scvtf(FloatStatus s, long a, long b, long c, int lanes) {
    return fromIntegers(s, a, b, lanes, true);
  }

  public static long ucvtf(FloatStatus s, long a, long b, long c, int lanes) {
    return fromIntegers(s, a, b, lanes, false);
  }

  /** From 64 bits. */
  public static long generalScvtf(FloatStatus s, long a, long b, long c, int lanes) {
    return FloatConversions.fromInteger(s, FloatArithmetic.format(lanes), a, (int) b, true);
  }

  /** From 64 bits. */
  public static long generalUcvtf(FloatStatus s, long a, long b, long c, int lanes) {
    return FloatConversions.fromInteger(s, FloatArithmetic.format(lanes), a, (int) b, false);
  }

  // ---- to integers in the same format

  public static long frintn(FloatStatus s, long a, long b, long c, int lanes) {
    return round(s, a, lanes, Rounding.RNE, false);
  }

  public static long frintm(FloatStatus s, long a, long b, long c, int lanes) {
    return round(s, a, lanes, Rounding.RDN, false);
  }

  public static long frintp(FloatStatus s, long a, long b, long c, int lanes) {
    return round(s, a, lanes, Rounding.RUP, false);
  }

  public static long frintz(FloatStatus s, long a, long b, long c, int lanes) {
    return round(s, a, lanes, Rounding.RTZ, false);
  }

  public static long frinta(FloatStatus s, long a, long b, long c, int lanes) {
    return round(s, a, lanes, Rounding.RMM, false);
  }

  public static long frintx(FloatStatus s, long a, long b, long c, int lanes) {
    return round(s, a, lanes, s.mode(), true);
  }

  public static long frinti(FloatStatus s, long a, long b, long c, int lanes) {
    return round(s, a, lanes, s.mode(), false);
  }

  // ---- between formats

  public static long halfToSingle(FloatStatus s, long a, long b, long c, int lanes) {
    return FloatConversions.convert(s, HALF, SINGLE, a & Lanes.mask(HALF.bits));
  }

  public static long halfToDouble(FloatStatus s, long a, long b, long c, int lanes) {
    return FloatConversions.convert(s, HALF, DOUBLE, a & Lanes.mask(HALF.bits));
  }

  public static long singleToHalf(FloatStatus s, long a, long b, long c, int lanes) {
    return FloatConversions.convert(s, SINGLE, HALF, a & Lanes.mask(SINGLE.bits));
  }

  public static long singleToDouble(FloatStatus s, long a, long b, long c, int lanes) {
    return FloatConversions.convert(s, SINGLE, DOUBLE, a & Lanes.mask(SINGLE.bits));
  }

  public static long doubleToHalf(FloatStatus s, long a, long b, long c, int lanes) {
    return FloatConversions.convert(s, DOUBLE, HALF, a & Lanes.mask(DOUBLE.bits));
  }

  public static long doubleToSingle(FloatStatus s, long a, long b, long c, int lanes) {
    return FloatConversions.convert(s, DOUBLE, SINGLE, a & Lanes.mask(DOUBLE.bits));
  }

  /** Widens. */
  public static long fcvtl(FloatStatus s, long a, long b, long c, int lanes) {
    FloatFormat from = FloatArithmetic.format(lanes);
    FloatFormat to = FloatArithmetic.format(lanes + 1);
    long result = 0;
    for (int at = 0; at < Integer.SIZE; at += from.bits) {
      result |= FloatConversions.convert(s, from, to, a >>> at & Lanes.mask(from.bits)) << 2 * at;
    }
    return result;
  }

  /** Narrows. */
  public static long fcvtn(FloatStatus s, long a, long b, long c, int lanes) {
    FloatFormat from = FloatArithmetic.format(lanes + 1);
    FloatFormat to = FloatArithmetic.format(lanes);
    long result = 0;
    for (int at = 0; at < Integer.SIZE; at += to.bits) {
      result |= FloatConversions.convert(s, from, to, a >>> 2 * at & Lanes.mask(from.bits)) << at;
    }
    return result;
  }

  /** Narrows a double to the single that is nearest to it with the lowest bit set. */
  public static long fcvtxn(FloatStatus s, long a, long b, long c, int lanes) {
    return FloatConversions.toOddSingle(s, a);
  }
}
