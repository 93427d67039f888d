package bbt.translator.codegen;

import static org.objectweb.asm.Opcodes.*;

import bbt.ptg.guest.MemoryKind;
import bbt.ptg.riscv.FpOp;
import bbt.translator.ir.Register;
import bbt.translator.ir.Value;
import org.objectweb.asm.MethodVisitor;

/**
 * Emits floating point: calls of {@link bbt.translator.riscv.fp.Quick} on doubles and floats where
 * the rounding mode is to nearest even or dynamic, JVM instructions where nothing can go wrong, and
 * calls of {@link bbt.translator.riscv.fp.Fp} on register contents for the rest.
 */
final class FloatEmitter {
  private static final int RNE = 0;
  private static final int RTZ = 1;
  private static final int DYNAMIC = 7;

  private final MethodVisitor mv;
  private final ValueEmitter values;
  private final FloatRegisters registers;

  FloatEmitter(MethodVisitor mv, ValueEmitter values, FloatRegisters registers) {
    this.mv = mv;
    this.values = values;
    this.registers = registers;
  }

  // ---- values

  /** Kind in which a value is had most cheaply. */
  private FloatKind natural(Value v) {
    return switch (v) {
      case Value.Read(Register register) when register.floating() -> FloatKind.DOUBLE;
      case Value.FpCall call when !values.isHeld(call) -> FloatKind.result(call.op());
      case Value.Load(MemoryKind kind, _, _) when kind == MemoryKind.D64 && !values.isHeld(v) ->
          FloatKind.DOUBLE;
      default -> FloatKind.LONG;
    };
  }

  /** Leaves an f register's contents as a double of the same bits. */
  void emitDouble(Value v) {
    if (v instanceof Value.Read(Register register) && register.floating()) {
      mv.visitVarInsn(DLOAD, registers.whole(register.index()));
      return;
    }
    FloatKind kind = natural(v);
    switch (kind) {
      case DOUBLE -> emitNatural(v);
      case SINGLE -> {
        emitNatural(v);
        quick("box", "(F)D");
      }
      case LONG -> {
        values.emit(v);
        java("Double", "longBitsToDouble", "(J)D");
      }
    }
  }

  /** Leaves the single in an f register as a float: the canonical NaN if it is not boxed. */
  private void emitFloat(Value v) {
    if (v instanceof Value.Read(Register register)
        && register.floating()
        && registers.single(register.index()) >= 0) {
      mv.visitVarInsn(FLOAD, registers.single(register.index()));
    } else if (natural(v) == FloatKind.SINGLE) {
      emitNatural(v);
    } else {
      emitDouble(v);
      quick("unbox", "(D)F");
    }
  }

  private void emitNatural(Value v) {
    switch (v) {
      case Value.FpCall call -> call(call);
      case Value.Load(_, Value address, int site) -> load("loadDouble", address, site, "D");
      default -> throw new IllegalArgumentException(v.toString());
    }
  }

  private void load(String function, Value address, int site, String result) {
    mv.visitVarInsn(ALOAD, 1);
    values.emit(address);
    ValueEmitter.pushInt(mv, site);
    mv.visitMethodInsn(
        INVOKESTATIC, Names.MEM, function, "(" + Names.CPU_DESCRIPTOR + "JI)" + result, false);
  }

  /** Leaves a call's result as a long: an integer, or register contents. */
  void emitLong(Value.FpCall v) {
    call(v);
    switch (FloatKind.result(v.op())) {
      case LONG -> {}
      case DOUBLE -> java("Double", "doubleToRawLongBits", "(D)J");
      case SINGLE -> {
        quick("box", "(F)D");
        java("Double", "doubleToRawLongBits", "(D)J");
      }
    }
  }

  /** Leaves an f register's contents as a long. */
  void emitRegister(int register) {
    mv.visitVarInsn(DLOAD, registers.whole(register));
    java("Double", "doubleToRawLongBits", "(D)J");
  }

