package bbt.ptg.riscv.semantics;

import static bbt.ptg.guest.rtl.FloatFormat.*;
import static bbt.ptg.guest.rtl.FloatOp.*;

import bbt.ptg.guest.rtl.FloatFormat;
import bbt.ptg.guest.rtl.FloatOp;
import bbt.ptg.guest.rtl.MethodNames;
import java.util.HashMap;
import java.util.Map;

/**
 * Floating-point operations of F, D and Zfhmin. An operand/result is an f register's raw 64 bits or
 * an x register's value, as in the instruction of the same name. Implemented by plain static
 * functions in {@code bbt.translator.riscv.fp.Fp}: {@code long methodName(Cpu cpu, long a, long b,
 * long c, int rm)}.
 */
public enum FpOp {
  FADD_S(ADD, SINGLE),
  FSUB_S(SUB, SINGLE),
  FMUL_S(MUL, SINGLE),
  FDIV_S(DIV, SINGLE),
  FSQRT_S(SQRT, SINGLE),
  FMADD_S(MADD, SINGLE),
  FMSUB_S(MSUB, SINGLE),
  FNMSUB_S(NMSUB, SINGLE),
  FNMADD_S(NMADD, SINGLE),
  FSGNJ_S(COPY_SIGN, SINGLE),
  FSGNJN_S(NEGATE_SIGN, SINGLE),
  FSGNJX_S(XOR_SIGN, SINGLE),
  FMIN_S(MIN, SINGLE),
  FMAX_S(MAX, SINGLE),
  FEQ_S(EQ, SINGLE),
  FLT_S(LT, SINGLE),
  FLE_S(LE, SINGLE),
  FCLASS_S(CLASS, SINGLE),
  FCVT_W_S(TO_INT, SINGLE),
  FCVT_WU_S(TO_UNSIGNED_INT, SINGLE),
  FCVT_L_S(TO_LONG, SINGLE),
  FCVT_LU_S(TO_UNSIGNED_LONG, SINGLE),
  FCVT_S_W(FROM_INT, SINGLE),
  FCVT_S_WU(FROM_UNSIGNED_INT, SINGLE),
  FCVT_S_L(FROM_LONG, SINGLE),
  FCVT_S_LU(FROM_UNSIGNED_LONG, SINGLE),
  FMV_X_W(TO_BITS, SINGLE),
  FMV_W_X(FROM_BITS, SINGLE),
  FADD_D(ADD, DOUBLE),
  FSUB_D(SUB, DOUBLE),
  FMUL_D(MUL, DOUBLE),
  FDIV_D(DIV, DOUBLE),
  FSQRT_D(SQRT, DOUBLE),
  FMADD_D(MADD, DOUBLE),
  FMSUB_D(MSUB, DOUBLE),
  FNMSUB_D(NMSUB, DOUBLE),
  FNMADD_D(NMADD, DOUBLE),
  FSGNJ_D(COPY_SIGN, DOUBLE),
  FSGNJN_D(NEGATE_SIGN, DOUBLE),
  FSGNJX_D(XOR_SIGN, DOUBLE),
  FMIN_D(MIN, DOUBLE),
  FMAX_D(MAX, DOUBLE),
  FEQ_D(EQ, DOUBLE),
  FLT_D(LT, DOUBLE),
  FLE_D(LE, DOUBLE),
  FCLASS_D(CLASS, DOUBLE),
  FCVT_W_D(TO_INT, DOUBLE),
  FCVT_WU_D(TO_UNSIGNED_INT, DOUBLE),
  FCVT_L_D(TO_LONG, DOUBLE),
  FCVT_LU_D(TO_UNSIGNED_LONG, DOUBLE),
  FCVT_D_W(FROM_INT, DOUBLE),
  FCVT_D_WU(FROM_UNSIGNED_INT, DOUBLE),
  FCVT_D_L(FROM_LONG, DOUBLE),
  FCVT_D_LU(FROM_UNSIGNED_LONG, DOUBLE),
  FCVT_S_D(TO_SINGLE, DOUBLE),
  FCVT_D_S(TO_DOUBLE, SINGLE),
  FMV_X_D(TO_BITS, DOUBLE),
  FMV_D_X(FROM_BITS, DOUBLE),
  FMV_X_H(TO_BITS, HALF),
  FMV_H_X(FROM_BITS, HALF),
  FCVT_S_H(TO_SINGLE, HALF),
  FCVT_H_S(TO_HALF, SINGLE),
  FCVT_D_H(TO_DOUBLE, HALF),
  FCVT_H_D(TO_HALF, DOUBLE);

  private static final Map<Map.Entry<FloatOp, FloatFormat>, FpOp> BY_OPERATION = new HashMap<>();

  static {
    for (FpOp op : values()) {
      BY_OPERATION.put(Map.entry(op.operation, op.format), op);
    }
  }

  /** The operation, whatever its format. */
  public final FloatOp operation;

  /** Format of its operands; if they are integers, of its result. */
  public final FloatFormat format;

  FpOp(FloatOp operation, FloatFormat format) {
    this.operation = operation;
    this.format = format;
  }

  /** The operation that does this in this format. */
  public static FpOp of(FloatOp operation, FloatFormat format) {
    return BY_OPERATION.get(Map.entry(operation, format));
  }

  /** Name of the function: {@code FCVT_S_WU} is {@code fcvtSWu}. */
  public String methodName() {
    return MethodNames.camelCase(name());
  }
}
