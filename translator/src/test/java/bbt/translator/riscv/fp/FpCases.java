package bbt.translator.riscv.fp;

import bbt.ptg.riscv.semantics.FpOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Operands built to be hard for one operation: format borders crossed with each other, ties at each
 * bit position, results just above and below the ends of the normal range, cancellation, sticky
 * bits far away, operands that trap whoever rounds twice, boundaries of the integers; and random
 * ones. The same list for a given operation each time.
 */
final class FpCases {
  private static final int RANDOM = 400;

  private final FpOp op;
  private final FpFormat f;
  private final Random random;
  private final List<long[]> cases = new ArrayList<>();

  private FpCases(FpOp op) {
    this.op = op;
    this.f = FpFunctions.source(op);
    this.random = new Random(op.ordinal() + 77);
  }

  /** Register contents a, b, c for an operation. */
  static List<long[]> of(FpOp op) {
    FpCases made = new FpCases(op);
    made.build();
    return made.cases;
  }

  private void build() {
    if (FpFunctions.fromInteger(op)) {
      fromIntegers();
      return;
    }
    String name = op.name();
    int operands = FpFunctions.operands(op);
    if (operands == 1) {
      for (long value : f.lattice()) {
        add(value, 0, 0);
      }
    } else if (operands == 2) {
      long[] lattice = f.lattice();
      for (long a : lattice) {
        for (long b : lattice) {
          add(a, b, 0);
        }
      }
    } else {
      specialTriples();
    }
    if (name.matches("F(ADD|SUB)_.")) {
      sums(1);
    } else if (name.startsWith("FMUL")) {
      products();
    } else if (name.startsWith("FDIV")) {
      quotients();
    } else if (name.startsWith("FSQRT")) {
      roots();
    } else if (operands == 3) {
      sums(0);
      multiplyAdds();
    } else if (name.matches("FCVT_(W|L)U?_.")) {
      toIntegers();
    } else if (name.matches("FCVT_[SH]_[SD]")) {
      narrowing(name.charAt(5) == 'S' ? FpFormat.SINGLE : FpFormat.HALF);
    } else {
      neighbours();
    }
    for (int i = 0; i < RANDOM; i++) {
      add(f.random(random), f.random(random), f.random(random));
    }
  }

  private void add(long a, long b, long c) {
    cases.add(new long[] {a, b, c});
  }

  private void bothSigns(long a, long b, long c) {
    add(a, b, c);
    add(a ^ f.signBit(), b, c);
  }

  /** A significand of all the format's bits: the least, its neighbours, the greatest, random. */
  private long[] significands() {
    int p = f.precision();
    long least = 1L << p - 1;
    long any = least | random.nextLong() >>> 65 - p;
    return new long[] {least, least + 1, 2 * least - 1, 2 * least - 2, any | 1, any & -2};
  }

  /** What may stand in the lowest {@code count} bits, which a rounding drops: around the tie. */
  private static long[] tails(int count) {
    long half = count == 0 ? 0 : 1L << count - 1;
    return new long[] {half, half - 1 & 2 * half - 1, half + 1, 1, 2 * half - 1, 0};
  }

  // ---- sums

  /** Sums that tie at each bit; as a * 1 + c when {@code second} is 0. */
  private void sums(int second) {
    int p = f.precision();
    int[] exponents = {0, f.minExponent(), f.minExponent() + p, f.maxExponent() - p + 1};
    for (int distance = 0; distance <= p + 3; distance++) {
      for (long sig : significands()) {
        int dropped = Math.min(distance, p);
        long high = dropped == p ? 0 : random.nextLong() >>> 64 - (p - dropped) << dropped;
        long tail = tails(dropped)[random.nextInt(6)];
        int exponent = exponents[random.nextInt(4)];
        sum(second, sig, exponent, high | tail, exponent - distance);
        if (distance > 0 && distance <= p) {
          sum(second, sig, 0, high | 1L << distance - 1, -distance);
        }
      }
    }
    // At the overflow border, with addends around half a unit of the greatest number.
    for (int below = -2; below < 6; below++) {
      for (long addend : significands()) {
        int unit = f.maxExponent() - p + 1;
        sum(second, (1L << p) - 1, unit, addend, unit - p + 1 - below);
        sum(second, (1L << p) - 2, unit, addend, unit - p + 1 - below);
      }
    }
  }

