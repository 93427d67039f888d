package bbt.ptg.riscv;

/**
 * Zicsr, Zifencei, Zihintpause, Zawrs and the privileged instructions: all of it is the machine's
 * work.
 */
final class Privileged {
  private Privileged() {}

  static <V> void ecall(RiscvRtl<V> r) {
    r.system(SystemOp.ECALL);
  }

  static <V> void ebreak(RiscvRtl<V> r) {
    r.system(SystemOp.EBREAK);
  }

  static <V> void sret(RiscvRtl<V> r) {
    r.system(SystemOp.SRET);
  }

  static <V> void mret(RiscvRtl<V> r) {
    r.system(SystemOp.MRET);
  }

  static <V> void wfi(RiscvRtl<V> r) {
    r.system(SystemOp.WFI);
  }

  static <V> void fenceI(RiscvRtl<V> r) {
    r.system(SystemOp.FENCE_I);
  }

  static <V> void sfenceVma(RiscvRtl<V> r) {
    r.system(SystemOp.SFENCE_VMA);
  }

  static <V> void sinvalVma(RiscvRtl<V> r) {
    r.system(SystemOp.SINVAL_VMA);
  }

  static <V> void sfenceWInval(RiscvRtl<V> r) {
    r.system(SystemOp.SFENCE_W_INVAL);
  }

  static <V> void sfenceInvalIr(RiscvRtl<V> r) {
    r.system(SystemOp.SFENCE_INVAL_IR);
  }

  static <V> void pause(RiscvRtl<V> r) {
    r.system(SystemOp.PAUSE);
  }

  static <V> void wrsNto(RiscvRtl<V> r) {
    r.system(SystemOp.WRS_NTO);
  }

  static <V> void wrsSto(RiscvRtl<V> r) {
    r.system(SystemOp.WRS_STO);
  }

  static <V> void csrrw(RiscvRtl<V> r) {
    r.system(SystemOp.CSRRW);
  }

  static <V> void csrrs(RiscvRtl<V> r) {
    r.system(SystemOp.CSRRS);
  }

  static <V> void csrrc(RiscvRtl<V> r) {
    r.system(SystemOp.CSRRC);
  }

  static <V> void csrrwi(RiscvRtl<V> r) {
    r.system(SystemOp.CSRRWI);
  }

  static <V> void csrrsi(RiscvRtl<V> r) {
    r.system(SystemOp.CSRRSI);
  }

  static <V> void csrrci(RiscvRtl<V> r) {
    r.system(SystemOp.CSRRCI);
  }
}
