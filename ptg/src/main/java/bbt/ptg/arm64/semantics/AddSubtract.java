package bbt.ptg.arm64.semantics;

/** Additions and subtractions (AddWithCarry in the manual's shared pseudocode). */
public final class AddSubtract {
  private AddSubtract() {}

  public static <V> void addImmediate(A64Rtl<V> r, Width w) {
    r.rdSp(w.low(r, r.add(r.rnSp(), r.imm())));
  }

  public static <V> void subImmediate(A64Rtl<V> r, Width w) {
    r.rdSp(w.low(r, r.sub(r.rnSp(), r.imm())));
  }

  public static <V> void addsImmediate(A64Rtl<V> r, Width w) {
    r.rd(addition(r, w, r.rnSp(), r.imm()));
  }

  public static <V> void subsImmediate(A64Rtl<V> r, Width w) {
    r.rd(subtraction(r, w, r.rnSp(), r.imm()));
  }

  public static <V> void addExtended(A64Rtl<V> r, Width w) {
    r.rdSp(w.low(r, r.add(r.rnSp(), r.extendedRm())));
  }

  public static <V> void subExtended(A64Rtl<V> r, Width w) {
    r.rdSp(w.low(r, r.sub(r.rnSp(), r.extendedRm())));
  }

  public static <V> void addsExtended(A64Rtl<V> r, Width w) {
    r.rd(addition(r, w, r.rnSp(), r.extendedRm()));
  }

  public static <V> void subsExtended(A64Rtl<V> r, Width w) {
    r.rd(subtraction(r, w, r.rnSp(), r.extendedRm()));
  }

  public static <V> void add(A64Rtl<V> r, Width w, V operand) {
    r.rd(w.low(r, r.add(r.rn(), operand)));
  }

  public static <V> void sub(A64Rtl<V> r, Width w, V operand) {
    r.rd(w.low(r, r.sub(r.rn(), operand)));
  }

  public static <V> void adds(A64Rtl<V> r, Width w, V operand) {
    r.rd(addition(r, w, r.rn(), operand));
  }

  public static <V> void subs(A64Rtl<V> r, Width w, V operand) {
    r.rd(subtraction(r, w, r.rn(), operand));
  }

  public static <V> void adc(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.add(r.add(r.rn(), r.rm()), r.flag(Flag.C))));
  }

  public static <V> void sbc(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.add(r.add(r.rn(), inverted(r, r.rm())), r.flag(Flag.C))));
  }

  public static <V> void adcs(A64Rtl<V> r, Width w) {
    r.rd(carried(r, w, r.rn(), r.rm()));
  }

  public static <V> void sbcs(A64Rtl<V> r, Width w) {
    r.rd(carried(r, w, r.rn(), inverted(r, r.rm())));
  }

  private static <V> V inverted(A64Rtl<V> r, V value) {
    return r.xor(value, r.constant(-1));
  }

  /** The sum; it sets the flags. */
  private static <V> V addition(A64Rtl<V> r, Width w, V first, V second) {
    V a = r.once(w.low(r, first));
    V b = r.once(w.low(r, second));
    V sum = r.once(r.add(a, b));
    V result = r.once(w.low(r, sum));
    V carry = w == Width.X ? r.ltu(sum, a) : r.srl(sum, r.constant(32));
    flags(r, w, result, carry, overflow(r, w, a, b, result));
    return result;
  }

  /** The difference; it sets the flags. */
  private static <V> V subtraction(A64Rtl<V> r, Width w, V first, V second) {
    Difference<V> d = difference(r, w, first, second);
    flags(r, w, d.result, d.carry, d.overflow);
    return d.result;
  }

  /** Sum of two numbers and the carry; it sets the flags. */
  private static <V> V carried(A64Rtl<V> r, Width w, V first, V second) {
    V a = r.once(w.low(r, first));
    V b = r.once(w.low(r, second));
    V in = r.flag(Flag.C);
    V part = r.once(r.add(a, b));
    V sum = r.once(r.add(part, in));
    V result = r.once(w.low(r, sum));
    V carry = w == Width.X ? r.or(r.ltu(part, a), r.ltu(sum, part)) : r.srl(sum, r.constant(32));
    flags(r, w, result, carry, overflow(r, w, a, b, result));
    return result;
  }

  /** A difference and what it says of carry and overflow. */
  record Difference<V>(V result, V carry, V overflow) {}

  static <V> Difference<V> difference(A64Rtl<V> r, Width w, V first, V second) {
    V a = r.once(w.low(r, first));
    V b = r.once(w.low(r, second));
    V result = r.once(w.low(r, r.sub(a, b)));
    V signs = r.and(r.xor(a, b), r.xor(a, result));
    return new Difference<>(result, r.geu(a, b), r.srl(signs, r.constant(w.bits - 1)));
  }

  /** Whether a sum has another sign than both of its operands. */
  static <V> V overflow(A64Rtl<V> r, Width w, V a, V b, V sum) {
    V signs = r.and(r.xor(a, sum), r.xor(b, sum));
    return r.srl(signs, r.constant(w.bits - 1));
  }

  private static <V> void flags(A64Rtl<V> r, Width w, V result, V carry, V overflow) {
    r.flags(negative(r, w, result), r.eq(result, r.constant(0)), carry, overflow);
  }

  static <V> V negative(A64Rtl<V> r, Width w, V result) {
    return r.srl(result, r.constant(w.bits - 1));
  }
}
