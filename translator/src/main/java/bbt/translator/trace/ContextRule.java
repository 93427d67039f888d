package bbt.translator.trace;

import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.Decoder;
import bbt.ptg.riscv.Format;

/**
 * The rule by which context switches are recognised in the instructions executed
 * (docs/determinism.md 16): the one place that says which instructions may be one. The interpreter
 * executes those in handlers of their own and tells the recorder; regions do not contain them. A
 * change of satp is a switch under both rules.
 */
public enum ContextRule {
  /** Nothing is recorded, so no instruction is special. */
  NONE,

  /**
   * A kernel keeps the current task in the thread pointer, as Linux does: a register move into it
   * that changes it in S-mode.
   */
  THREAD_POINTER,

  /**
   * A kernel saves stack pointers elsewhere: an integer load into sp from another base register
   * that changes it. (With sp as the base a function takes back what it saved on its own stack.)
   */
  STACK;

  private static final int SP = 2;
  private static final int TP = 4;

  /** Whether the instruction may be a context switch, by its encoding alone. */
  public boolean maySwitch(Decoded d) {
    return switch (this) {
      case NONE -> false;
      case THREAD_POINTER -> movesIntoTp(d);
      case STACK -> d.rd() == SP && d.insn().format() == Format.LOAD && d.rs1() != SP;
    };
  }

  /** The same by the encoding of an instruction. */
  public boolean maySwitch(int bits) {
    return this != NONE && maySwitch(Decoder.decode(bits));
  }

  /** {@code mv tp, rs}, {@code add tp, x0, rs}. */
  private static boolean movesIntoTp(Decoded d) {
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