  private void sum(int second, long sig, int exponent, long otherSig, int otherExponent) {
    long x = f.number(sig, exponent);
    long y = f.number(otherSig, otherExponent);
    long yNegative = y ^ f.signBit();
    if (second == 1) {
      bothSigns(x, y, 0);
      bothSigns(y, x, 0);
      bothSigns(x, yNegative, 0);
    } else {
      bothSigns(x, f.number(1, 0), y);
      bothSigns(x, f.number(1, 0), yNegative);
    }
  }

  // ---- products

  private void products() {
    int p = f.precision();
    for (int i = 1; i <= p; i++) {
      for (int more = 0; more < 4; more++) {
        // u * v has p + 1 bits, or a few more, the lowest of them set.
        long u = odd(i);
        long v = odd(Math.min(p, p + 1 - i + more));
        int scale = random.nextInt(40) - 20;
        bothSigns(f.number(u, scale), f.number(v, -2 * scale), 0);
        // The same where the result is just subnormal, and where it just overflows.
        int half = f.minExponent() / 2;
        for (int j = 0; j < 3; j++) {
          bothSigns(f.number(u, half - p + j - i), f.number(v, half + i - 2), 0);
          bothSigns(f.number(u, f.maxExponent() / 2 - i), f.number(v, -half + i - p - j), 0);
        }
      }
    }
    belowTheLeast(true);
    nearPowers(true);
  }

  /** Random, odd, with so many bits. */
  private long odd(int bits) {
    long value = bits < 2 ? 1 : random.nextLong() >>> 64 - bits;
    return value | 1 | 1L << bits - 1;
  }

  /** Results that lose each number of bits in the subnormal range, around ties. */
  private void belowTheLeast(boolean product) {
    int p = f.precision();
    int least = f.minExponent() - p + 1;
    for (int lost = 1; lost <= p + 1; lost++) {
      for (long tail : tails(lost)) {
        for (int up = 0; up < 2; up++) {
          long sig = tail | (lost < p ? (2L * random.nextInt(4) + up) << lost : 0);
          if (sig >>> p == 0) {
            int scale = f.minExponent() / 2;
            long x = f.number(sig, least - lost - scale);
            long y = f.number(1, product ? scale : -scale);
            bothSigns(x, y, 0);
          }
        }
      }
    }
  }

  /** Products or quotients a little below and above the least normal number and the greatest. */
  private void nearPowers(boolean product) {
    int p = f.precision();
    for (int border : new int[] {f.minExponent(), f.maxExponent() + 1, f.minExponent() - p}) {
      int left = border / 2;
      int right = border - left;
      for (int j = 1; j < p; j++) {
        long above = (1L << p - 1) + (1L << p - 1 - j);
        long below = (1L << p) - (1L << p - j);
        long other = product ? above : below;
        for (int i = -1; i < 2; i++) {
          long x = f.number(below + i, left - p);
          long y = f.number(other, product ? right - p + 1 : -right - p);
          bothSigns(x, y, 0);
        }
      }
    }
  }

  // ---- quotients and roots

  private void quotients() {
    int p = f.precision();
    for (int i = 0; i < 300; i++) {
      long m = odd(p) ^ (i & 1);
      long y = odd(1 + random.nextInt(p));
      // x / y lies next to the number m, or next to the middle between m and the next one.
      for (int half = 0; half < 2; half++) {
        java.math.BigInteger x =
            java.math.BigInteger.valueOf(2 * m + half).multiply(java.math.BigInteger.valueOf(y));
        int extra = Math.max(0, x.bitLength() - p);
        long sig = x.shiftRight(extra).longValue();
        bothSigns(f.number(sig, extra - p), f.number(y, 0), 0);
        bothSigns(f.number(Math.min(sig + 1, (1L << p) - 1), extra - p), f.number(y, 0), 0);
      }
    }
    for (int n = 1; n < 24; n++) {
      for (int d = 1; d < 24; d += 2) {
        bothSigns(f.number(n, 0), f.number(d, 0), 0);
      }
    }
    belowTheLeast(false);
    nearPowers(false);
  }

