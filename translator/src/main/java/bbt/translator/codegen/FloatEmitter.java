package bbt.translator.codegen;

import static org.objectweb.asm.Opcodes.*;

import bbt.ptg.guest.fp.Rounding;
import bbt.ptg.guest.rtl.FloatFormat;
import bbt.ptg.guest.rtl.FloatOp;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.translator.ir.Register;
import bbt.translator.ir.Value;
import org.objectweb.asm.MethodVisitor;

/**
 * Emits floating point: calls of {@link GuestCode#quickFloats} on doubles and floats where the
 * rounding mode is to nearest even or dynamic, JVM instructions where nothing can go wrong, and
 * calls of {@link GuestCode#floats} on register contents for the rest.
 */
final class FloatEmitter {
  private final MethodVisitor mv;
  private final Names names;
  private final ValueEmitter values;
  private final FloatRegisters registers;

  FloatEmitter(MethodVisitor mv, Names names, ValueEmitter values, FloatRegisters registers) {
    this.mv = mv;
    this.names = names;
    this.values = values;
    this.registers = registers;
  }

  // ---- values

  /** Kind in which a value is had most cheaply. */
  private FloatKind natural(Value v) {
    return switch (v) {
      case Value.Read(Register register) when register.floating() -> FloatKind.DOUBLE;
      case Value.FloatCall call when !values.isHeld(call) -> FloatKind.result(call);
      case Value.Load(MemoryKind kind, _, _) when kind == MemoryKind.D64 && !values.isHeld(v) ->
          FloatKind.DOUBLE;
      default -> FloatKind.LONG;
    };
  }

  /** Leaves an f register's contents as a double of the same bits. */
  void emitDouble(Value v) {
    if (v instanceof Value.Read(Register register) && register.floating()) {
      mv.visitVarInsn(DLOAD, registers.whole(register));
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
        && registers.single(register) >= 0) {
      mv.visitVarInsn(FLOAD, registers.single(register));
    } else if (natural(v) == FloatKind.SINGLE) {
      emitNatural(v);
    } else {
      emitDouble(v);
      quick("unbox", "(D)F");
    }
  }

  private void emitNatural(Value v) {
    switch (v) {
      case Value.FloatCall call -> call(call);
      case Value.Load(_, Value address, int site) -> load("loadDouble", address, site, "D");
      default -> throw new IllegalArgumentException(v.toString());
    }
  }

  private void load(String function, Value address, int site, String result) {
    mv.visitVarInsn(ALOAD, 1);
    values.emit(address);
    ValueEmitter.pushInt(mv, site);
    mv.visitMethodInsn(
        INVOKESTATIC, Names.MEM, function, "(" + Names.HART_DESCRIPTOR + "JI)" + result, false);
  }

  /** Leaves a call's result as a long: an integer, or register contents. */
  void emitLong(Value.FloatCall v) {
    call(v);
    switch (FloatKind.result(v)) {
      case LONG -> {}
      case DOUBLE -> java("Double", "doubleToRawLongBits", "(D)J");
      case SINGLE -> {
        quick("box", "(F)D");
        java("Double", "doubleToRawLongBits", "(D)J");
      }
    }
  }

  /** Leaves an f register's contents as a long. */
  void emitRegister(Register register) {
    mv.visitVarInsn(DLOAD, registers.whole(register));
    java("Double", "doubleToRawLongBits", "(D)J");
  }

