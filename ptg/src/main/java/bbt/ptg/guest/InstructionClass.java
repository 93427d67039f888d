package bbt.ptg.guest;

import java.util.Locale;

/** Classes of instructions that cost the same on most processors. */
public enum InstructionClass {
  /** Integer arithmetic, logic, moves, constants, and hints. */
  ALU("integer arithmetic, logic, moves, constants, hints"),
  MUL("integer multiplication"),
  DIV("integer division and remainder"),
  LOAD("loads, of floating-point registers, too"),
  STORE("stores, of floating-point registers, too; cache-block operations"),
  BRANCH_TAKEN("conditional branches that are taken"),
  BRANCH_NOT_TAKEN("conditional branches that fall through"),
  JUMP("jumps and calls whose target the code says (jal)"),
  JUMP_REGISTER("jumps, calls and returns through a register (jalr)"),
  ATOMIC("lr, sc and read-modify-write instructions"),
  FP_ADD("floating-point addition and subtraction"),
  FP_MUL("floating-point multiplication"),
  FP_DIV("floating-point division"),
  FP_SQRT("floating-point square root"),
  FP_FMA("fused multiply-add"),
  FP_OTHER("floating-point compare, convert, move, sign, minimum, maximum, classify"),
  CSR("accesses to control and status registers"),
  FENCE("fences of memory, code and translation"),
  SYSTEM("ecall, ebreak, sret, mret, wfi, wrs");

  private final String meaning;

  InstructionClass(String meaning) {
    this.meaning = meaning;
  }

  /** The class's name in a file: {@code branch-taken}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What belongs to it, in words. */
  public String meaning() {
    return meaning;
  }
}
