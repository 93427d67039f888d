package bbt.ptg.riscv.semantics;

import bbt.ptg.guest.rtl.Amo;
import bbt.ptg.guest.rtl.MemoryKind;

/** The semantics of the A extension. */
public final class Atomics {
  private Atomics() {}

  public static <V> void lrW(RiscvRtl<V> r) {
    r.rd(r.loadReserved(MemoryKind.S32, r.rs1()));
  }

  public static <V> void scW(RiscvRtl<V> r) {
    r.rd(r.storeConditional(MemoryKind.S32, r.rs1(), r.rs2()));
  }

  public static <V> void amoswapW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.SWAP, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  public static <V> void amoaddW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.ADD, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  public static <V> void amoxorW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.XOR, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  public static <V> void amoandW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.AND, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  public static <V> void amoorW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.OR, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  public static <V> void amominW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MIN, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  public static <V> void amomaxW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MAX, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  public static <V> void amominuW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MINU, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  public static <V> void amomaxuW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MAXU, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  public static <V> void lrD(RiscvRtl<V> r) {
    r.rd(r.loadReserved(MemoryKind.D64, r.rs1()));
  }

  public static <V> void scD(RiscvRtl<V> r) {
    r.rd(r.storeConditional(MemoryKind.D64, r.rs1(), r.rs2()));
  }

  public static <V> void amoswapD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.SWAP, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  public static <V> void amoaddD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.ADD, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  public static <V> void amoxorD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.XOR, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  public static <V> void amoandD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.AND, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  public static <V> void amoorD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.OR, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  public static <V> void amominD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MIN, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  public static <V> void amomaxD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MAX, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  public static <V> void amominuD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MINU, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  public static <V> void amomaxuD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MAXU, MemoryKind.D64, r.rs1(), r.rs2()));
  }
}
