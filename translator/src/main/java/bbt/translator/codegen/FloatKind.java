package bbt.translator.codegen;

import bbt.ptg.guest.rtl.FloatFormat;
import bbt.ptg.guest.rtl.FloatOp;
import bbt.translator.ir.Value;

/**
 * The form in which an operand or a result of a floating-point operation stands on the JVM's
 * operand stack.
 */
enum FloatKind {
  /** A float. */
  SINGLE('F'),
  /** A double. */
  DOUBLE('D'),
  /** A long: integers, and raw register contents where there is no better way. */
  LONG('J');

  final char descriptor;

  FloatKind(char descriptor) {
    this.descriptor = descriptor;
  }

  private static FloatKind of(FloatFormat format) {
    return switch (format) {
      case HALF -> LONG;
      case SINGLE -> SINGLE;
      case DOUBLE -> DOUBLE;
    };
  }

  /** Whether an operation has no better way than a call on raw register contents. */
  static boolean raw(Value.FloatCall v) {
    return v.format() == FloatFormat.HALF || v.op() == FloatOp.TO_HALF || v.op() == FloatOp.CLASS;
  }

  /** Kind of all operands of an operation. */
  static FloatKind operands(Value.FloatCall v) {
    boolean integers = raw(v) || v.op().fromInteger || v.op() == FloatOp.TO_BITS;
    return integers ? LONG : of(v.format());
  }

  /** Kind of an operation's result. */
  static FloatKind result(Value.FloatCall v) {
    if (raw(v) || v.op().toInteger) {
      return LONG;
    }
    return switch (v.op()) {
      case TO_SINGLE -> SINGLE;
      case TO_DOUBLE -> DOUBLE;
      // All the bits of a register
      case FROM_BITS -> v.format() == FloatFormat.DOUBLE ? LONG : SINGLE;
      default -> of(v.format());
    };
  }
}