  private void roots() {
    int p = f.precision();
    for (int i = 0; i < 400; i++) {
      int exponent = random.nextInt(2 * (f.maxExponent() - 2 * p)) - f.maxExponent() + 2 * p;
      long m = odd(1 + random.nextInt((p + 1) / 2));
      long square = Math.min(m * m, (1L << p) - 1);
      add(f.number(square, exponent), 0, 0);
      // Roots next to m + 1/2, all bits of it significant.
      java.math.BigInteger middle = java.math.BigInteger.valueOf(2 * odd(p) + 1).pow(2);
      int extra = middle.bitLength() - p;
      long near = middle.shiftRight(extra).longValue();
      for (long sig : new long[] {near - 1, near, near + 1}) {
        add(f.number(Math.min(Math.max(sig, 1), (1L << p) - 1), exponent), 0, 0);
      }
    }
    int least = f.minExponent() - p + 1;
    for (int k = 0; k < p + 4; k++) {
      add(f.number(1, least + k), 0, 0);
      add(f.number(odd(Math.min(k + 1, p)), least), 0, 0);
    }
  }

  // ---- multiply-add

  private void specialTriples() {
    long[] specials = f.specials();
    for (long a : specials) {
      for (long b : specials) {
        for (long c : specials) {
          add(a, b, c);
        }
      }
    }
  }

  private void multiplyAdds() {
    int p = f.precision();
    for (int i = 1; i <= p; i++) {
      // An exact tie of the product alone, decided by an addend however small: who computes in a
      // wider format and rounds again gets it wrong.
      long u = odd(i);
      long v = odd(p + 1 - i);
      for (int far : new int[] {1, 2, p, 2 * p - 1, 2 * p, 2 * p + 3, 3 * p, 60, 64, 90, 126}) {
        long z = f.number(1, -far);
        bothSigns(f.number(u, 0), f.number(v, 0), z);
        bothSigns(f.number(u, 0), f.number(v, 0), z ^ f.signBit());
      }
    }
    for (int i = 0; i < 400; i++) {
      long x = f.number(odd(1 + random.nextInt(p)), random.nextInt(20) - p);
      long y = f.number(odd(1 + random.nextInt(p)), random.nextInt(20) - p);
      // All but the lowest bits cancel.
      long z = f.roundedProduct(x, y) ^ f.signBit();
      for (int ulps = -1; ulps <= 1; ulps++) {
        bothSigns(x, y, f.step(z, ulps));
      }
      // Any distance between product and addend.
      long far = f.number(odd(p), random.nextInt(6 * p) - 3 * p);
      bothSigns(x, y, far ^ (random.nextBoolean() ? f.signBit() : 0));
    }
    int least = f.minExponent() - p + 1;
    int greatest = f.maxExponent() - p + 1;
    int half = f.minExponent() / 2;
    long[] bases = {f.number(1, f.minExponent()), f.number(1, least), f.number(1, least + 1)};
    for (int j = -2; j < 6; j++) {
      for (long sig : significands()) {
        long y = f.number(1, half);
        long x = f.number(sig, least - j - half - p + 1);
        for (long base : bases) {
          bothSigns(x, y, base);
          bothSigns(x, y, base ^ f.signBit());
        }
        x = f.number(sig, greatest - j + half - p + 1);
        y = f.number(1, -half);
        for (long sum : new long[] {(1L << p) - 1, (1L << p) - 2, 1L << p - 1}) {
          bothSigns(x, y, f.number(sum, greatest));
          bothSigns(x, y, f.number(sum, greatest) ^ f.signBit());
        }
      }
    }
    // Products beyond either end of the range, brought back by the addend or not.
    for (int i = 0; i < 60; i++) {
      long tiny = f.number(odd(p), f.minExponent() / 2 - p - random.nextInt(2 * p));
      long huge = f.number(odd(p), f.maxExponent() / 2 - p + random.nextInt(4));
      bothSigns(tiny, tiny, f.random(random));
      bothSigns(tiny, tiny, f.number(odd(p), least));
      bothSigns(huge, huge, f.number((1L << p) - 1, greatest) ^ f.signBit());
      bothSigns(huge, huge, f.random(random));
    }
  }

