package bbt.ptg.riscv.semantics;

import bbt.ptg.guest.rtl.Pure;

/** The semantics of the M extension. */
public final class MulDiv {
  private MulDiv() {}

  public static <V> void mul(RiscvRtl<V> r) {
    r.rd(r.mul(r.rs1(), r.rs2()));
  }

  public static <V> void mulw(RiscvRtl<V> r) {
    r.rd(r.sext32(r.mul(r.rs1(), r.rs2())));
  }

  public static <V> void mulh(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.MULH, r.rs1(), r.rs2()));
  }

  public static <V> void mulhu(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.MULHU, r.rs1(), r.rs2()));
  }

  public static <V> void mulhsu(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.MULHSU, r.rs1(), r.rs2()));
  }

  public static <V> void div(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.DIV, r.rs1(), r.rs2()));
  }

  public static <V> void divu(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.DIVU, r.rs1(), r.rs2()));
  }

  public static <V> void rem(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.REM, r.rs1(), r.rs2()));
  }

  public static <V> void remu(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.REMU, r.rs1(), r.rs2()));
  }

  public static <V> void divw(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.DIVW, r.rs1(), r.rs2()));
  }

  public static <V> void divuw(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.DIVUW, r.rs1(), r.rs2()));
  }

  public static <V> void remw(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.REMW, r.rs1(), r.rs2()));
  }

  public static <V> void remuw(RiscvRtl<V> r) {
    r.rd(r.pure(Pure.REMUW, r.rs1(), r.rs2()));
  }
}
