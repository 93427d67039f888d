package bbt.translator.codegen;

import bbt.ptg.isa.FpOp;

/** Where the static function of a floating-point operation is. */
final class FpTarget {
  private FpTarget() {}

  static String owner(FpOp op) {
    return "bbt/translator/fp/FloatOps";
  }

  static String name(FpOp op) {
    return op.name().toLowerCase(java.util.Locale.ROOT);
  }
}
