package bbt.ptg.riscv;

import bbt.ptg.guest.MemoryKind;

/** The F, D and Zfhmin extensions; the arithmetic itself is {@link FpOp}. */
final class Floats {
  private Floats() {}

  static <V> void faddS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FADD_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fsubS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FSUB_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fmulS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FMUL_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fdivS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FDIV_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fsqrtS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FSQRT_S, r.frs1(), null, null));
  }

  static <V> void fmaddS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FMADD_S, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fmsubS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FMSUB_S, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fnmsubS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FNMSUB_S, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fnmaddS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FNMADD_S, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fsgnjS(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FSGNJ_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fsgnjnS(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FSGNJN_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fsgnjxS(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FSGNJX_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fminS(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMIN_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fmaxS(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMAX_S, r.frs1(), r.frs2(), null));
  }

  static <V> void feqS(RiscvRtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FEQ_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fltS(RiscvRtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FLT_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fleS(RiscvRtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FLE_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fclassS(RiscvRtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FCLASS_S, r.frs1(), null, null));
  }

  static <V> void fcvtWS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_W_S, r.frs1(), null, null));
  }

  static <V> void fcvtSW(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_S_W, r.rs1(), null, null));
  }

  static <V> void fcvtWuS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_WU_S, r.frs1(), null, null));
  }

  static <V> void fcvtSWu(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_S_WU, r.rs1(), null, null));
  }

  static <V> void fcvtLS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_L_S, r.frs1(), null, null));
  }

  static <V> void fcvtSL(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_S_L, r.rs1(), null, null));
  }

  static <V> void fcvtLuS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_LU_S, r.frs1(), null, null));
  }

  static <V> void fcvtSLu(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_S_LU, r.rs1(), null, null));
  }

  static <V> void faddD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FADD_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fsubD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FSUB_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fmulD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FMUL_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fdivD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FDIV_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fsqrtD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FSQRT_D, r.frs1(), null, null));
  }

  static <V> void fmaddD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FMADD_D, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fmsubD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FMSUB_D, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fnmsubD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FNMSUB_D, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fnmaddD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FNMADD_D, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fsgnjD(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FSGNJ_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fsgnjnD(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FSGNJN_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fsgnjxD(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FSGNJX_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fminD(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMIN_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fmaxD(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMAX_D, r.frs1(), r.frs2(), null));
  }

  static <V> void feqD(RiscvRtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FEQ_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fltD(RiscvRtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FLT_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fleD(RiscvRtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FLE_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fclassD(RiscvRtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FCLASS_D, r.frs1(), null, null));
  }

  static <V> void fcvtWD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_W_D, r.frs1(), null, null));
  }

  static <V> void fcvtDW(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_D_W, r.rs1(), null, null));
  }

  static <V> void fcvtWuD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_WU_D, r.frs1(), null, null));
  }

  static <V> void fcvtDWu(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_D_WU, r.rs1(), null, null));
  }

  static <V> void fcvtLD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_L_D, r.frs1(), null, null));
  }

  static <V> void fcvtDL(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_D_L, r.rs1(), null, null));
  }

  static <V> void fcvtLuD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_LU_D, r.frs1(), null, null));
  }

  static <V> void fcvtDLu(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_D_LU, r.rs1(), null, null));
  }

  static <V> void fcvtSD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_S_D, r.frs1(), null, null));
  }

  static <V> void fcvtDS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_D_S, r.frs1(), null, null));
  }

  static <V> void fmvXW(RiscvRtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FMV_X_W, r.frs1(), null, null));
  }

  static <V> void fmvWX(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMV_W_X, r.rs1(), null, null));
  }

  static <V> void fmvXD(RiscvRtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FMV_X_D, r.frs1(), null, null));
  }

  static <V> void fmvDX(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMV_D_X, r.rs1(), null, null));
  }

  static <V> void flw(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.BOX_S, r.load(MemoryKind.U32, r.add(r.rs1(), r.imm())), null, null));
  }

  static <V> void fld(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.load(MemoryKind.D64, r.add(r.rs1(), r.imm())));
  }

  static <V> void fsw(RiscvRtl<V> r) {
    r.requireFp();
    r.store(MemoryKind.S32, r.add(r.rs1(), r.imm()), r.frs2());
  }

  static <V> void fsd(RiscvRtl<V> r) {
    r.requireFp();
    r.store(MemoryKind.D64, r.add(r.rs1(), r.imm()), r.frs2());
  }

  static <V> void fmvXH(RiscvRtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FMV_X_H, r.frs1(), null, null));
  }

  static <V> void fmvHX(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMV_H_X, r.rs1(), null, null));
  }

  static <V> void fcvtSH(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_S_H, r.frs1(), null, null));
  }

  static <V> void fcvtHS(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_H_S, r.frs1(), null, null));
  }

  static <V> void fcvtDH(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_D_H, r.frs1(), null, null));
  }

  static <V> void fcvtHD(RiscvRtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_H_D, r.frs1(), null, null));
  }

  static <V> void flh(RiscvRtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.BOX_H, r.load(MemoryKind.U16, r.add(r.rs1(), r.imm())), null, null));
  }

  static <V> void fsh(RiscvRtl<V> r) {
    r.requireFp();
    r.store(MemoryKind.S16, r.add(r.rs1(), r.imm()), r.frs2());
  }
}
