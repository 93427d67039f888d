package bbt.ptg.arm64.semantics;

/** Instructions that the machine, not the vocabulary, carries out; each ends its node. */
public enum A64SystemOp {
  SVC,
  HVC,
  SMC,
  BRK,
  UDF,
  ERET,
  YIELD,
  WFE,
  WFI,
  SEV,
  SEVL,
  ISB,
  MSR_SPSEL,
  MSR_DAIFSET,
  MSR_DAIFCLR,
  MSR,
  MRS,
  SYS,
  SYSL
}
