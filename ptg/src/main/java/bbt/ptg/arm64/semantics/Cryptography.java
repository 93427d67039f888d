package bbt.ptg.arm64.semantics;

import bbt.ptg.arm64.vector.LaneOp;

/** Steps of AES (FIPS 197), and of SHA-1 and SHA-256 (FIPS 180), on words of 32 bits. */
public final class Cryptography {
  private static final int ROUNDS = 4;
  private static final int WORD = 32;

  private Cryptography() {}

  // ---- AES

  /** Adds the key, shifts rows and replaces bytes. */
  public static <V> void aesRound(A64Rtl<V> r, LaneOp op) {
    r.requireVectors();
    V low = r.xor(r.vd(0), r.vn(0));
    V high = r.xor(r.vd(1), r.vn(1));
    r.vd(r.lane(op, low, high, r.constant(0), 0), r.lane(op, low, high, r.constant(1), 0));
  }

  public static <V> void aesColumns(A64Rtl<V> r, LaneOp op) {
    r.requireVectors();
    V zero = r.constant(0);
    r.vd(r.lane(op, r.vn(0), zero, zero, 0), r.lane(op, r.vn(1), zero, zero, 0));
  }

  // ---- words

  private static <V> V low(A64Rtl<V> r, V half) {
    return r.zext32(half);
  }

  private static <V> V high(A64Rtl<V> r, V half) {
    return r.srl(half, r.constant(WORD));
  }

  private static <V> V joined(A64Rtl<V> r, V low, V high) {
    return r.or(r.zext32(low), r.sll(high, r.constant(WORD)));
  }

  /** The word with a number, of two halves. */
  private static <V> V word(A64Rtl<V> r, V low, V high, int number) {
    V half = number < 2 ? low : high;
    return (number & 1) == 0 ? low(r, half) : high(r, half);
  }

  private static <V> V sum(A64Rtl<V> r, V a, V b) {
    return r.zext32(r.add(a, b));
  }

  private static <V> V rotated(A64Rtl<V> r, V word, int right) {
    return SecondOperand.rotated(r, Width.W, word, r.constant(right));
  }

  private static <V> V shifted(A64Rtl<V> r, V word, int right) {
    return r.srl(word, r.constant(right));
  }

  private static <V> V xor(A64Rtl<V> r, V a, V b, V c) {
    return r.xor(r.xor(a, b), c);
  }

  private static <V> V chosen(A64Rtl<V> r, V x, V y, V z) {
    return r.xor(r.and(r.xor(y, z), x), z);
  }

  private static <V> V majority(A64Rtl<V> r, V x, V y, V z) {
    return r.or(r.and(x, y), r.and(r.or(x, y), z));
  }

  // ---- SHA-1

  /** The function of three words that a round has. */
  private interface Mix<V> {
    V of(V x, V y, V z);
  }

  public static <V> void sha1c(A64Rtl<V> r) {
    sha1(r, (x, y, z) -> chosen(r, x, y, z));
  }

  public static <V> void sha1p(A64Rtl<V> r) {
    sha1(r, (x, y, z) -> xor(r, x, y, z));
  }

  public static <V> void sha1m(A64Rtl<V> r) {
    sha1(r, (x, y, z) -> majority(r, x, y, z));
  }

  private static <V> void sha1(A64Rtl<V> r, Mix<V> mix) {
    r.requireVectors();
    V a = low(r, r.vd(0));
    V b = high(r, r.vd(0));
    V c = low(r, r.vd(1));
    V d = high(r, r.vd(1));
    V e = low(r, r.vn(0));
    V wordsLow = r.vm(0);
    V wordsHigh = r.vm(1);
    for (int i = 0; i < ROUNDS; i++) {
      V added = sum(r, mix.of(b, c, d), word(r, wordsLow, wordsHigh, i));
      V next = sum(r, sum(r, e, rotated(r, a, WORD - 5)), added);
      e = d;
      d = c;
      c = rotated(r, b, 2);
      b = a;
      a = next;
    }
    r.vd(joined(r, a, b), joined(r, c, d));
  }

  public static <V> void sha1h(A64Rtl<V> r) {
    r.requireVectors();
    r.vd(rotated(r, low(r, r.vn(0)), 2), r.constant(0));
  }

  public static <V> void sha1su0(A64Rtl<V> r) {
    r.requireVectors();
    V low = xor(r, r.vd(0), r.vd(1), r.vm(0));
    r.vd(low, xor(r, r.vd(1), r.vn(0), r.vm(1)));
  }

