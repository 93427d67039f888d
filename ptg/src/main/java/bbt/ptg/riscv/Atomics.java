package bbt.ptg.riscv;

import bbt.ptg.guest.Amo;
import bbt.ptg.guest.MemoryKind;
import bbt.ptg.guest.Rtl;

/** The A extension. */
final class Atomics {
  private Atomics() {}

  static <V> void lrW(Rtl<V> r) {
    r.rd(r.loadReserved(MemoryKind.S32, r.rs1()));
  }

  static <V> void scW(Rtl<V> r) {
    r.rd(r.storeConditional(MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amoswapW(Rtl<V> r) {
    r.rd(r.amo(Amo.SWAP, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amoaddW(Rtl<V> r) {
    r.rd(r.amo(Amo.ADD, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amoxorW(Rtl<V> r) {
    r.rd(r.amo(Amo.XOR, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amoandW(Rtl<V> r) {
    r.rd(r.amo(Amo.AND, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amoorW(Rtl<V> r) {
    r.rd(r.amo(Amo.OR, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amominW(Rtl<V> r) {
    r.rd(r.amo(Amo.MIN, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amomaxW(Rtl<V> r) {
    r.rd(r.amo(Amo.MAX, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amominuW(Rtl<V> r) {
    r.rd(r.amo(Amo.MINU, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void amomaxuW(Rtl<V> r) {
    r.rd(r.amo(Amo.MAXU, MemoryKind.S32, r.rs1(), r.rs2()));
  }

  static <V> void lrD(Rtl<V> r) {
    r.rd(r.loadReserved(MemoryKind.D64, r.rs1()));
  }

  static <V> void scD(Rtl<V> r) {
    r.rd(r.storeConditional(MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amoswapD(Rtl<V> r) {
    r.rd(r.amo(Amo.SWAP, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amoaddD(Rtl<V> r) {
    r.rd(r.amo(Amo.ADD, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amoxorD(Rtl<V> r) {
    r.rd(r.amo(Amo.XOR, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amoandD(Rtl<V> r) {
    r.rd(r.amo(Amo.AND, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amoorD(Rtl<V> r) {
    r.rd(r.amo(Amo.OR, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amominD(Rtl<V> r) {
    r.rd(r.amo(Amo.MIN, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amomaxD(Rtl<V> r) {
    r.rd(r.amo(Amo.MAX, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amominuD(Rtl<V> r) {
    r.rd(r.amo(Amo.MINU, MemoryKind.D64, r.rs1(), r.rs2()));
  }

  static <V> void amomaxuD(Rtl<V> r) {
    r.rd(r.amo(Amo.MAXU, MemoryKind.D64, r.rs1(), r.rs2()));
  }
}
