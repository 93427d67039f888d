package bbt.ptg.isa;

/** Instructions that the machine, not the vocabulary, carries out; each ends its node. */
public enum SystemOp {
  ECALL,
  EBREAK,
  SRET,
  MRET,
  WFI,
  FENCE_I,
  SFENCE_VMA,
  CSRRW,
  CSRRS,
  CSRRC,
  CSRRWI,
  CSRRSI,
  CSRRCI
}