  public static <V> void sha1su1(A64Rtl<V> r) {
    r.requireVectors();
    V nLow = r.vn(0);
    V nHigh = r.vn(1);
    V first = r.xor(low(r, r.vd(0)), high(r, nLow));
    V second = r.xor(high(r, r.vd(0)), low(r, nHigh));
    V third = r.xor(low(r, r.vd(1)), high(r, nHigh));
    V fourth = high(r, r.vd(1));
    V one = rotated(r, first, WORD - 1);
    V last = r.xor(rotated(r, fourth, WORD - 1), rotated(r, first, WORD - 2));
    r.vd(
        joined(r, one, rotated(r, second, WORD - 1)), joined(r, rotated(r, third, WORD - 1), last));
  }

  // ---- SHA-256

  /** The first four words of the state, from the first source, the others in the destination. */
  public static <V> void sha256h2(A64Rtl<V> r) {
    r.requireVectors();
    sha256(r, r.vn(0), r.vn(1), r.vd(0), r.vd(1), false);
  }

  /** The other way round. */
  public static <V> void sha256h(A64Rtl<V> r) {
    r.requireVectors();
    sha256(r, r.vd(0), r.vd(1), r.vn(0), r.vn(1), true);
  }

  private static <V> void sha256(
      A64Rtl<V> r, V firstLow, V firstHigh, V secondLow, V secondHigh, boolean givesFirst) {
    V a = low(r, firstLow);
    V b = high(r, firstLow);
    V c = low(r, firstHigh);
    V d = high(r, firstHigh);
    V e = low(r, secondLow);
    V f = high(r, secondLow);
    V g = low(r, secondHigh);
    V h = high(r, secondHigh);
    V wordsLow = r.vm(0);
    V wordsHigh = r.vm(1);
    for (int i = 0; i < ROUNDS; i++) {
      V large1 = xor(r, rotated(r, e, 6), rotated(r, e, 11), rotated(r, e, 25));
      V large0 = xor(r, rotated(r, a, 2), rotated(r, a, 13), rotated(r, a, 22));
      V added = sum(r, chosen(r, e, f, g), word(r, wordsLow, wordsHigh, i));
      V first = sum(r, sum(r, h, large1), added);
      V second = sum(r, large0, majority(r, a, b, c));
      h = g;
      g = f;
      f = e;
      e = sum(r, d, first);
      d = c;
      c = b;
      b = a;
      a = sum(r, first, second);
    }
    if (givesFirst) {
      r.vd(joined(r, a, b), joined(r, c, d));
    } else {
      r.vd(joined(r, e, f), joined(r, g, h));
    }
  }

  public static <V> void sha256su0(A64Rtl<V> r) {
    r.requireVectors();
    V low = r.vd(0);
    V high = r.vd(1);
    V next = r.vn(0);
    V first = sum(r, low(r, low), small0(r, high(r, low)));
    V second = sum(r, high(r, low), small0(r, low(r, high)));
    V third = sum(r, low(r, high), small0(r, high(r, high)));
    V fourth = sum(r, high(r, high), small0(r, low(r, next)));
    r.vd(joined(r, first, second), joined(r, third, fourth));
  }

  private static <V> V small0(A64Rtl<V> r, V word) {
    return xor(r, rotated(r, word, 7), rotated(r, word, 18), shifted(r, word, 3));
  }

  private static <V> V small1(A64Rtl<V> r, V word) {
    return xor(r, rotated(r, word, 17), rotated(r, word, 19), shifted(r, word, 10));
  }

  public static <V> void sha256su1(A64Rtl<V> r) {
    r.requireVectors();
    V nLow = r.vn(0);
    V nHigh = r.vn(1);
    V mLow = r.vm(0);
    V mHigh = r.vm(1);
    V first = sum(r, sum(r, low(r, r.vd(0)), high(r, nLow)), small1(r, low(r, mHigh)));
    V second = sum(r, sum(r, high(r, r.vd(0)), low(r, nHigh)), small1(r, high(r, mHigh)));
    V third = sum(r, sum(r, low(r, r.vd(1)), high(r, nHigh)), small1(r, first));
    V fourth = sum(r, sum(r, high(r, r.vd(1)), low(r, mLow)), small1(r, second));
    r.vd(joined(r, first, second), joined(r, third, fourth));
  }
}
