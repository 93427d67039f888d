package bbt.ptg.riscv.semantics;

/** Instructions that the machine, not the vocabulary, carries out; each ends its node. */
public enum SystemOp {
  ECALL,
  EBREAK,
  SRET,
  MRET,
  WFI,
  FENCE_I,
  SFENCE_VMA,
  SINVAL_VMA,
  SFENCE_W_INVAL,
  SFENCE_INVAL_IR,
  PAUSE,
  WRS_NTO,
  WRS_STO,
  CSRRW,
  CSRRS,
  CSRRC,
  CSRRWI,
  CSRRSI,
  CSRRCI
}
