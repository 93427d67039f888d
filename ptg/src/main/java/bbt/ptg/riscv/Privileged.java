package bbt.ptg.riscv;

import bbt.ptg.guest.Rtl;

/**
 * Zicsr, Zifencei, Zihintpause, Zawrs and the privileged instructions: all of it is the machine's
 * work.
 */
final class Privileged {
  private Privileged() {}

  static <V> void ecall(Rtl<V> r) {
    r.system(SystemOp.ECALL);
  }

  static <V> void ebreak(Rtl<V> r) {
    r.system(SystemOp.EBREAK);
  }

  static <V> void sret(Rtl<V> r) {
    r.system(SystemOp.SRET);
  }

  static <V> void mret(Rtl<V> r) {
    r.system(SystemOp.MRET);
  }

  static <V> void wfi(Rtl<V> r) {
    r.system(SystemOp.WFI);
  }

  static <V> void fenceI(Rtl<V> r) {
    r.system(SystemOp.FENCE_I);
  }

  static <V> void sfenceVma(Rtl<V> r) {
    r.system(SystemOp.SFENCE_VMA);
  }

  static <V> void sinvalVma(Rtl<V> r) {
    r.system(SystemOp.SINVAL_VMA);
  }

  static <V> void sfenceWInval(Rtl<V> r) {
    r.system(SystemOp.SFENCE_W_INVAL);
  }

  static <V> void sfenceInvalIr(Rtl<V> r) {
    r.system(SystemOp.SFENCE_INVAL_IR);
  }

  static <V> void pause(Rtl<V> r) {
    r.system(SystemOp.PAUSE);
  }

  static <V> void wrsNto(Rtl<V> r) {
    r.system(SystemOp.WRS_NTO);
  }

  static <V> void wrsSto(Rtl<V> r) {
    r.system(SystemOp.WRS_STO);
  }

  static <V> void csrrw(Rtl<V> r) {
    r.system(SystemOp.CSRRW);
  }

  static <V> void csrrs(Rtl<V> r) {
    r.system(SystemOp.CSRRS);
  }

  static <V> void csrrc(Rtl<V> r) {
    r.system(SystemOp.CSRRC);
  }

  static <V> void csrrwi(Rtl<V> r) {
    r.system(SystemOp.CSRRWI);
  }

  static <V> void csrrsi(Rtl<V> r) {
    r.system(SystemOp.CSRRSI);
  }

  static <V> void csrrci(Rtl<V> r) {
    r.system(SystemOp.CSRRCI);
  }
}
