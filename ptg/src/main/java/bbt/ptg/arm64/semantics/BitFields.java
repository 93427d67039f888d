package bbt.ptg.arm64.semantics;

import bbt.ptg.guest.rtl.Pure;

/**
 * Bit fields, shifts by a register, and the order of bits and bytes. A field is moved by a shift to
 * the left, which puts its highest bit on top, and one to the right: {@link A64Rtl#imm} and {@link
 * A64Rtl#second}.
 */
public final class BitFields {
  private BitFields() {}

  public static <V> void sbfm(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.sra(r.sll(r.rn(), r.imm()), r.second())));
  }

  public static <V> void ubfm(A64Rtl<V> r, Width w) {
    r.rd(field(r, r.rn()));
  }

  public static <V> void bfm(A64Rtl<V> r, Width w) {
    V others = r.xor(field(r, r.constant(-1)), r.constant(-1));
    r.rd(w.low(r, r.or(r.and(r.rd(), others), field(r, r.rn()))));
  }

  private static <V> V field(A64Rtl<V> r, V value) {
    return r.srl(r.sll(value, r.imm()), r.second());
  }

  public static <V> void extr(A64Rtl<V> r, Width w) {
    if (w == Width.W) {
      V both = r.or(r.zext32(r.rm()), r.sll(r.rn(), r.constant(32)));
      r.rd(r.zext32(r.srl(both, r.imm())));
      return;
    }
    // A shift by 64 in two steps: 64 is a shift by 0.
    V upper = r.sll(r.sll(r.rn(), r.constant(1)), r.xor(r.imm(), r.constant(63)));
    r.rd(r.or(upper, r.srl(r.rm(), r.imm())));
  }

  public static <V> void lslv(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.sll(r.rn(), amount(r, w))));
  }

  public static <V> void lsrv(A64Rtl<V> r, Width w) {
    r.rd(r.srl(w.low(r, r.rn()), amount(r, w)));
  }

  public static <V> void asrv(A64Rtl<V> r, Width w) {
    r.rd(w.low(r, r.sra(w.signed(r, r.rn()), amount(r, w))));
  }

  public static <V> void rorv(A64Rtl<V> r, Width w) {
    r.rd(SecondOperand.rotated(r, w, r.rn(), r.rm()));
  }

  private static <V> V amount(A64Rtl<V> r, Width w) {
    return w == Width.X ? r.rm() : r.and(r.rm(), r.constant(31));
  }

  public static <V> void clz(A64Rtl<V> r, Width w) {
    r.rd(r.pure(w == Width.X ? Pure.CLZ : Pure.CLZW, r.rn(), r.constant(0)));
  }

  /** Each bit that is the sign becomes zero; the first difference is what is counted to. */
  public static <V> void cls(A64Rtl<V> r, Width w) {
    V value = w.signed(r, r.rn());
    V changes = r.xor(value, r.sra(value, r.constant(1)));
    V zeros = r.pure(w == Width.X ? Pure.CLZ : Pure.CLZW, changes, r.constant(0));
    r.rd(r.sub(zeros, r.constant(1)));
  }

  public static <V> void rbit(A64Rtl<V> r, Width w) {
    r.rd(upper(r, w, r.pure(Pure.RBIT, r.rn(), r.constant(0))));
  }

  public static <V> void rev(A64Rtl<V> r, Width w) {
    r.rd(upper(r, w, r.pure(Pure.REV8, r.rn(), r.constant(0))));
  }

  /** The upper bits of a value, as many as the width has. */
  private static <V> V upper(A64Rtl<V> r, Width w, V value) {
    return w == Width.X ? value : r.srl(value, r.constant(32));
  }

  public static <V> void rev32(A64Rtl<V> r) {
    V reversed = r.pure(Pure.REV8, r.rn(), r.constant(0));
    r.rd(r.pure(Pure.ROR, reversed, r.constant(32)));
  }

  public static <V> void rev16(A64Rtl<V> r, Width w) {
    V lower = r.constant(0x00FF00FF00FF00FFL);
    V up = r.sll(r.and(r.rn(), lower), r.constant(8));
    V down = r.and(r.srl(r.rn(), r.constant(8)), lower);
    r.rd(w.low(r, r.or(up, down)));
  }
}
