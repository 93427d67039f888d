package bbt.ptg.arm64.semantics;

/** Conditional compares and selects: data flow, no branches. */
public final class ConditionalData {
  private ConditionalData() {}

  public static <V> void ccmp(A64Rtl<V> r, Width w, V operand) {
    AddSubtract.Difference<V> d = AddSubtract.difference(r, w, r.rn(), operand);
    choose(r, w, d.result(), d.carry(), d.overflow());
  }

  public static <V> void ccmn(A64Rtl<V> r, Width w, V operand) {
    V a = r.once(w.low(r, r.rn()));
    V b = r.once(w.low(r, operand));
    V sum = r.once(r.add(a, b));
    V result = r.once(w.low(r, sum));
    V carry = w == Width.X ? r.ltu(sum, a) : r.srl(sum, r.constant(32));
    choose(r, w, result, carry, AddSubtract.overflow(r, w, a, b, result));
  }

  /** The flags of a result if the condition holds, else those of the encoding. */
  private static <V> void choose(A64Rtl<V> r, Width w, V result, V carry, V overflow) {
    V holds = r.once(r.holds());
    V n = r.select(holds, AddSubtract.negative(r, w, result), given(r, 3));
    V z = r.select(holds, r.eq(result, r.constant(0)), given(r, 2));
    V c = r.select(holds, carry, given(r, 1));
    V v = r.select(holds, overflow, given(r, 0));
    r.flags(n, z, c, v);
  }

  private static <V> V given(A64Rtl<V> r, int bit) {
    return r.and(r.srl(r.second(), r.constant(bit)), r.constant(1));
  }

  public static <V> void csel(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.select(r.holds(), r.rn(), r.rm())));
  }

  public static <V> void csinc(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.select(r.holds(), r.rn(), r.add(r.rm(), r.constant(1)))));
  }

  public static <V> void csinv(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.select(r.holds(), r.rn(), r.xor(r.rm(), r.constant(-1)))));
  }

  public static <V> void csneg(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.select(r.holds(), r.rn(), r.sub(r.constant(0), r.rm()))));
  }
}
