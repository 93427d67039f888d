package bbt.ptg.riscv;

import bbt.ptg.guest.InstructionClass;

/**
 * The form in which the operands of an instruction are written in assembly.
 *
 * <p>The template's letters: {@code d s t} integer rd, rs1, rs2; {@code D S T R} floating-point rd,
 * rs1, rs2, rs3; {@code j} signed decimal immediate; {@code >} shift amount; {@code u} upper 20
 * bits; {@code p} branch or jump target; {@code E} CSR name; {@code Z} five-bit zero-extended
 * immediate; {@code m} rounding mode with its comma, nothing when dynamic; {@code P Q} predecessor
 * and successor set of a fence. Anything else stands for itself.
 */
public enum Format {
  NONE("", InstructionClass.ALU),
  R("d,s,t", InstructionClass.ALU),
  /** One source register: {@code clz rd,rs1}. */
  R1("d,s", InstructionClass.ALU),
  /** One source register and an immediate: {@code addi rd,rs1,1}. */
  RI("d,s,j", InstructionClass.ALU),
  SHIFT("d,s,>", InstructionClass.ALU),
  U("d,u", InstructionClass.ALU),
  LOAD("d,j(s)", InstructionClass.LOAD),
  STORE("t,j(s)", InstructionClass.STORE),
  BRANCH("s,t,p", InstructionClass.BRANCH_NOT_TAKEN),
  JUMP("d,p", InstructionClass.JUMP),
  JUMP_REGISTER("d,j(s)", InstructionClass.JUMP_REGISTER),
  CSR("d,E,s", InstructionClass.CSR),
  CSR_IMM("d,E,Z", InstructionClass.CSR),
  FENCE_SETS("P,Q", InstructionClass.FENCE),
  SFENCE("s,t", InstructionClass.FENCE),
  /** {@code cbo.zero (rs1)}. */
  CACHE_BLOCK("(s)", InstructionClass.STORE),
  PREFETCH("j(s)", InstructionClass.ALU),
  LR("d,(s)", InstructionClass.ATOMIC),
  /** sc and amo: {@code amoadd.w rd,rs2,(rs1)}. */
  AMO("d,t,(s)", InstructionClass.ATOMIC),
  FLOAD("D,j(s)", InstructionClass.LOAD),
  FSTORE("T,j(s)", InstructionClass.STORE),
  F4("D,S,T,Rm", InstructionClass.FP_FMA),
  /** Two f sources and a rounding mode. */
  F_RM("D,S,Tm", InstructionClass.FP_OTHER),
  F2("D,S,T", InstructionClass.FP_OTHER),
  F1_RM("D,Sm", InstructionClass.FP_OTHER),
  F_COMPARE("d,S,T", InstructionClass.FP_OTHER),
  F_TO_X("d,S", InstructionClass.FP_OTHER),
  F_TO_X_RM("d,Sm", InstructionClass.FP_OTHER),
  X_TO_F("D,s", InstructionClass.FP_OTHER),
  X_TO_F_RM("D,sm", InstructionClass.FP_OTHER);

  final String template;

  /** The cost class of most instructions of the format. */
  final InstructionClass usual;

  Format(String template, InstructionClass usual) {
    this.template = template;
    this.usual = usual;
  }
}
