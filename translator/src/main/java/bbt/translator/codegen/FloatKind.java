package bbt.translator.codegen;

import bbt.ptg.riscv.FpOp;

/** How an operand or a result of a floating-point operation stands on the JVM's operand stack. */
enum FloatKind {
  /** As a float. */
  SINGLE('F'),
  /** As a double. */
  DOUBLE('D'),
  /** As a long: integers, and raw register contents where there is no better way. */
  LONG('J');

  final char descriptor;

  FloatKind(char descriptor) {
    this.descriptor = descriptor;
  }

  /** Kind of all operands of an operation. */
  static FloatKind operands(FpOp op) {
    return switch (op) {
      case FADD_S, FSUB_S, FMUL_S, FDIV_S, FSQRT_S, FMADD_S, FMSUB_S, FNMSUB_S, FNMADD_S -> SINGLE;
      case FSGNJ_S, FSGNJN_S, FSGNJX_S, FMIN_S, FMAX_S, FEQ_S, FLT_S, FLE_S -> SINGLE;
      case FCVT_W_S, FCVT_WU_S, FCVT_L_S, FCVT_LU_S, FCVT_D_S -> SINGLE;
      case FADD_D, FSUB_D, FMUL_D, FDIV_D, FSQRT_D, FMADD_D, FMSUB_D, FNMSUB_D, FNMADD_D -> DOUBLE;
      case FSGNJ_D, FSGNJN_D, FSGNJX_D, FMIN_D, FMAX_D, FEQ_D, FLT_D, FLE_D -> DOUBLE;
      case FCVT_W_D, FCVT_WU_D, FCVT_L_D, FCVT_LU_D, FCVT_S_D -> DOUBLE;
      case FCVT_S_W, FCVT_S_WU, FCVT_S_L, FCVT_S_LU, FCVT_D_W, FCVT_D_WU, FCVT_D_L, FCVT_D_LU ->
          LONG;
      case FCLASS_S, FCLASS_D, FMV_X_W, FMV_W_X, FMV_X_D, FMV_D_X, BOX_S -> LONG;
      case FMV_X_H, FMV_H_X, FCVT_S_H, FCVT_H_S, FCVT_D_H, FCVT_H_D, BOX_H -> LONG;
    };
  }

  /** Kind of an operation's result. */
  static FloatKind result(FpOp op) {
    return switch (op) {
      case FADD_S, FSUB_S, FMUL_S, FDIV_S, FSQRT_S, FMADD_S, FMSUB_S, FNMSUB_S, FNMADD_S -> SINGLE;
      case FSGNJ_S, FSGNJN_S, FSGNJX_S, FMIN_S, FMAX_S -> SINGLE;
      case FCVT_S_W, FCVT_S_WU, FCVT_S_L, FCVT_S_LU, FCVT_S_D, FMV_W_X, BOX_S -> SINGLE;
      case FADD_D, FSUB_D, FMUL_D, FDIV_D, FSQRT_D, FMADD_D, FMSUB_D, FNMSUB_D, FNMADD_D -> DOUBLE;
      case FSGNJ_D, FSGNJN_D, FSGNJX_D, FMIN_D, FMAX_D -> DOUBLE;
      case FCVT_D_W, FCVT_D_WU, FCVT_D_L, FCVT_D_LU, FCVT_D_S -> DOUBLE;
      case FEQ_S, FLT_S, FLE_S, FEQ_D, FLT_D, FLE_D, FCLASS_S, FCLASS_D -> LONG;
      case FCVT_W_S, FCVT_WU_S, FCVT_L_S, FCVT_LU_S, FMV_X_W -> LONG;
      case FCVT_W_D, FCVT_WU_D, FCVT_L_D, FCVT_LU_D, FMV_X_D, FMV_D_X -> LONG;
      case FMV_X_H, FMV_H_X, FCVT_S_H, FCVT_H_S, FCVT_D_H, FCVT_H_D, BOX_H -> LONG;
    };
  }
}
