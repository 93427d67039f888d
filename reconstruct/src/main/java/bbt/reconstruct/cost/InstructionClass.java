package bbt.reconstruct.cost;

import bbt.ptg.riscv.Insn;
import java.util.Locale;

/** Instructions that cost the same on most processors. */
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

  /** As it is written in a file: {@code branch-taken}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What belongs to it, in words. */
  public String meaning() {
    return meaning;
  }

  /**
   * The class of an instruction; of a conditional branch {@link #BRANCH_NOT_TAKEN}.
   *
   * @param insn any row; a compressed one is what it expands to
   */
  public static InstructionClass of(Insn insn) {
    if (insn.isCompressed()) {
      return of(insn.expansion());
    }
    return switch (insn.format()) {
      case R, R1, I, SHIFT, U, PREFETCH -> integer(insn);
      case LOAD, FLOAD -> LOAD;
      case STORE, FSTORE, CACHE_BLOCK -> STORE;
      case BRANCH -> BRANCH_NOT_TAKEN;
      case JUMP -> JUMP;
      case JUMP_REGISTER -> JUMP_REGISTER;
      case LR, AMO -> ATOMIC;
      case CSR, CSR_IMM -> CSR;
      case FENCE_SETS, SFENCE -> FENCE;
      case F4 -> FP_FMA;
      case F, F_RM, F1_RM, F_COMPARE, F_TO_X, F_TO_X_RM, X_TO_F, X_TO_F_RM -> floating(insn);
      case NONE -> without(insn);
    };
  }

  private static InstructionClass integer(Insn insn) {
    String name = insn.mnemonic();
    return name.startsWith("mul")
        ? MUL
        : name.startsWith("div") || name.startsWith("rem") ? DIV : ALU;
  }

  private static InstructionClass floating(Insn insn) {
    String name = insn.mnemonic();
    return switch (name.substring(0, name.indexOf('.'))) {
      case "fadd", "fsub" -> FP_ADD;
      case "fmul" -> FP_MUL;
      case "fdiv" -> FP_DIV;
      case "fsqrt" -> FP_SQRT;
      default -> FP_OTHER;
    };
  }

  /** Instructions without operands. */
  private static InstructionClass without(Insn insn) {
    return switch (insn.flow()) {
      case TRAP, TRAP_RETURN -> SYSTEM;
      case SEQUENTIAL, SYSTEM, CONDITIONAL_BRANCH, DIRECT_JUMP, INDIRECT_JUMP ->
          switch (insn) {
            case FENCE_I, SFENCE_W_INVAL, SFENCE_INVAL_IR -> FENCE;
            case WFI, WRS_NTO, WRS_STO -> SYSTEM;
            default -> ALU;
          };
    };
  }
}
