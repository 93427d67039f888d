package bbt.ptg.riscv;

import bbt.ptg.guest.MemoryKind;
import bbt.ptg.guest.Rtl;

/** The F, D and Zfhmin extensions; the arithmetic itself is {@link FpOp}. */
final class Floats {
  private Floats() {}

  static <V> void faddS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FADD_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fsubS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FSUB_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fmulS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FMUL_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fdivS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FDIV_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fsqrtS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FSQRT_S, r.frs1(), null, null));
  }

  static <V> void fmaddS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FMADD_S, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fmsubS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FMSUB_S, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fnmsubS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FNMSUB_S, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fnmaddS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FNMADD_S, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fsgnjS(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FSGNJ_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fsgnjnS(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FSGNJN_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fsgnjxS(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FSGNJX_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fminS(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMIN_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fmaxS(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMAX_S, r.frs1(), r.frs2(), null));
  }

  static <V> void feqS(Rtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FEQ_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fltS(Rtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FLT_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fleS(Rtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FLE_S, r.frs1(), r.frs2(), null));
  }

  static <V> void fclassS(Rtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FCLASS_S, r.frs1(), null, null));
  }

  static <V> void fcvtWS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_W_S, r.frs1(), null, null));
  }

  static <V> void fcvtSW(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_S_W, r.rs1(), null, null));
  }

  static <V> void fcvtWuS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_WU_S, r.frs1(), null, null));
  }

  static <V> void fcvtSWu(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_S_WU, r.rs1(), null, null));
  }

  static <V> void fcvtLS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_L_S, r.frs1(), null, null));
  }

  static <V> void fcvtSL(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_S_L, r.rs1(), null, null));
  }

  static <V> void fcvtLuS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_LU_S, r.frs1(), null, null));
  }

  static <V> void fcvtSLu(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_S_LU, r.rs1(), null, null));
  }

  static <V> void faddD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FADD_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fsubD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FSUB_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fmulD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FMUL_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fdivD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FDIV_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fsqrtD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FSQRT_D, r.frs1(), null, null));
  }

  static <V> void fmaddD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FMADD_D, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fmsubD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FMSUB_D, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fnmsubD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FNMSUB_D, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fnmaddD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FNMADD_D, r.frs1(), r.frs2(), r.frs3()));
  }

  static <V> void fsgnjD(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FSGNJ_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fsgnjnD(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FSGNJN_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fsgnjxD(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FSGNJX_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fminD(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMIN_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fmaxD(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMAX_D, r.frs1(), r.frs2(), null));
  }

  static <V> void feqD(Rtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FEQ_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fltD(Rtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FLT_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fleD(Rtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FLE_D, r.frs1(), r.frs2(), null));
  }

  static <V> void fclassD(Rtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FCLASS_D, r.frs1(), null, null));
  }

  static <V> void fcvtWD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_W_D, r.frs1(), null, null));
  }

  static <V> void fcvtDW(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_D_W, r.rs1(), null, null));
  }

  static <V> void fcvtWuD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_WU_D, r.frs1(), null, null));
  }

  static <V> void fcvtDWu(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_D_WU, r.rs1(), null, null));
  }

  static <V> void fcvtLD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_L_D, r.frs1(), null, null));
  }

  static <V> void fcvtDL(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_D_L, r.rs1(), null, null));
  }

  static <V> void fcvtLuD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.rd(r.fp(FpOp.FCVT_LU_D, r.frs1(), null, null));
  }

  static <V> void fcvtDLu(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_D_LU, r.rs1(), null, null));
  }

  static <V> void fcvtSD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_S_D, r.frs1(), null, null));
  }

  static <V> void fcvtDS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_D_S, r.frs1(), null, null));
  }

  static <V> void fmvXW(Rtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FMV_X_W, r.frs1(), null, null));
  }

  static <V> void fmvWX(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMV_W_X, r.rs1(), null, null));
  }

  static <V> void fmvXD(Rtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FMV_X_D, r.frs1(), null, null));
  }

  static <V> void fmvDX(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMV_D_X, r.rs1(), null, null));
  }

  static <V> void flw(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.BOX_S, r.load(MemoryKind.U32, r.add(r.rs1(), r.imm())), null, null));
  }

  static <V> void fld(Rtl<V> r) {
    r.requireFp();
    r.frd(r.load(MemoryKind.D64, r.add(r.rs1(), r.imm())));
  }

  static <V> void fsw(Rtl<V> r) {
    r.requireFp();
    r.store(MemoryKind.S32, r.add(r.rs1(), r.imm()), r.frs2());
  }

  static <V> void fsd(Rtl<V> r) {
    r.requireFp();
    r.store(MemoryKind.D64, r.add(r.rs1(), r.imm()), r.frs2());
  }

  static <V> void fmvXH(Rtl<V> r) {
    r.requireFp();
    r.rd(r.fp(FpOp.FMV_X_H, r.frs1(), null, null));
  }

  static <V> void fmvHX(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.FMV_H_X, r.rs1(), null, null));
  }

  static <V> void fcvtSH(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_S_H, r.frs1(), null, null));
  }

  static <V> void fcvtHS(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_H_S, r.frs1(), null, null));
  }

  static <V> void fcvtDH(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_D_H, r.frs1(), null, null));
  }

  static <V> void fcvtHD(Rtl<V> r) {
    r.requireFp();
    r.requireRoundingMode();
    r.frd(r.fp(FpOp.FCVT_H_D, r.frs1(), null, null));
  }

  static <V> void flh(Rtl<V> r) {
    r.requireFp();
    r.frd(r.fp(FpOp.BOX_H, r.load(MemoryKind.U16, r.add(r.rs1(), r.imm())), null, null));
  }

  static <V> void fsh(Rtl<V> r) {
    r.requireFp();
    r.store(MemoryKind.S16, r.add(r.rs1(), r.imm()), r.frs2());
  }
}