  /** Writes an f register. */
  void write(Register register, Value v) {
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
  private void call(Value.FloatCall v) {
    boolean nearest = v.rounding() == Rounding.RNE || v.rounding() == Rounding.DYNAMIC;
    boolean single = v.format() == FloatFormat.SINGLE;
    if (FloatKind.raw(v)) {
      exact(v);
      return;
    }
    switch (v.op()) {
      case ADD,
          SUB,
          MUL,
          DIV,
          SQRT,
          MADD,
          MSUB,
          NMSUB,
          NMADD,
          TO_SINGLE,
          FROM_LONG,
          FROM_UNSIGNED_LONG -> {
        if (nearest) {
          rounded(v, names.floatFunction(v.op(), v.format()));
        } else {
          exact(v);
        }
      }
      case FROM_INT, FROM_UNSIGNED_INT -> {
        boolean unsigned = v.op() == FloatOp.FROM_UNSIGNED_INT;
        if (!single) {
          word(v.a(), unsigned);
        } else if (nearest) {
          roundedInteger(v, unsigned);
        } else {
          exact(v);
        }
      }
      case MIN, MAX, EQ, LT, LE, TO_DOUBLE -> {
        mv.visitVarInsn(ALOAD, 1);
        String operands = operands(v);
        site(v);
        quick(
            names.floatFunction(v.op(), v.format()),
            "(" + names.cpuDescriptor + operands + "I)" + result(v));
      }
      case COPY_SIGN, NEGATE_SIGN, XOR_SIGN -> signs(v, single);
      case TO_INT, TO_UNSIGNED_INT, TO_LONG, TO_UNSIGNED_LONG -> {
        if (v.rounding() == Rounding.RTZ) {
          mv.visitVarInsn(ILOAD, registers.state());
          mv.visitVarInsn(ALOAD, 1);
          String operands = operands(v);
          site(v);
          String name = names.floatFunction(v.op(), v.format()) + "TowardsZero";
          quick(name, "(I" + names.cpuDescriptor + operands + "I)J");
        } else {
          exact(v);
        }
      }
      case TO_BITS -> {
        if (single) {
          values.emitInt(v.a());
          mv.visitInsn(I2L);
        } else {
          values.emit(v.a());
        }
      }
      case FROM_BITS -> {
        if (!single) {
          values.emit(v.a());
        } else if (v.a() instanceof Value.Load(MemoryKind kind, Value address, int site)
            && kind == MemoryKind.U32
            && !values.isHeld(v.a())) {
          load("loadFloat", address, site, "F");
        } else {
          values.emitInt(v.a());
          java("Float", "intBitsToFloat", "(I)F");
        }
      }
      case CLASS, TO_HALF -> throw new IllegalArgumentException(v.toString());
    }
  }

  private static char result(Value.FloatCall v) {
    return FloatKind.result(v).descriptor;
  }

  /** Leaves the operands; returns their descriptor. */
  private String operands(Value.FloatCall v) {
    StringBuilder descriptor = new StringBuilder();
    FloatKind kind = FloatKind.operands(v);
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

  private void rounded(Value.FloatCall v, String name) {
    mv.visitVarInsn(ILOAD, registers.state());
    mv.visitVarInsn(ALOAD, 1);
    String operands = operands(v);
    ValueEmitter.pushInt(mv, v.rounding());
    site(v);
    quick(name, "(I" + names.cpuDescriptor + operands + "II)" + result(v));
  }

  /** From a word, which is a long as well. */
  private void roundedInteger(Value.FloatCall v, boolean unsigned) {
    mv.visitVarInsn(ILOAD, registers.state());
    mv.visitVarInsn(ALOAD, 1);
    if (unsigned) {
      unsignedWord(v.a());
    } else {
      values.emitInt(v.a());
      mv.visitInsn(I2L);
    }
    ValueEmitter.pushInt(mv, v.rounding());
    site(v);
    String name = names.floatFunction(FloatOp.FROM_LONG, v.format());
    quick(name, "(I" + names.cpuDescriptor + "JII)" + result(v));
  }

  /** From a word to a double, which is exact. */
  private void word(Value v, boolean unsigned) {
    if (unsigned) {
      unsignedWord(v);
      mv.visitInsn(L2D);
    } else {
      values.emitInt(v);
      mv.visitInsn(I2D);
    }
  }

  /** Leaves the site if the region may be left there, else -1. */
  private void site(Value.FloatCall v) {
    ValueEmitter.pushInt(mv, registers.calls() ? -1 : v.site());
  }

  private void unsignedWord(Value v) {
    values.emit(v);
    ValueEmitter.pushLong(mv, 0xFFFFFFFFL);
    mv.visitInsn(LAND);
  }

  /** Sign injection: with the same register twice it is a move, a negation or a magnitude. */
  private void signs(Value.FloatCall v, boolean single) {
    if (!v.a().equals(v.b()) || v.a().hasEffect()) {
      String operands = operands(v);
      quick(names.floatFunction(v.op(), v.format()), "(" + operands + ")" + result(v));
      return;
    }
    if (single) {
      emitFloat(v.a());
    } else {
      emitDouble(v.a());
    }
    switch (v.op()) {
      case COPY_SIGN -> {}
      case NEGATE_SIGN -> mv.visitInsn(single ? FNEG : DNEG);
      default -> java("Math", "abs", single ? "(F)F" : "(D)D");
    }
  }

  /** By the exact functions, on register contents. */
  private void exact(Value.FloatCall v) {
    mv.visitVarInsn(ALOAD, 1);
    for (Value operand : new Value[] {v.a(), v.b(), v.c()}) {
      if (operand == null) {
        mv.visitInsn(LCONST_0);
      } else {
        values.emit(operand);
      }
    }
    ValueEmitter.pushInt(mv, v.rounding());
    mv.visitMethodInsn(
        INVOKESTATIC,
        names.floats,
        names.floatFunction(v.op(), v.format()),
        "(" + names.cpuDescriptor + "JJJI)J",
        false);
    switch (FloatKind.result(v)) {
      case LONG -> {}
      case DOUBLE -> java("Double", "longBitsToDouble", "(J)D");
      case SINGLE -> {
        mv.visitInsn(L2I);
        java("Float", "intBitsToFloat", "(I)F");
      }
    }
  }

  private void quick(String name, String descriptor) {
    mv.visitMethodInsn(INVOKESTATIC, names.quick, name, descriptor, false);
  }

  private void java(String type, String name, String descriptor) {
    mv.visitMethodInsn(INVOKESTATIC, "java/lang/" + type, name, descriptor, false);
  }
}
