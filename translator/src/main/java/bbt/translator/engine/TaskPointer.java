package bbt.translator.engine;

import bbt.ptg.isa.Decoded;

/**
 * Which instructions may be a context switch: the one place that says so for interpreter and region
 * compiler (docs/determinism.md 16).
 */
public final class TaskPointer {
  /** Linux keeps the current task in tp. */
  private static final int TP = 4;

  private TaskPointer() {}

  /** Whether it is a register move into tp: {@code mv tp, rs}, {@code add tp, x0, rs}. */
  public static boolean isMove(Decoded d) {
    if (d.rd() != TP) {
      return false;
    }
    return switch (d.insn()) {
      case ADDI -> d.imm() == 0;
      case ADD -> d.rs1() == 0 || d.rs2() == 0;
      default -> false;
    };
  }
}
