package bbt.ptg.riscv.semantics;

/**
 * The semantics of Zicsr, Zifencei, Zihintpause, Zawrs and the privileged instructions: all of it
 * is the machine's work.
 */
public final class Privileged {
  private Privileged() {}

  public static <V> void ecall(RiscvRtl<V> r) {
    r.system(SystemOp.ECALL);
  }

  public static <V> void ebreak(RiscvRtl<V> r) {
    r.system(SystemOp.EBREAK);
  }

  public static <V> void sret(RiscvRtl<V> r) {
    r.system(SystemOp.SRET);
  }

  public static <V> void mret(RiscvRtl<V> r) {
    r.system(SystemOp.MRET);
  }

  public static <V> void wfi(RiscvRtl<V> r) {
    r.system(SystemOp.WFI);
  }

  public static <V> void fenceI(RiscvRtl<V> r) {
    r.system(SystemOp.FENCE_I);
  }

  public static <V> void sfenceVma(RiscvRtl<V> r) {
    r.system(SystemOp.SFENCE_VMA);
  }

  public static <V> void sinvalVma(RiscvRtl<V> r) {
    r.system(SystemOp.SINVAL_VMA);
  }

  public static <V> void sfenceWInval(RiscvRtl<V> r) {
    r.system(SystemOp.SFENCE_W_INVAL);
  }

  public static <V> void sfenceInvalIr(RiscvRtl<V> r) {
    r.system(SystemOp.SFENCE_INVAL_IR);
  }

  public static <V> void pause(RiscvRtl<V> r) {
    r.system(SystemOp.PAUSE);
  }

  public static <V> void wrsNto(RiscvRtl<V> r) {
    r.system(SystemOp.WRS_NTO);
  }

  public static <V> void wrsSto(RiscvRtl<V> r) {
    r.system(SystemOp.WRS_STO);
  }

  public static <V> void csrrw(RiscvRtl<V> r) {
    r.system(SystemOp.CSRRW);
  }

  public static <V> void csrrs(RiscvRtl<V> r) {
    r.system(SystemOp.CSRRS);
  }

  public static <V> void csrrc(RiscvRtl<V> r) {
    r.system(SystemOp.CSRRC);
  }

  public static <V> void csrrwi(RiscvRtl<V> r) {
    r.system(SystemOp.CSRRWI);
  }

  public static <V> void csrrsi(RiscvRtl<V> r) {
    r.system(SystemOp.CSRRSI);
  }

  public static <V> void csrrci(RiscvRtl<V> r) {
    r.system(SystemOp.CSRRCI);
  }
}
