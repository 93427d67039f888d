package bbt.ptg.riscv;

import bbt.ptg.guest.Pure;
import bbt.ptg.guest.Rtl;

/** The M extension. */
final class MulDiv {
  private MulDiv() {}

  static <V> void mul(Rtl<V> r) {
    r.rd(r.mul(r.rs1(), r.rs2()));
  }

  static <V> void mulw(Rtl<V> r) {
    r.rd(r.sext32(r.mul(r.rs1(), r.rs2())));
  }

  static <V> void mulh(Rtl<V> r) {
    r.rd(r.pure(Pure.MULH, r.rs1(), r.rs2()));
  }

  static <V> void mulhu(Rtl<V> r) {
    r.rd(r.pure(Pure.MULHU, r.rs1(), r.rs2()));
  }

  static <V> void mulhsu(Rtl<V> r) {
    r.rd(r.pure(Pure.MULHSU, r.rs1(), r.rs2()));
  }

  static <V> void div(Rtl<V> r) {
    r.rd(r.pure(Pure.DIV, r.rs1(), r.rs2()));
  }

  static <V> void divu(Rtl<V> r) {
    r.rd(r.pure(Pure.DIVU, r.rs1(), r.rs2()));
  }

  static <V> void rem(Rtl<V> r) {
    r.rd(r.pure(Pure.REM, r.rs1(), r.rs2()));
  }

  static <V> void remu(Rtl<V> r) {
    r.rd(r.pure(Pure.REMU, r.rs1(), r.rs2()));
  }

  static <V> void divw(Rtl<V> r) {
    r.rd(r.pure(Pure.DIVW, r.rs1(), r.rs2()));
  }

  static <V> void divuw(Rtl<V> r) {
    r.rd(r.pure(Pure.DIVUW, r.rs1(), r.rs2()));
  }

  static <V> void remw(Rtl<V> r) {
    r.rd(r.pure(Pure.REMW, r.rs1(), r.rs2()));
  }

  static <V> void remuw(Rtl<V> r) {
    r.rd(r.pure(Pure.REMUW, r.rs1(), r.rs2()));
  }
}
