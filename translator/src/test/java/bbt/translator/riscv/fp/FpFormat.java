package bbt.translator.riscv.fp;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A binary format as it stands in an f register: 16 and 32 bits with ones above, or 64 bits.
 *
 * @param precision bits of the significand, the leading one included
 * @param exponentBits bits of the exponent field
 */
record FpFormat(int precision, int exponentBits) {
  static final FpFormat HALF = new FpFormat(11, 5);
  static final FpFormat SINGLE = new FpFormat(24, 8);
  static final FpFormat DOUBLE = new FpFormat(53, 11);

  int width() {
    return precision + exponentBits;
  }

  int maxExponent() {
    return (1 << exponentBits - 1) - 1;
  }

  int minExponent() {
    return 1 - maxExponent();
  }

  /** The ones above a narrower value. */
  long box() {
    return width() == 64 ? 0 : -1L << width();
  }

  boolean boxed(long register) {
    return (register & box()) == box();
  }

  long signBit() {
    return 1L << width() - 1;
  }

  /** Encoding of infinity, not boxed. */
  long infinity() {
    return (1L << exponentBits) - 1 << precision - 1;
  }

  boolean nan(long register) {
    return !boxed(register) || (register & signBit() - 1) > infinity();
  }

  /**
   * {@code significand * 2^exponent}, cut off to the format's bits; too small is 0, too great the
   * greatest number.
   */
  long number(long significand, int exponent) {
    long sig = significand;
    int e = exponent;
    if (sig == 0) {
      return box();
    }
    int shift = Math.max(64 - Long.numberOfLeadingZeros(sig) - precision, leastExponent() - e);
    if (shift > 0) {
      sig = shift > 63 ? 0 : sig >>> shift;
      e += shift;
    }
    while (e > leastExponent() && sig >>> precision - 1 == 0 && sig != 0) {
      sig <<= 1;
      e--;
    }
    if (e + precision - 1 > maxExponent()) {
      return box() | infinity() - 1;
    }
    boolean normal = sig >>> precision - 1 != 0;
    long field = normal ? e - leastExponent() + 1 : 0;
    return box() | field << precision - 1 | sig & (1L << precision - 1) - 1;
  }

  private int leastExponent() {
    return minExponent() - precision + 1;
  }

  /** The register with a magnitude so many units greater, not beyond zero or infinity. */
  long step(long register, int units) {
    long magnitude = register & signBit() - 1;
    long moved = Math.min(Math.max(magnitude + units, 0), infinity());
    return register & ~(signBit() - 1) | moved;
  }

  /** A number not below 0, cut off to the format; for doubles that do not exceed its range. */
  long nearest(double value) {
    if (value == 0) {
      return box();
    }
    if (Double.isInfinite(value)) {
      return box() | infinity();
    }
    long bits = Double.doubleToRawLongBits(value);
    int field = (int) (bits >>> 52);
    long sig = bits & (1L << 52) - 1 | (field == 0 ? 0 : 1L << 52);
    return number(sig, Math.max(field, 1) - 1075);
  }

  /** Magnitude of a boxed number or infinity; every format's fit into a double. */
  double magnitude(long register) {
    long bits = register & signBit() - 1;
    if (bits == infinity()) {
      return Double.POSITIVE_INFINITY;
    }
    long field = bits >>> precision - 1;
    long sig = bits & (1L << precision - 1) - 1 | (field == 0 ? 0 : 1L << precision - 1);
    return Math.scalb((double) sig, (int) Math.max(field, 1) - 1 + leastExponent());
  }

  private BigDecimal value(long register) {
    BigDecimal magnitude = new BigDecimal(magnitude(register));
    return (register & signBit()) != 0 ? magnitude.negate() : magnitude;
  }

  /** The product of two numbers near one, cut off or rounded up by at most one unit. */
  long roundedProduct(long a, long b) {
    BigDecimal product = value(a).multiply(value(b));
    long magnitude = nearest(product.abs().doubleValue());
    return product.signum() < 0 ? magnitude | signBit() : magnitude;
  }

  /** Where the format begins, ends, turns; both signs; NaNs of each kind; what is not boxed. */
  long[] lattice() {
    List<Long> all = new ArrayList<>();
    long one = (long) maxExponent() << precision - 1;
    long normal = 1L << precision - 1;
    long[] magnitudes = {
      0,
      1,
      2,
      3,
      normal / 2,
      normal - 2,
      normal - 1,
      normal,
      normal + 1,
      2 * normal - 1,
      2 * normal,
      2 * normal + 1,
      one - normal - 1,
      one - normal,
      one - 2,
      one - 1,
      one,
      one + 1,
      one + 2,
      one + normal / 2,
      one + normal - 1,
      one + normal,
      one + normal + normal / 2,
      one + (precision - 1L) * normal,
      one + (precision - 1L) * normal + 1,
      one + precision * normal,
      one + precision * normal - 1,
      infinity() - normal,
      infinity() - normal - 1,
      infinity() - 2,
      infinity() - 1,
      infinity(),
      infinity() + 1,
      infinity() + normal / 4,
      infinity() + normal / 2 - 1,
      infinity() + normal / 2,
      infinity() + normal / 2 + 1,
      infinity() + normal - 1
    };
    for (long magnitude : magnitudes) {
      all.add(box() | magnitude);
      all.add(box() | magnitude | signBit());
    }
    addUnboxed(all, one);
    return all.stream().mapToLong(Long::longValue).toArray();
  }

  private void addUnboxed(List<Long> all, long bits) {
    if (width() < 64) {
      all.add(bits);
      all.add(bits | box() & ~(1L << width()));
      all.add(bits | box() & Long.MAX_VALUE);
    }
  }

  /** Few values, one of each kind, for operations of three operands. */
  long[] specials() {
    List<Long> all = new ArrayList<>();
    long one = (long) maxExponent() << precision - 1;
    long[] magnitudes = {
      0,
      1,
      1L << precision - 1,
      one,
      infinity() - 1,
      infinity(),
      infinity() + 1,
      infinity() | 1L << precision - 2 | 5
    };
    for (long magnitude : magnitudes) {
      all.add(box() | magnitude);
      all.add(box() | magnitude | signBit());
    }
    addUnboxed(all, one);
    return all.stream().mapToLong(Long::longValue).toArray();
  }

  /** Any bits with some preference for near exponents and few significant bits. */
  long random(Random random) {
    int bits = precision - 1;
    long fraction = random.nextLong() >>> 64 - bits;
    switch (random.nextInt(4)) {
      case 0 -> fraction = fraction >>> random.nextInt(bits) << random.nextInt(bits);
      case 1 -> fraction = -1L << random.nextInt(bits) ^ random.nextInt(4);
      default -> {}
    }
    fraction &= (1L << bits) - 1;
    int bias = maxExponent();
    int max = 2 * bias;
    int exponent =
        switch (random.nextInt(8)) {
          case 0 -> random.nextInt(max + 2);
          case 1 -> random.nextInt(3);
          case 2 -> max - random.nextInt(3);
          case 3 -> bias / 2 + random.nextInt(4);
          case 4 -> bias + bias / 2 - random.nextInt(4);
          default -> Math.clamp(bias + random.nextInt(2 * bits + 8) - bits, 0, max + 1);
        };
    return box() | (random.nextBoolean() ? signBit() : 0) | (long) exponent << bits | fraction;
  }
}
