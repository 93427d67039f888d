package bbt.ptg.riscv;

import bbt.ptg.guest.Pure;
import bbt.ptg.guest.Rtl;

/**
 * Zba, Zbb and Zbs (unprivileged specification, chapter "B"), and Zicond (chapter "Integer
 * Conditional Operations").
 */
final class Bits {
  private Bits() {}

  static <V> void sh1add(Rtl<V> r) {
    r.rd(r.add(r.sll(r.rs1(), r.constant(1)), r.rs2()));
  }

  static <V> void sh1addUw(Rtl<V> r) {
    r.rd(r.add(r.sll(r.zext32(r.rs1()), r.constant(1)), r.rs2()));
  }

  static <V> void sh2add(Rtl<V> r) {
    r.rd(r.add(r.sll(r.rs1(), r.constant(2)), r.rs2()));
  }

  static <V> void sh2addUw(Rtl<V> r) {
    r.rd(r.add(r.sll(r.zext32(r.rs1()), r.constant(2)), r.rs2()));
  }

  static <V> void sh3add(Rtl<V> r) {
    r.rd(r.add(r.sll(r.rs1(), r.constant(3)), r.rs2()));
  }

  static <V> void sh3addUw(Rtl<V> r) {
    r.rd(r.add(r.sll(r.zext32(r.rs1()), r.constant(3)), r.rs2()));
  }

  static <V> void addUw(Rtl<V> r) {
    r.rd(r.add(r.zext32(r.rs1()), r.rs2()));
  }

  static <V> void slliUw(Rtl<V> r) {
    r.rd(r.sll(r.zext32(r.rs1()), r.imm()));
  }

  static <V> void andn(Rtl<V> r) {
    r.rd(r.and(r.rs1(), r.xor(r.rs2(), r.constant(-1))));
  }

  static <V> void orn(Rtl<V> r) {
    r.rd(r.or(r.rs1(), r.xor(r.rs2(), r.constant(-1))));
  }

  static <V> void xnor(Rtl<V> r) {
    r.rd(r.xor(r.rs1(), r.xor(r.rs2(), r.constant(-1))));
  }

  static <V> void clz(Rtl<V> r) {
    r.rd(r.pure(Pure.CLZ, r.rs1(), r.constant(0)));
  }

  static <V> void clzw(Rtl<V> r) {
    r.rd(r.pure(Pure.CLZW, r.rs1(), r.constant(0)));
  }

  static <V> void ctz(Rtl<V> r) {
    r.rd(r.pure(Pure.CTZ, r.rs1(), r.constant(0)));
  }

  static <V> void ctzw(Rtl<V> r) {
    r.rd(r.pure(Pure.CTZW, r.rs1(), r.constant(0)));
  }

  static <V> void cpop(Rtl<V> r) {
    r.rd(r.pure(Pure.CPOP, r.rs1(), r.constant(0)));
  }

  static <V> void cpopw(Rtl<V> r) {
    r.rd(r.pure(Pure.CPOPW, r.rs1(), r.constant(0)));
  }

  static <V> void rev8(Rtl<V> r) {
    r.rd(r.pure(Pure.REV8, r.rs1(), r.constant(0)));
  }

  static <V> void orcb(Rtl<V> r) {
    r.rd(r.pure(Pure.ORCB, r.rs1(), r.constant(0)));
  }

  static <V> void min(Rtl<V> r) {
    r.rd(r.pure(Pure.MIN, r.rs1(), r.rs2()));
  }

  static <V> void minu(Rtl<V> r) {
    r.rd(r.pure(Pure.MINU, r.rs1(), r.rs2()));
  }

  static <V> void max(Rtl<V> r) {
    r.rd(r.pure(Pure.MAX, r.rs1(), r.rs2()));
  }

  static <V> void maxu(Rtl<V> r) {
    r.rd(r.pure(Pure.MAXU, r.rs1(), r.rs2()));
  }

  static <V> void rol(Rtl<V> r) {
    r.rd(r.pure(Pure.ROL, r.rs1(), r.rs2()));
  }

  static <V> void ror(Rtl<V> r) {
    r.rd(r.pure(Pure.ROR, r.rs1(), r.rs2()));
  }

  static <V> void rolw(Rtl<V> r) {
    r.rd(r.pure(Pure.ROLW, r.rs1(), r.rs2()));
  }

  static <V> void rorw(Rtl<V> r) {
    r.rd(r.pure(Pure.RORW, r.rs1(), r.rs2()));
  }

  static <V> void rori(Rtl<V> r) {
    r.rd(r.pure(Pure.ROR, r.rs1(), r.imm()));
  }

  static <V> void roriw(Rtl<V> r) {
    r.rd(r.pure(Pure.RORW, r.rs1(), r.imm()));
  }

  static <V> void sextB(Rtl<V> r) {
    r.rd(r.sext8(r.rs1()));
  }

  static <V> void sextH(Rtl<V> r) {
    r.rd(r.sext16(r.rs1()));
  }

  static <V> void zextH(Rtl<V> r) {
    r.rd(r.zext16(r.rs1()));
  }

  static <V> void bclr(Rtl<V> r) {
    r.rd(r.and(r.rs1(), r.xor(r.sll(r.constant(1), r.rs2()), r.constant(-1))));
  }

  static <V> void bext(Rtl<V> r) {
    r.rd(r.and(r.srl(r.rs1(), r.rs2()), r.constant(1)));
  }

  static <V> void binv(Rtl<V> r) {
    r.rd(r.xor(r.rs1(), r.sll(r.constant(1), r.rs2())));
  }

  static <V> void bset(Rtl<V> r) {
    r.rd(r.or(r.rs1(), r.sll(r.constant(1), r.rs2())));
  }

  static <V> void bclri(Rtl<V> r) {
    r.rd(r.and(r.rs1(), r.xor(r.sll(r.constant(1), r.imm()), r.constant(-1))));
  }

  static <V> void bexti(Rtl<V> r) {
    r.rd(r.and(r.srl(r.rs1(), r.imm()), r.constant(1)));
  }

  static <V> void binvi(Rtl<V> r) {
    r.rd(r.xor(r.rs1(), r.sll(r.constant(1), r.imm())));
  }

  static <V> void bseti(Rtl<V> r) {
    r.rd(r.or(r.rs1(), r.sll(r.constant(1), r.imm())));
  }

  static <V> void czeroEqz(Rtl<V> r) {
    r.rd(r.select(r.eq(r.rs2(), r.constant(0)), r.constant(0), r.rs1()));
  }

  static <V> void czeroNez(Rtl<V> r) {
    r.rd(r.select(r.eq(r.rs2(), r.constant(0)), r.rs1(), r.constant(0)));
  }
}
