package bbt.ptg.guest;

import java.util.Locale;

/** Classes of instructions that cost the same on most processors. */
public enum InstructionClass {
  /** Integer arithmetic, logic, moves, constants, hints. */
  ALU,
  /** Integer multiplication. */
  MUL,
  /** Integer division and remainder. */
  DIV,
  /** Loads, of floating-point registers, too. */
  LOAD,
  /** Stores, of floating-point registers, too; cache-block operations. */
  STORE,
  /** Conditional branches that are taken. */
  BRANCH_TAKEN,
  /** Conditional branches that fall through. */
  BRANCH_NOT_TAKEN,
  /** Jumps and calls whose target the code says. */
  JUMP,
  /** Jumps, calls and returns through a register. */
  JUMP_REGISTER,
  /** Reserved loads, conditional stores and read-modify-write instructions. */
  ATOMIC,
  /** Floating-point addition and subtraction. */
  FP_ADD,
  /** Floating-point multiplication. */
  FP_MUL,
  /** Floating-point division. */
  FP_DIV,
  /** Floating-point square root. */
  FP_SQRT,
  /** Fused multiply-add. */
  FP_FMA,
  /** Floating-point compare, convert, move, sign, minimum, maximum, classify. */
  FP_OTHER,
  /** Accesses to control registers. */
  CSR,
  /** Fences of memory, code and translation. */
  FENCE,
  /** Calls of the system, breakpoints, returns from traps, waiting. */
  SYSTEM;

  /** The class's name in a file: {@code branch-taken}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
