package bbt.ptg.arm64.semantics;

import bbt.ptg.arm64.vector.LaneOp;

/** Floating-point instructions that have to do with flags or general registers. */
public final class FloatGeneral {
  private FloatGeneral() {}

  /** Compares with another number. */
  public static <V> void compare(A64Rtl<V> r, LaneOp comparison, V other) {
    r.requireVectors();
    compare(r, comparison, other, r.constant(-1));
  }

  /** Compares if a condition holds; else the encoding has the flags. */
  public static <V> void conditionalCompare(A64Rtl<V> r, LaneOp comparison) {
    r.requireVectors();
    V flags = r.select(r.holds(), r.constant(-1), r.second());
    compare(r, comparison, r.vm(0), flags);
  }

  private static <V> void compare(A64Rtl<V> r, LaneOp comparison, V other, V instead) {
    V flags = r.lane(comparison, r.vn(0), other, instead, r.lanes().code());
    r.flags(bit(r, flags, 3), bit(r, flags, 2), bit(r, flags, 1), bit(r, flags, 0));
  }

  private static <V> V bit(A64Rtl<V> r, V value, int number) {
    return r.and(r.srl(value, r.constant(number)), r.constant(1));
  }

  public static <V> void select(A64Rtl<V> r) {
    r.requireVectors();
    V chosen = r.select(r.holds(), r.vn(0), r.vm(0));
    r.vd(r.lanes().size() == 2 ? r.zext32(chosen) : chosen, r.constant(0));
  }

  // ---- general registers

  /** To an integer, or a fixed-point number with the immediate's bits behind the point. */
  public static <V> void toInteger(A64Rtl<V> r, Width w, LaneOp conversion) {
    r.requireVectors();
    V width = r.constant(w.bits);
    r.rd(r.lane(conversion, r.vn(0), r.imm(), width, r.lanes().code()));
  }

  public static <V> void fromSigned(A64Rtl<V> r, Width w) {
    r.requireVectors();
    from(r, LaneOp.GENERAL_SCVTF, w.signed(r, r.rn()));
  }

  public static <V> void fromUnsigned(A64Rtl<V> r, Width w) {
    r.requireVectors();
    from(r, LaneOp.GENERAL_UCVTF, w.low(r, r.rn()));
  }

  private static <V> void from(A64Rtl<V> r, LaneOp conversion, V integer) {
    V zero = r.constant(0);
    r.vd(r.lane(conversion, integer, r.imm(), zero, r.lanes().code()), zero);
  }

  public static <V> void toGeneral(A64Rtl<V> r, Width w, int half) {
    r.requireVectors();
    r.rd(w.low(r, r.vn(half)));
  }

  public static <V> void fromGeneral(A64Rtl<V> r, Width w) {
    r.requireVectors();
    r.vd(w.low(r, r.rn()), r.constant(0));
  }

  /** To the high half; the low one stays. */
  public static <V> void fromGeneralHigh(A64Rtl<V> r) {
    r.requireVectors();
    r.vd(r.vd(0), r.rn());
  }
}
