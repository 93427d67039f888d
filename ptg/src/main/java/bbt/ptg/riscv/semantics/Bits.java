package bbt.ptg.riscv.semantics;

import bbt.ptg.guest.rtl.Pure;

/**
 * The semantics of Zba, Zbb and Zbs (unprivileged specification, chapter "B"), and Zicond (chapter
 * "Integer Conditional Operations").
 */
public final class Bits {
  private Bits() {}

  public static <V> void sh1add(RiscvRtl<V> r) {
    r.rd(r.add(r.sll(r.rs1(), r.constant(1)), r.rs2()));
  }

  public static <V> void sh1addUw(RiscvRtl<V> r) {
    r.rd(r.add(r.sll(r.zext32(r.rs1()), r.constant(1)), r.rs2()));
  }

  public static <V> void sh2add(RiscvRtl<V> r) {
    r.rd(r.add(r.sll(r.rs1(), r.constant(2)), r.rs2()));
  }

  public static <V> void sh2addUw(RiscvRtl<V> r) {
    r.rd(r.add(r.sll(r.zext32(r.rs1()), r.constant(2)), r.rs2()));
  }

  public static <V> void sh3add(RiscvRtl<V> r) {
    r.rd(r.add(r.sll(r.rs1(), r.constant(3)), r.rs2()));
  }

  public static <V> void sh3addUw(RiscvRtl<V> r) {
    r.rd(r.add(r.sll(r.zext32(r.rs1()), r.constant(3)), r.rs2()));
  }

  public static <V> void addUw(RiscvRtl<V> r) {
    r.rd(r.add(r.zext32(r.rs1()), r.rs2()));
  }

  public static <V> void slliUw(RiscvRtl<V> r) {
    r.rd(r.sll(r.zext32(r.rs1()), r.imm()));
  }

  public static <V> void andn(RiscvRtl<V> r) {
    r.rd(r.and(r.rs1(), r.xor(r.rs2(), r.constant(-1))));
  }

  public static <V> void orn(RiscvRtl<V> r) {
    r.rd(r.or(r.rs1(), r.xor(r.rs2(), r.constant(-1))));
  }

  public static <V> void xnor(RiscvRtl<V> r) {
    r.rd(r.xor(r.rs1(), r.xor(r.rs2(), r.constant(-1))));
  }

  public static <V> void clz(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.CLZ, r.rs1(), r.constant(0)));
  }

  public static <V> void clzw(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.CLZW, r.rs1(), r.constant(0)));
  }

  public static <V> void ctz(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.CTZ, r.rs1(), r.constant(0)));
  }

  public static <V> void ctzw(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.CTZW, r.rs1(), r.constant(0)));
  }

  public static <V> void cpop(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.CPOP, r.rs1(), r.constant(0)));
  }

  public static <V> void cpopw(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.CPOPW, r.rs1(), r.constant(0)));
  }

  public static <V> void rev8(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.REV8, r.rs1(), r.constant(0)));
  }

  public static <V> void orcb(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.ORCB, r.rs1(), r.constant(0)));
  }

  public static <V> void min(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.MIN, r.rs1(), r.rs2()));
  }

  public static <V> void minu(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.MINU, r.rs1(), r.rs2()));
  }

  public static <V> void max(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.MAX, r.rs1(), r.rs2()));
  }

  public static <V> void maxu(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.MAXU, r.rs1(), r.rs2()));
  }

  public static <V> void rol(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.ROL, r.rs1(), r.rs2()));
  }

  public static <V> void ror(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.ROR, r.rs1(), r.rs2()));
  }

  public static <V> void rolw(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.ROLW, r.rs1(), r.rs2()));
  }

  public static <V> void rorw(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.RORW, r.rs1(), r.rs2()));
  }

  public static <V> void rori(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.ROR, r.rs1(), r.imm()));
  }

  public static <V> void roriw(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.RORW, r.rs1(), r.imm()));
  }

  public static <V> void sextB(RiscvRtl<V> r) {
    r.rd(r.sext8(r.rs1()));
  }

  public static <V> void sextH(RiscvRtl<V> r) {
    r.rd(r.sext16(r.rs1()));
  }

  public static <V> void zextH(RiscvRtl<V> r) {
    r.rd(r.zext16(r.rs1()));
  }

  public static <V> void bclr(RiscvRtl<V> r) {
    r.rd(r.and(r.rs1(), r.xor(r.sll(r.constant(1), r.rs2()), r.constant(-1))));
  }

  public static <V> void bext(RiscvRtl<V> r) {
    r.rd(r.and(r.srl(r.rs1(), r.rs2()), r.constant(1)));
  }

  public static <V> void binv(RiscvRtl<V> r) {
    r.rd(r.xor(r.rs1(), r.sll(r.constant(1), r.rs2())));
  }

  public static <V> void bset(RiscvRtl<V> r) {
    r.rd(r.or(r.rs1(), r.sll(r.constant(1), r.rs2())));
  }

  public static <V> void bclri(RiscvRtl<V> r) {
    r.rd(r.and(r.rs1(), r.xor(r.sll(r.constant(1), r.imm()), r.constant(-1))));
  }

  public static <V> void bexti(RiscvRtl<V> r) {
    r.rd(r.and(r.srl(r.rs1(), r.imm()), r.constant(1)));
  }

  public static <V> void binvi(RiscvRtl<V> r) {
    r.rd(r.xor(r.rs1(), r.sll(r.constant(1), r.imm())));
  }

  public static <V> void bseti(RiscvRtl<V> r) {
    r.rd(r.or(r.rs1(), r.sll(r.constant(1), r.imm())));
  }

  public static <V> void czeroEqz(RiscvRtl<V> r) {
    r.rd(r.select(r.eq(r.rs2(), r.constant(0)), r.constant(0), r.rs1()));
  }

  public static <V> void czeroNez(RiscvRtl<V> r) {
    r.rd(r.select(r.eq(r.rs2(), r.constant(0)), r.rs1(), r.constant(0)));
  }
}