  // ---- conversions

  private void toIntegers() {
    int p = f.precision();
    for (int k = -3; k < 67; k++) {
      for (int n = -6; n <= 6; n++) {
        // 2^k + n/4, as far as the format goes, and the neighbours.
        java.math.BigDecimal x =
            java.math.BigDecimal.valueOf(2)
                .pow(k + 3)
                .divide(java.math.BigDecimal.valueOf(8))
                .add(java.math.BigDecimal.valueOf(n).divide(java.math.BigDecimal.valueOf(4)));
        double value = x.doubleValue();
        long bits = f.nearest(Math.abs(value));
        for (int ulps = -1; ulps <= 1; ulps++) {
          bothSigns(f.step(bits, ulps), 0, 0);
        }
      }
    }
    for (int n = 0; n < 40; n++) {
      long middle = f.number(2L * n + 1, -1);
      for (int ulps = -1; ulps <= 1; ulps++) {
        bothSigns(f.step(middle, ulps), 0, 0);
      }
    }
    for (int fraction = 1; fraction < p; fraction++) {
      bothSigns(f.number(odd(p), -fraction), 0, 0);
      bothSigns(f.number(odd(p) & -1L << fraction | 1L << fraction - 1, -fraction), 0, 0);
    }
  }

  private void fromIntegers() {
    int p = f.precision();
    for (int k = 0; k < 64; k++) {
      for (int n = -3; n <= 3; n++) {
        integer((1L << k) + n);
      }
    }
    // Ties, and what decides them, with each number of bits dropped.
    for (int width = p + 1; width <= 64; width++) {
      int dropped = width - p;
      for (long tail : tails(dropped)) {
        for (int i = 0; i < 4; i++) {
          long top = 1L << p - 1 | random.nextLong() >>> 65 - p;
          integer((top & -2 | i & 1) << dropped | tail);
        }
        integer(((1L << p) - 1) << dropped | tail);
      }
    }
    for (int i = 0; i < RANDOM; i++) {
      integer(random.nextLong() >> random.nextInt(64) << random.nextInt(20));
    }
  }

  private void integer(long value) {
    add(value, 0, 0);
    add(-value, 0, 0);
    add(value & 0xFFFFFFFFL, 0, 0);
    add(value ^ 0x5A5A5A5A_00000000L, 0, 0);
  }

  /** Numbers of the wider format around ties of the narrower one, at each of its bits. */
  private void narrowing(FpFormat to) {
    int p = f.precision();
    for (long value : to.lattice()) {
      if (!to.nan(value)) {
        long wide = f.nearest(to.magnitude(value));
        for (int ulps = -2; ulps <= 2; ulps++) {
          bothSigns(f.step(wide, ulps), 0, 0);
        }
      }
    }
    for (int lost = p - to.precision(); lost <= p; lost++) {
      for (long tail : tails(lost)) {
        for (int odd = 0; odd < 2; odd++) {
          long sig = 1L << p - 1 | tail | (lost < p - 1 ? (long) odd << lost : 0);
          int unit = to.minExponent() - to.precision() + 1 - lost;
          bothSigns(f.number(sig, unit), 0, 0);
          bothSigns(f.number(sig, unit + 1), 0, 0);
          bothSigns(f.number(sig, to.maxExponent() - p + 1), 0, 0);
          bothSigns(f.number(sig | (1L << p) - (1L << lost), to.maxExponent() - p + 1), 0, 0);
          bothSigns(f.number(sig, -lost), 0, 0);
        }
      }
    }
    for (int i = 0; i < RANDOM; i++) {
      int range = to.maxExponent() + to.precision() + 4;
      bothSigns(f.number(odd(p), random.nextInt(2 * range) - range - p), 0, 0);
    }
  }

  private void neighbours() {
    for (int i = 0; i < 200; i++) {
      long x = f.random(random);
      for (int ulps = -1; ulps <= 1; ulps++) {
        long y = f.nan(x) ? x : f.step(x, ulps);
        add(x, y, 0);
        add(y, x ^ f.signBit(), 0);
      }
    }
  }
}
