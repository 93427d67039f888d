package bbt.ptg.arm64.semantics;

import bbt.ptg.guest.rtl.Pure;

/** Products and quotients; a quotient by zero is zero. */
public final class Multiply {
  private Multiply() {}

  public static <V> void madd(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.add(r.ra(), r.mul(r.rn(), r.rm()))));
  }

  public static <V> void msub(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.sub(r.ra(), r.mul(r.rn(), r.rm()))));
  }

  public static <V> void smaddl(A64Rtl<V> r) {
    r.rd(r.add(r.ra(), r.mul(r.sext32(r.rn()), r.sext32(r.rm()))));
  }

  public static <V> void smsubl(A64Rtl<V> r) {
    r.rd(r.sub(r.ra(), r.mul(r.sext32(r.rn()), r.sext32(r.rm()))));
  }

  public static <V> void umaddl(A64Rtl<V> r) {
    r.rd(r.add(r.ra(), r.mul(r.zext32(r.rn()), r.zext32(r.rm()))));
  }

  public static <V> void umsubl(A64Rtl<V> r) {
    r.rd(r.sub(r.ra(), r.mul(r.zext32(r.rn()), r.zext32(r.rm()))));
  }

  public static <V> void smulh(A64Rtl<V> r) {
    r.rd(r.pure(Pure.MULH, r.rn(), r.rm()));
  }

  public static <V> void umulh(A64Rtl<V> r) {
    r.rd(r.pure(Pure.MULHU, r.rn(), r.rm()));
  }

  public static <V> void sdiv(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, quotient(r, Pure.DIV, w.signed(r, r.rn()), w.signed(r, r.rm()))));
  }

  public static <V> void udiv(A64Rtl<V> r, Width w) {
    r.rd(quotient(r, Pure.DIVU, w.low(r, r.rn()), w.low(r, r.rm())));
  }

  private static <V> V quotient(A64Rtl<V> r, Pure division, V a, V b) {
    V zero = r.constant(0);
    return r.select(r.eq(b, zero), zero, r.pure(division, a, b));
  }
}
