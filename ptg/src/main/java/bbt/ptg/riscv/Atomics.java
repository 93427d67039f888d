package bbt.ptg.riscv;

import bbt.ptg.guest.Amo;
import bbt.ptg.guest.MemoryKind;

/** The A extension. */
final class Atomics {
  private Atomics() {}

  static <V> void lrW(RiscvRtl<V> r) {
    r.rd(r.loadReserved(MemoryKind.S32, r.rs1()));
  }

  static <V> void scW(RiscvRtl<V> r) {
    r.rd(r.storeConditional(MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amoswapW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.SWAP, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amoaddW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.ADD, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amoxorW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.XOR, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amoandW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.AND, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amoorW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.OR, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amominW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MIN, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amomaxW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MAX, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amominuW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MINU, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amomaxuW(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MAXU, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void lrD(RiscvRtl<V> r) {
    r.rd(r.loadReserved(MemoryKind.D64, r.rs1()));
  }

  static <V> void scD(RiscvRtl<V> r) {
    r.rd(r.storeConditional(MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amoswapD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.SWAP, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amoaddD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.ADD, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amoxorD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.XOR, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amoandD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.AND, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amoorD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.OR, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amominD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MIN, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amomaxD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MAX, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amominuD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MINU, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amomaxuD(RiscvRtl<V> r) {
    r.rd(r.amo(Amo.MAXU, MemoryKind.D64, r.rs1(), r.rs2()));
  }
}
