package bbt.ptg.riscv;

/**
 * How the operands of an instruction are written in assembly.
 *
 * <p>The template's letters: {@code d s t} integer rd, rs1, rs2; {@code D S T R} floating-point rd,
 * rs1, rs2, rs3; {@code j} signed decimal immediate; {@code >} shift amount; {@code u} upper 20
 * bits; {@code p} branch or jump target; {@code E} CSR name; {@code Z} five-bit zero-extended
 * immediate; {@code m} rounding mode with its comma, nothing when dynamic; {@code P Q} predecessor
 * and successor set of a fence. Anything else stands for itself.
 */
public enum Format {
  NONE(""),
  R("d,s,t"),
  /** One source register: {@code clz rd,rs1}. */
  R1("d,s"),
  I("d,s,j"),
  SHIFT("d,s,>"),
  U("d,u"),
  LOAD("d,j(s)"),
  STORE("t,j(s)"),
  BRANCH("s,t,p"),
  JUMP("d,p"),
  JUMP_REGISTER("d,j(s)"),
  CSR("d,E,s"),
  CSR_IMM("d,E,Z"),
  FENCE_SETS("P,Q"),
  SFENCE("s,t"),
  /** {@code cbo.zero (rs1)}. */
  CACHE_BLOCK("(s)"),
  PREFETCH("j(s)"),
  LR("d,(s)"),
  /** sc and amo: {@code amoadd.w rd,rs2,(rs1)}. */
  AMO("d,t,(s)"),
  FLOAD("D,j(s)"),
  FSTORE("T,j(s)"),
  F4("D,S,T,Rm"),
  /** Two f sources and a rounding mode. */
  F_RM("D,S,Tm"),
  F("D,S,T"),
  F1_RM("D,Sm"),
  F_COMPARE("d,S,T"),
  F_TO_X("d,S"),
  F_TO_X_RM("d,Sm"),
  X_TO_F("D,s"),
  X_TO_F_RM("D,sm");

  final String template;

  Format(String template) {
    this.template = template;
  }
}