  /** Writes an f register. */
  void write(int register, Value v) {
    int single = registers.single(register);
    if (natural(v) == FloatKind.SINGLE) {
      emitNatural(v);
      if (single >= 0) {
        mv.visitInsn(DUP);
        mv.visitVarInsn(FSTORE, single);
      }
      quick("box", "(F)D");
      mv.visitVarInsn(DSTORE, registers.whole(register));
    } else {
      emitDouble(v);
      mv.visitVarInsn(DSTORE, registers.whole(register));
      registers.unbox(mv, register);
    }
  }

  // ---- operations

  /** Leaves the result in the operation's own kind. */
  private void call(Value.FpCall v) {
    boolean nearest = v.roundingMode() == RNE || v.roundingMode() == DYNAMIC;
    FpOp op = v.op();
    switch (op) {
      case FADD_S,
          FSUB_S,
          FMUL_S,
          FDIV_S,
          FSQRT_S,
          FMADD_S,
          FMSUB_S,
          FNMSUB_S,
          FNMADD_S,
          FADD_D,
          FSUB_D,
          FMUL_D,
          FDIV_D,
          FSQRT_D,
          FMADD_D,
          FMSUB_D,
          FNMSUB_D,
          FNMADD_D,
          FCVT_S_D,
          FCVT_S_L,
          FCVT_S_LU,
          FCVT_D_L,
          FCVT_D_LU -> {
        if (nearest) {
          rounded(v, op.methodName());
        } else {
          exact(v);
        }
      }
      case FCVT_S_W -> {
        if (nearest) {
          roundedInteger(v, "fcvtSL", false);
        } else {
          exact(v);
        }
      }
      case FCVT_S_WU -> {
        if (nearest) {
          roundedInteger(v, "fcvtSL", true);
        } else {
          exact(v);
        }
      }
      case FMIN_S, FMAX_S, FEQ_S, FLT_S, FLE_S, FMIN_D, FMAX_D, FEQ_D, FLT_D, FLE_D, FCVT_D_S -> {
        mv.visitVarInsn(ALOAD, 1);
        String operands = operands(v);
        site(v);
        quick(op.methodName(), "(" + Names.CPU_DESCRIPTOR + operands + "I)" + result(op));
      }
      case FSGNJ_S, FSGNJN_S, FSGNJX_S -> signs(v, FNEG, "(F)F");
      case FSGNJ_D, FSGNJN_D, FSGNJX_D -> signs(v, DNEG, "(D)D");
      case FCVT_W_S, FCVT_WU_S, FCVT_L_S, FCVT_LU_S, FCVT_W_D, FCVT_WU_D, FCVT_L_D, FCVT_LU_D -> {
        if (v.roundingMode() == RTZ) {
          mv.visitVarInsn(ILOAD, registers.state());
          mv.visitVarInsn(ALOAD, 1);
          String operands = operands(v);
          site(v);
          String name = "truncate" + op.methodName().substring("fcvt".length());
          quick(name, "(I" + Names.CPU_DESCRIPTOR + operands + "I)J");
        } else {
          exact(v);
        }
      }
      case FCVT_D_W -> {
        values.emitInt(v.a());
        mv.visitInsn(I2D);
      }
      case FCVT_D_WU -> {
        unsignedWord(v.a());
        mv.visitInsn(L2D);
      }
      case FMV_X_W -> {
        values.emitInt(v.a());
        mv.visitInsn(I2L);
      }
      case FMV_X_D, FMV_D_X -> values.emit(v.a());
      case FMV_W_X, BOX_S -> {
        if (v.a() instanceof Value.Load(MemoryKind kind, Value address, int site)
            && kind == MemoryKind.U32
            && !values.isHeld(v.a())) {
          load("loadFloat", address, site, "F");
        } else {
          values.emitInt(v.a());
          java("Float", "intBitsToFloat", "(I)F");
        }
      }
      case FCLASS_S, FCLASS_D -> exact(v);
      case FMV_X_H, FMV_H_X, FCVT_S_H, FCVT_H_S, FCVT_D_H, FCVT_H_D, BOX_H -> exact(v);
    }
  }

