package bbt.ptg.arm64.semantics;

/** Bitwise logic, moves of constants, and addresses relative to the program counter. */
public final class LogicMove {
  private LogicMove() {}

  public static <V> void andImmediate(A64Rtl<V> r, Width w) {
    r.rdSp(w.low(r, r.and(r.rn(), r.imm())));
  }

  public static <V> void orrImmediate(A64Rtl<V> r, Width w) {
    r.rdSp(w.low(r, r.or(r.rn(), r.imm())));
  }

  public static <V> void eorImmediate(A64Rtl<V> r, Width w) {
    r.rdSp(w.low(r, r.xor(r.rn(), r.imm())));
  }

  public static <V> void andsImmediate(A64Rtl<V> r, Width w) {
    r.rd(tested(r, w, r.and(r.rn(), r.imm())));
  }

  public static <V> void and(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.and(r.rn(), r.shiftedRm())));
  }

  public static <V> void bic(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.and(r.rn(), inverted(r))));
  }

  public static <V> void orr(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.or(r.rn(), r.shiftedRm())));
  }

  public static <V> void orn(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.or(r.rn(), inverted(r))));
  }

  public static <V> void eor(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.xor(r.rn(), r.shiftedRm())));
  }

  public static <V> void eon(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.xor(r.rn(), inverted(r))));
  }

  public static <V> void ands(A64Rtl<V> r, Width w) {
    r.rd(tested(r, w, r.and(r.rn(), r.shiftedRm())));
  }

  public static <V> void bics(A64Rtl<V> r, Width w) {
    r.rd(tested(r, w, r.and(r.rn(), inverted(r))));
  }

  private static <V> V inverted(A64Rtl<V> r) {
    return r.xor(r.shiftedRm(), r.constant(-1));
  }

  /** The value; it sets N and Z, and clears C and V. */
  private static <V> V tested(A64Rtl<V> r, Width w, V value) {
    V result = r.once(w.low(r, value));
    V zero = r.constant(0);
    r.flags(AddSubtract.negative(r, w, result), r.eq(result, zero), zero, zero);
    return result;
  }

  public static <V> void movz(A64Rtl<V> r, Width w) {
    r.rd(r.imm());
  }

  public static <V> void movn(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.xor(r.imm(), r.constant(-1))));
  }

  /** The second immediate is the place of the 16 bits that are replaced. */
  public static <V> void movk(A64Rtl<V> r, Width w) {
    V hole = r.xor(r.sll(r.constant(0xFFFF), r.second()), r.constant(-1));
    r.rd(w.low(r, r.or(r.and(r.rd(), hole), r.imm())));
  }

  public static <V> void adr(A64Rtl<V> r) {
    r.rd(r.add(r.pc(), r.imm()));
  }

  public static <V> void adrp(A64Rtl<V> r) {
    r.rd(r.add(r.and(r.pc(), r.constant(-4096)), r.imm()));
  }
}
