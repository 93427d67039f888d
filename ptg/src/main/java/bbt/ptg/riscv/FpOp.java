package bbt.ptg.riscv;

import bbt.ptg.guest.MethodNames;

/**
 * Floating-point operations of F, D and Zfhmin. An operand/result is an f register's raw 64 bits or
 * an x register's value, as in the instruction of the same name. Implemented by plain static
 * functions in {@code bbt.translator.riscv.fp.Fp}: {@code long methodName(Cpu cpu, long a, long b,
 * long c, int rm)}.
 */
public enum FpOp {
  FADD_S,
  FSUB_S,
  FMUL_S,
  FDIV_S,
  FSQRT_S,
  FMADD_S,
  FMSUB_S,
  FNMSUB_S,
  FNMADD_S,
  FSGNJ_S,
  FSGNJN_S,
  FSGNJX_S,
  FMIN_S,
  FMAX_S,
  FEQ_S,
  FLT_S,
  FLE_S,
  FCLASS_S,
  FCVT_W_S,
  FCVT_WU_S,
  FCVT_L_S,
  FCVT_LU_S,
  FCVT_S_W,
  FCVT_S_WU,
  FCVT_S_L,
  FCVT_S_LU,
  FMV_X_W,
  FMV_W_X,
  FADD_D,
  FSUB_D,
  FMUL_D,
  FDIV_D,
  FSQRT_D,
  FMADD_D,
  FMSUB_D,
  FNMSUB_D,
  FNMADD_D,
  FSGNJ_D,
  FSGNJN_D,
  FSGNJX_D,
  FMIN_D,
  FMAX_D,
  FEQ_D,
  FLT_D,
  FLE_D,
  FCLASS_D,
  FCVT_W_D,
  FCVT_WU_D,
  FCVT_L_D,
  FCVT_LU_D,
  FCVT_D_W,
  FCVT_D_WU,
  FCVT_D_L,
  FCVT_D_LU,
  FCVT_S_D,
  FCVT_D_S,
  FMV_X_D,
  FMV_D_X,
  FMV_X_H,
  FMV_H_X,
  FCVT_S_H,
  FCVT_H_S,
  FCVT_D_H,
  FCVT_H_D,
  /** flw: boxes the loaded 32 bits. */
  BOX_S,
  /** flh: boxes the loaded 16 bits. */
  BOX_H;

  /** Name of the function: {@code FCVT_S_WU} is {@code fcvtSWu}. */
  public String methodName() {
    return MethodNames.camelCase(name());
  }
}