  private static char result(FpOp op) {
    return FloatKind.result(op).descriptor;
  }

  /** Leaves the operands; returns their descriptor. */
  private String operands(Value.FpCall v) {
    StringBuilder descriptor = new StringBuilder();
    FloatKind kind = FloatKind.operands(v.op());
    for (Value operand : v.operands()) {
      switch (kind) {
        case SINGLE -> emitFloat(operand);
        case DOUBLE -> emitDouble(operand);
        case LONG -> values.emit(operand);
      }
      descriptor.append(kind.descriptor);
    }
    return descriptor.toString();
  }

  private void rounded(Value.FpCall v, String name) {
    mv.visitVarInsn(ILOAD, registers.state());
    mv.visitVarInsn(ALOAD, 1);
    String operands = operands(v);
    ValueEmitter.pushInt(mv, v.roundingMode());
    site(v);
    quick(name, "(I" + Names.CPU_DESCRIPTOR + operands + "II)" + result(v.op()));
  }

  /** From a word, which is a long as well. */
  private void roundedInteger(Value.FpCall v, String name, boolean unsigned) {
    mv.visitVarInsn(ILOAD, registers.state());
    mv.visitVarInsn(ALOAD, 1);
    if (unsigned) {
      unsignedWord(v.a());
    } else {
      values.emitInt(v.a());
      mv.visitInsn(I2L);
    }
    ValueEmitter.pushInt(mv, v.roundingMode());
    site(v);
    quick(name, "(I" + Names.CPU_DESCRIPTOR + "JII)" + result(v.op()));
  }

  /** Leaves the site if the region may be left there, else -1. */
  private void site(Value.FpCall v) {
    ValueEmitter.pushInt(mv, registers.calls() ? -1 : v.site());
  }

  private void unsignedWord(Value v) {
    values.emit(v);
    ValueEmitter.pushLong(mv, 0xFFFFFFFFL);
    mv.visitInsn(LAND);
  }

  /** Sign injection: with the same register twice it is a move, a negation or a magnitude. */
  private void signs(Value.FpCall v, int negation, String magnitude) {
    boolean single = negation == FNEG;
    if (!v.a().equals(v.b()) || v.a().hasEffect()) {
      String operands = operands(v);
      quick(v.op().methodName(), "(" + operands + ")" + result(v.op()));
      return;
    }
    if (single) {
      emitFloat(v.a());
    } else {
      emitDouble(v.a());
    }
    switch (v.op()) {
      case FSGNJ_S, FSGNJ_D -> {}
      case FSGNJN_S, FSGNJN_D -> mv.visitInsn(negation);
      default -> java("Math", "abs", magnitude);
    }
  }

  /** By {@link bbt.translator.riscv.fp.Fp}, on register contents. */
  private void exact(Value.FpCall v) {
    mv.visitVarInsn(ALOAD, 1);
    for (Value operand : new Value[] {v.a(), v.b(), v.c()}) {
      if (operand == null) {
        mv.visitInsn(LCONST_0);
      } else {
        values.emit(operand);
      }
    }
    ValueEmitter.pushInt(mv, v.roundingMode());
    mv.visitMethodInsn(
        INVOKESTATIC, Names.FP, v.op().methodName(), "(" + Names.CPU_DESCRIPTOR + "JJJI)J", false);
    switch (FloatKind.result(v.op())) {
      case LONG -> {}
      case DOUBLE -> java("Double", "longBitsToDouble", "(J)D");
      case SINGLE -> {
        mv.visitInsn(L2I);
        java("Float", "intBitsToFloat", "(I)F");
      }
    }
  }

  private void quick(String name, String descriptor) {
    mv.visitMethodInsn(INVOKESTATIC, Names.QUICK, name, descriptor, false);
  }

  private void java(String type, String name, String descriptor) {
    mv.visitMethodInsn(INVOKESTATIC, "java/lang/" + type, name, descriptor, false);
  }
}
