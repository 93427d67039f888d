package bbt.ptg.riscv;

import static bbt.ptg.guest.ControlFlow.*;
import static bbt.ptg.riscv.Extension.*;
import static bbt.ptg.riscv.Format.*;

import bbt.ptg.guest.ControlFlow;
import bbt.ptg.guest.InstructionClass;
import bbt.ptg.guest.InstructionRow;
import bbt.ptg.riscv.semantics.Atomics;
import bbt.ptg.riscv.semantics.Base;
import bbt.ptg.riscv.semantics.Bits;
import bbt.ptg.riscv.semantics.CacheBlocks;
import bbt.ptg.riscv.semantics.Floats;
import bbt.ptg.riscv.semantics.FpOp;
import bbt.ptg.riscv.semantics.MulDiv;
import bbt.ptg.riscv.semantics.Privileged;
import bbt.ptg.riscv.semantics.RiscvRtl;
import bbt.ptg.riscv.semantics.Semantics;

/**
 * The instruction table: one row per instruction, from which decoder, disassembler, control flow,
 * interpreter, lifter and {@code docs/isa.md} are derived.
 *
 * <p>A row is extension, mnemonic, encoding (see {@link Pattern}), assembly format, control flow,
 * and what it costs where that is not what most of its format cost; its semantics is the case of
 * the same name in {@link #apply}. A compressed row names the instruction it expands to and has
 * everything else from it. What no row matches is an illegal instruction.
 */
public enum Insn implements InstructionRow, Semantics {

  // ---- RV64I
  LUI(I, "lui", "imm31:12 rd 0110111", U, SEQUENTIAL),
  AUIPC(I, "auipc", "imm31:12 rd 0010111", U, SEQUENTIAL),
  JAL(I, "jal", "imm20|10:1|11|19:12 rd 1101111", JUMP, DIRECT_JUMP),
  JALR(I, "jalr", "imm11:0 rs1 000 rd 1100111", JUMP_REGISTER, INDIRECT_JUMP),
  BEQ(I, "beq", "imm12|10:5 rs2 rs1 000 imm4:1|11 1100011", BRANCH, CONDITIONAL_BRANCH),
  BNE(I, "bne", "imm12|10:5 rs2 rs1 001 imm4:1|11 1100011", BRANCH, CONDITIONAL_BRANCH),
  BLT(I, "blt", "imm12|10:5 rs2 rs1 100 imm4:1|11 1100011", BRANCH, CONDITIONAL_BRANCH),
  BGE(I, "bge", "imm12|10:5 rs2 rs1 101 imm4:1|11 1100011", BRANCH, CONDITIONAL_BRANCH),
  BLTU(I, "bltu", "imm12|10:5 rs2 rs1 110 imm4:1|11 1100011", BRANCH, CONDITIONAL_BRANCH),
  BGEU(I, "bgeu", "imm12|10:5 rs2 rs1 111 imm4:1|11 1100011", BRANCH, CONDITIONAL_BRANCH),
  LB(I, "lb", "imm11:0 rs1 000 rd 0000011", LOAD, SEQUENTIAL),
  LH(I, "lh", "imm11:0 rs1 001 rd 0000011", LOAD, SEQUENTIAL),
  LW(I, "lw", "imm11:0 rs1 010 rd 0000011", LOAD, SEQUENTIAL),
  LD(I, "ld", "imm11:0 rs1 011 rd 0000011", LOAD, SEQUENTIAL),
  LBU(I, "lbu", "imm11:0 rs1 100 rd 0000011", LOAD, SEQUENTIAL),
  LHU(I, "lhu", "imm11:0 rs1 101 rd 0000011", LOAD, SEQUENTIAL),
  LWU(I, "lwu", "imm11:0 rs1 110 rd 0000011", LOAD, SEQUENTIAL),
  SB(I, "sb", "imm11:5 rs2 rs1 000 imm4:0 0100011", STORE, SEQUENTIAL),
  SH(I, "sh", "imm11:5 rs2 rs1 001 imm4:0 0100011", STORE, SEQUENTIAL),
  SW(I, "sw", "imm11:5 rs2 rs1 010 imm4:0 0100011", STORE, SEQUENTIAL),
  SD(I, "sd", "imm11:5 rs2 rs1 011 imm4:0 0100011", STORE, SEQUENTIAL),
  ADDI(I, "addi", "imm11:0 rs1 000 rd 0010011", RI, SEQUENTIAL),
  SLTI(I, "slti", "imm11:0 rs1 010 rd 0010011", RI, SEQUENTIAL),
  SLTIU(I, "sltiu", "imm11:0 rs1 011 rd 0010011", RI, SEQUENTIAL),
  XORI(I, "xori", "imm11:0 rs1 100 rd 0010011", RI, SEQUENTIAL),
  ORI(I, "ori", "imm11:0 rs1 110 rd 0010011", RI, SEQUENTIAL),
  ANDI(I, "andi", "imm11:0 rs1 111 rd 0010011", RI, SEQUENTIAL),
  SLLI(I, "slli", "000000 uimm5:0 rs1 001 rd 0010011", SHIFT, SEQUENTIAL),
  SRLI(I, "srli", "000000 uimm5:0 rs1 101 rd 0010011", SHIFT, SEQUENTIAL),
  SRAI(I, "srai", "010000 uimm5:0 rs1 101 rd 0010011", SHIFT, SEQUENTIAL),
  ADD(I, "add", "0000000 rs2 rs1 000 rd 0110011", R, SEQUENTIAL),
  SUB(I, "sub", "0100000 rs2 rs1 000 rd 0110011", R, SEQUENTIAL),
  SLL(I, "sll", "0000000 rs2 rs1 001 rd 0110011", R, SEQUENTIAL),
  SLT(I, "slt", "0000000 rs2 rs1 010 rd 0110011", R, SEQUENTIAL),
  SLTU(I, "sltu", "0000000 rs2 rs1 011 rd 0110011", R, SEQUENTIAL),
  XOR(I, "xor", "0000000 rs2 rs1 100 rd 0110011", R, SEQUENTIAL),
  SRL(I, "srl", "0000000 rs2 rs1 101 rd 0110011", R, SEQUENTIAL),
  SRA(I, "sra", "0100000 rs2 rs1 101 rd 0110011", R, SEQUENTIAL),
  OR(I, "or", "0000000 rs2 rs1 110 rd 0110011", R, SEQUENTIAL),
  AND(I, "and", "0000000 rs2 rs1 111 rd 0110011", R, SEQUENTIAL),
  ADDIW(I, "addiw", "imm11:0 rs1 000 rd 0011011", RI, SEQUENTIAL),
  SLLIW(I, "slliw", "0000000 uimm4:0 rs1 001 rd 0011011", SHIFT, SEQUENTIAL),
  SRLIW(I, "srliw", "0000000 uimm4:0 rs1 101 rd 0011011", SHIFT, SEQUENTIAL),
  SRAIW(I, "sraiw", "0100000 uimm4:0 rs1 101 rd 0011011", SHIFT, SEQUENTIAL),
  ADDW(I, "addw", "0000000 rs2 rs1 000 rd 0111011", R, SEQUENTIAL),
  SUBW(I, "subw", "0100000 rs2 rs1 000 rd 0111011", R, SEQUENTIAL),
  SLLW(I, "sllw", "0000000 rs2 rs1 001 rd 0111011", R, SEQUENTIAL),
  SRLW(I, "srlw", "0000000 rs2 rs1 101 rd 0111011", R, SEQUENTIAL),
  SRAW(I, "sraw", "0100000 rs2 rs1 101 rd 0111011", R, SEQUENTIAL),
  /** All fm, predecessor and successor sets: the machine has one memory order. */
  FENCE(I, "fence", "uimm11:0 rs1 000 rd 0001111", FENCE_SETS, SEQUENTIAL),
  ECALL(I, "ecall", "000000000000 00000 000 00000 1110011", NONE, TRAP, InstructionClass.SYSTEM),
  EBREAK(I, "ebreak", "000000000001 00000 000 00000 1110011", NONE, TRAP, InstructionClass.SYSTEM),

  // ---- Zifencei; its other fields are reserved for finer fences and ignored
  FENCE_I(ZIFENCEI, "fence.i", "uimm11:0 rs1 001 rd 0001111", NONE, SYSTEM, InstructionClass.FENCE),

  // ---- Zicsr
  CSRRW(ZICSR, "csrrw", "uimm11:0 rs1 001 rd 1110011", CSR, SYSTEM),
  CSRRS(ZICSR, "csrrs", "uimm11:0 rs1 010 rd 1110011", CSR, SYSTEM),
  CSRRC(ZICSR, "csrrc", "uimm11:0 rs1 011 rd 1110011", CSR, SYSTEM),
  CSRRWI(ZICSR, "csrrwi", "uimm11:0 zimm 101 rd 1110011", CSR_IMM, SYSTEM),
  CSRRSI(ZICSR, "csrrsi", "uimm11:0 zimm 110 rd 1110011", CSR_IMM, SYSTEM),
  CSRRCI(ZICSR, "csrrci", "uimm11:0 zimm 111 rd 1110011", CSR_IMM, SYSTEM),

  // ---- privileged
  SRET(
      PRIVILEGED,
      "sret",
      "000100000010 00000 000 00000 1110011",
      NONE,
      TRAP_RETURN,
      InstructionClass.SYSTEM),
  MRET(
      PRIVILEGED,
      "mret",
      "001100000010 00000 000 00000 1110011",
      NONE,
      TRAP_RETURN,
      InstructionClass.SYSTEM),
  WFI(
      PRIVILEGED,
      "wfi",
      "000100000101 00000 000 00000 1110011",
      NONE,
      SYSTEM,
      InstructionClass.SYSTEM),
  SFENCE_VMA(PRIVILEGED, "sfence.vma", "0001001 rs2 rs1 000 00000 1110011", SFENCE, SYSTEM),

  // ---- M
  MUL(M, "mul", "0000001 rs2 rs1 000 rd 0110011", R, SEQUENTIAL, InstructionClass.MUL),
  MULH(M, "mulh", "0000001 rs2 rs1 001 rd 0110011", R, SEQUENTIAL, InstructionClass.MUL),
  MULHSU(M, "mulhsu", "0000001 rs2 rs1 010 rd 0110011", R, SEQUENTIAL, InstructionClass.MUL),
  MULHU(M, "mulhu", "0000001 rs2 rs1 011 rd 0110011", R, SEQUENTIAL, InstructionClass.MUL),
  DIV(M, "div", "0000001 rs2 rs1 100 rd 0110011", R, SEQUENTIAL, InstructionClass.DIV),
  DIVU(M, "divu", "0000001 rs2 rs1 101 rd 0110011", R, SEQUENTIAL, InstructionClass.DIV),
  REM(M, "rem", "0000001 rs2 rs1 110 rd 0110011", R, SEQUENTIAL, InstructionClass.DIV),
  REMU(M, "remu", "0000001 rs2 rs1 111 rd 0110011", R, SEQUENTIAL, InstructionClass.DIV),
  MULW(M, "mulw", "0000001 rs2 rs1 000 rd 0111011", R, SEQUENTIAL, InstructionClass.MUL),
  DIVW(M, "divw", "0000001 rs2 rs1 100 rd 0111011", R, SEQUENTIAL, InstructionClass.DIV),
  DIVUW(M, "divuw", "0000001 rs2 rs1 101 rd 0111011", R, SEQUENTIAL, InstructionClass.DIV),
  REMW(M, "remw", "0000001 rs2 rs1 110 rd 0111011", R, SEQUENTIAL, InstructionClass.DIV),
  REMUW(M, "remuw", "0000001 rs2 rs1 111 rd 0111011", R, SEQUENTIAL, InstructionClass.DIV),

  // ---- A
  LR_W(A, "lr.w", "00010 aq rl 00000 rs1 010 rd 0101111", LR, SEQUENTIAL),
  SC_W(A, "sc.w", "00011 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL),
  AMOSWAP_W(A, "amoswap.w", "00001 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL),
  AMOADD_W(A, "amoadd.w", "00000 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL),
  AMOXOR_W(A, "amoxor.w", "00100 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL),
  AMOAND_W(A, "amoand.w", "01100 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL),
  AMOOR_W(A, "amoor.w", "01000 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL),
  AMOMIN_W(A, "amomin.w", "10000 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL),
  AMOMAX_W(A, "amomax.w", "10100 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL),
  AMOMINU_W(A, "amominu.w", "11000 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL),
  AMOMAXU_W(A, "amomaxu.w", "11100 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL),
  LR_D(A, "lr.d", "00010 aq rl 00000 rs1 011 rd 0101111", LR, SEQUENTIAL),
  SC_D(A, "sc.d", "00011 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL),
  AMOSWAP_D(A, "amoswap.d", "00001 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL),
  AMOADD_D(A, "amoadd.d", "00000 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL),
  AMOXOR_D(A, "amoxor.d", "00100 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL),
  AMOAND_D(A, "amoand.d", "01100 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL),
  AMOOR_D(A, "amoor.d", "01000 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL),
  AMOMIN_D(A, "amomin.d", "10000 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL),
  AMOMAX_D(A, "amomax.d", "10100 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL),
  AMOMINU_D(A, "amominu.d", "11000 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL),
  AMOMAXU_D(A, "amomaxu.d", "11100 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL),

  // ---- F; rounding modes 5 and 6 are reserved
  FLW(F, "flw", "imm11:0 rs1 010 rd 0000111", FLOAD, SEQUENTIAL),
  FSW(F, "fsw", "imm11:5 rs2 rs1 010 imm4:0 0100111", FSTORE, SEQUENTIAL),
  FMADD_S(F, "fmadd.s", "rs3 00 rs2 rs1 rm rd 1000011", F4, SEQUENTIAL),
  FMSUB_S(F, "fmsub.s", "rs3 00 rs2 rs1 rm rd 1000111", F4, SEQUENTIAL),
  FNMSUB_S(F, "fnmsub.s", "rs3 00 rs2 rs1 rm rd 1001011", F4, SEQUENTIAL),
  FNMADD_S(F, "fnmadd.s", "rs3 00 rs2 rs1 rm rd 1001111", F4, SEQUENTIAL),
  FADD_S(F, "fadd.s", "0000000 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, InstructionClass.FP_ADD),
  FSUB_S(F, "fsub.s", "0000100 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, InstructionClass.FP_ADD),
  FMUL_S(F, "fmul.s", "0001000 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, InstructionClass.FP_MUL),
  FDIV_S(F, "fdiv.s", "0001100 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, InstructionClass.FP_DIV),
  FSQRT_S(
      F, "fsqrt.s", "0101100 00000 rs1 rm rd 1010011", F1_RM, SEQUENTIAL, InstructionClass.FP_SQRT),
  FSGNJ_S(F, "fsgnj.s", "0010000 rs2 rs1 000 rd 1010011", F2, SEQUENTIAL),
  FSGNJN_S(F, "fsgnjn.s", "0010000 rs2 rs1 001 rd 1010011", F2, SEQUENTIAL),
  FSGNJX_S(F, "fsgnjx.s", "0010000 rs2 rs1 010 rd 1010011", F2, SEQUENTIAL),
  FMIN_S(F, "fmin.s", "0010100 rs2 rs1 000 rd 1010011", F2, SEQUENTIAL),
  FMAX_S(F, "fmax.s", "0010100 rs2 rs1 001 rd 1010011", F2, SEQUENTIAL),
  FLE_S(F, "fle.s", "1010000 rs2 rs1 000 rd 1010011", F_COMPARE, SEQUENTIAL),
  FLT_S(F, "flt.s", "1010000 rs2 rs1 001 rd 1010011", F_COMPARE, SEQUENTIAL),
  FEQ_S(F, "feq.s", "1010000 rs2 rs1 010 rd 1010011", F_COMPARE, SEQUENTIAL),
  FCLASS_S(F, "fclass.s", "1110000 00000 rs1 001 rd 1010011", F_TO_X, SEQUENTIAL),
  FCVT_W_S(F, "fcvt.w.s", "1100000 00000 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL),
  FCVT_WU_S(F, "fcvt.wu.s", "1100000 00001 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL),
  FCVT_L_S(F, "fcvt.l.s", "1100000 00010 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL),
  FCVT_LU_S(F, "fcvt.lu.s", "1100000 00011 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL),
  FCVT_S_W(F, "fcvt.s.w", "1101000 00000 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL),
  FCVT_S_WU(F, "fcvt.s.wu", "1101000 00001 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL),
  FCVT_S_L(F, "fcvt.s.l", "1101000 00010 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL),
  FCVT_S_LU(F, "fcvt.s.lu", "1101000 00011 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL),
  FMV_X_W(F, "fmv.x.w", "1110000 00000 rs1 000 rd 1010011", F_TO_X, SEQUENTIAL),
  FMV_W_X(F, "fmv.w.x", "1111000 00000 rs1 000 rd 1010011", X_TO_F, SEQUENTIAL),

  // ---- D; rounding modes 5 and 6 are reserved
  FLD(D, "fld", "imm11:0 rs1 011 rd 0000111", FLOAD, SEQUENTIAL),
  FSD(D, "fsd", "imm11:5 rs2 rs1 011 imm4:0 0100111", FSTORE, SEQUENTIAL),
  FMADD_D(D, "fmadd.d", "rs3 01 rs2 rs1 rm rd 1000011", F4, SEQUENTIAL),
  FMSUB_D(D, "fmsub.d", "rs3 01 rs2 rs1 rm rd 1000111", F4, SEQUENTIAL),
  FNMSUB_D(D, "fnmsub.d", "rs3 01 rs2 rs1 rm rd 1001011", F4, SEQUENTIAL),
  FNMADD_D(D, "fnmadd.d", "rs3 01 rs2 rs1 rm rd 1001111", F4, SEQUENTIAL),
  FADD_D(D, "fadd.d", "0000001 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, InstructionClass.FP_ADD),
  FSUB_D(D, "fsub.d", "0000101 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, InstructionClass.FP_ADD),
  FMUL_D(D, "fmul.d", "0001001 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, InstructionClass.FP_MUL),
  FDIV_D(D, "fdiv.d", "0001101 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, InstructionClass.FP_DIV),
  FSQRT_D(
      D, "fsqrt.d", "0101101 00000 rs1 rm rd 1010011", F1_RM, SEQUENTIAL, InstructionClass.FP_SQRT),
  FSGNJ_D(D, "fsgnj.d", "0010001 rs2 rs1 000 rd 1010011", F2, SEQUENTIAL),
  FSGNJN_D(D, "fsgnjn.d", "0010001 rs2 rs1 001 rd 1010011", F2, SEQUENTIAL),
  FSGNJX_D(D, "fsgnjx.d", "0010001 rs2 rs1 010 rd 1010011", F2, SEQUENTIAL),
  FMIN_D(D, "fmin.d", "0010101 rs2 rs1 000 rd 1010011", F2, SEQUENTIAL),
  FMAX_D(D, "fmax.d", "0010101 rs2 rs1 001 rd 1010011", F2, SEQUENTIAL),
  FLE_D(D, "fle.d", "1010001 rs2 rs1 000 rd 1010011", F_COMPARE, SEQUENTIAL),
  FLT_D(D, "flt.d", "1010001 rs2 rs1 001 rd 1010011", F_COMPARE, SEQUENTIAL),
  FEQ_D(D, "feq.d", "1010001 rs2 rs1 010 rd 1010011", F_COMPARE, SEQUENTIAL),
  FCLASS_D(D, "fclass.d", "1110001 00000 rs1 001 rd 1010011", F_TO_X, SEQUENTIAL),
  FCVT_W_D(D, "fcvt.w.d", "1100001 00000 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL),
  FCVT_WU_D(D, "fcvt.wu.d", "1100001 00001 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL),
  FCVT_L_D(D, "fcvt.l.d", "1100001 00010 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL),
  FCVT_LU_D(D, "fcvt.lu.d", "1100001 00011 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL),
  FCVT_D_W(D, "fcvt.d.w", "1101001 00000 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL),
  FCVT_D_WU(D, "fcvt.d.wu", "1101001 00001 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL),
  FCVT_D_L(D, "fcvt.d.l", "1101001 00010 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL),
  FCVT_D_LU(D, "fcvt.d.lu", "1101001 00011 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL),
  FMV_X_D(D, "fmv.x.d", "1110001 00000 rs1 000 rd 1010011", F_TO_X, SEQUENTIAL),
  FMV_D_X(D, "fmv.d.x", "1111001 00000 rs1 000 rd 1010011", X_TO_F, SEQUENTIAL),
  FCVT_S_D(D, "fcvt.s.d", "0100000 00001 rs1 rm rd 1010011", F1_RM, SEQUENTIAL),
  FCVT_D_S(D, "fcvt.d.s", "0100001 00000 rs1 rm rd 1010011", F1_RM, SEQUENTIAL),

  // Zfhmin
  FLH(ZFHMIN, "flh", "imm11:0 rs1 001 rd 0000111", FLOAD, SEQUENTIAL),
  FSH(ZFHMIN, "fsh", "imm11:5 rs2 rs1 001 imm4:0 0100111", FSTORE, SEQUENTIAL),
  FMV_X_H(ZFHMIN, "fmv.x.h", "1110010 00000 rs1 000 rd 1010011", F_TO_X, SEQUENTIAL),
  FMV_H_X(ZFHMIN, "fmv.h.x", "1111010 00000 rs1 000 rd 1010011", X_TO_F, SEQUENTIAL),
  FCVT_S_H(ZFHMIN, "fcvt.s.h", "0100000 00010 rs1 rm rd 1010011", F1_RM, SEQUENTIAL),
  FCVT_H_S(ZFHMIN, "fcvt.h.s", "0100010 00000 rs1 rm rd 1010011", F1_RM, SEQUENTIAL),
  FCVT_D_H(ZFHMIN, "fcvt.d.h", "0100001 00010 rs1 rm rd 1010011", F1_RM, SEQUENTIAL),
  FCVT_H_D(ZFHMIN, "fcvt.h.d", "0100010 00001 rs1 rm rd 1010011", F1_RM, SEQUENTIAL),

  // ---- Zba
  ADD_UW(ZBA, "add.uw", "0000100 rs2 rs1 000 rd 0111011", R, SEQUENTIAL),
  SH1ADD(ZBA, "sh1add", "0010000 rs2 rs1 010 rd 0110011", R, SEQUENTIAL),
  SH1ADD_UW(ZBA, "sh1add.uw", "0010000 rs2 rs1 010 rd 0111011", R, SEQUENTIAL),
  SH2ADD(ZBA, "sh2add", "0010000 rs2 rs1 100 rd 0110011", R, SEQUENTIAL),
  SH2ADD_UW(ZBA, "sh2add.uw", "0010000 rs2 rs1 100 rd 0111011", R, SEQUENTIAL),
  SH3ADD(ZBA, "sh3add", "0010000 rs2 rs1 110 rd 0110011", R, SEQUENTIAL),
  SH3ADD_UW(ZBA, "sh3add.uw", "0010000 rs2 rs1 110 rd 0111011", R, SEQUENTIAL),
  SLLI_UW(ZBA, "slli.uw", "000010 uimm5:0 rs1 001 rd 0011011", SHIFT, SEQUENTIAL),

  // ---- Zbb
  ANDN(ZBB, "andn", "0100000 rs2 rs1 111 rd 0110011", R, SEQUENTIAL),
  ORN(ZBB, "orn", "0100000 rs2 rs1 110 rd 0110011", R, SEQUENTIAL),
  XNOR(ZBB, "xnor", "0100000 rs2 rs1 100 rd 0110011", R, SEQUENTIAL),
  MIN(ZBB, "min", "0000101 rs2 rs1 100 rd 0110011", R, SEQUENTIAL),
  MINU(ZBB, "minu", "0000101 rs2 rs1 101 rd 0110011", R, SEQUENTIAL),
  MAX(ZBB, "max", "0000101 rs2 rs1 110 rd 0110011", R, SEQUENTIAL),
  MAXU(ZBB, "maxu", "0000101 rs2 rs1 111 rd 0110011", R, SEQUENTIAL),
  ROL(ZBB, "rol", "0110000 rs2 rs1 001 rd 0110011", R, SEQUENTIAL),
  ROR(ZBB, "ror", "0110000 rs2 rs1 101 rd 0110011", R, SEQUENTIAL),
  ROLW(ZBB, "rolw", "0110000 rs2 rs1 001 rd 0111011", R, SEQUENTIAL),
  RORW(ZBB, "rorw", "0110000 rs2 rs1 101 rd 0111011", R, SEQUENTIAL),
  RORI(ZBB, "rori", "011000 uimm5:0 rs1 101 rd 0010011", SHIFT, SEQUENTIAL),
  RORIW(ZBB, "roriw", "0110000 uimm4:0 rs1 101 rd 0011011", SHIFT, SEQUENTIAL),
  CLZ(ZBB, "clz", "011000000000 rs1 001 rd 0010011", R1, SEQUENTIAL),
  CLZW(ZBB, "clzw", "011000000000 rs1 001 rd 0011011", R1, SEQUENTIAL),
  CTZ(ZBB, "ctz", "011000000001 rs1 001 rd 0010011", R1, SEQUENTIAL),
  CTZW(ZBB, "ctzw", "011000000001 rs1 001 rd 0011011", R1, SEQUENTIAL),
  CPOP(ZBB, "cpop", "011000000010 rs1 001 rd 0010011", R1, SEQUENTIAL),
  CPOPW(ZBB, "cpopw", "011000000010 rs1 001 rd 0011011", R1, SEQUENTIAL),
  SEXT_B(ZBB, "sext.b", "011000000100 rs1 001 rd 0010011", R1, SEQUENTIAL),
  SEXT_H(ZBB, "sext.h", "011000000101 rs1 001 rd 0010011", R1, SEQUENTIAL),
  ZEXT_H(ZBB, "zext.h", "000010000000 rs1 100 rd 0111011", R1, SEQUENTIAL),
  REV8(ZBB, "rev8", "011010111000 rs1 101 rd 0010011", R1, SEQUENTIAL),
  ORC_B(ZBB, "orc.b", "001010000111 rs1 101 rd 0010011", R1, SEQUENTIAL),

  // ---- Zbs
  BCLR(ZBS, "bclr", "0100100 rs2 rs1 001 rd 0110011", R, SEQUENTIAL),
  BCLRI(ZBS, "bclri", "010010 uimm5:0 rs1 001 rd 0010011", SHIFT, SEQUENTIAL),
  BEXT(ZBS, "bext", "0100100 rs2 rs1 101 rd 0110011", R, SEQUENTIAL),
  BEXTI(ZBS, "bexti", "010010 uimm5:0 rs1 101 rd 0010011", SHIFT, SEQUENTIAL),
  BINV(ZBS, "binv", "0110100 rs2 rs1 001 rd 0110011", R, SEQUENTIAL),
  BINVI(ZBS, "binvi", "011010 uimm5:0 rs1 001 rd 0010011", SHIFT, SEQUENTIAL),
  BSET(ZBS, "bset", "0010100 rs2 rs1 001 rd 0110011", R, SEQUENTIAL),
  BSETI(ZBS, "bseti", "001010 uimm5:0 rs1 001 rd 0010011", SHIFT, SEQUENTIAL),

  // ---- Zicond
  CZERO_EQZ(ZICOND, "czero.eqz", "0000111 rs2 rs1 101 rd 0110011", R, SEQUENTIAL),
  CZERO_NEZ(ZICOND, "czero.nez", "0000111 rs2 rs1 111 rd 0110011", R, SEQUENTIAL),

  // ---- Zicbom, Zicboz
  CBO_INVAL(ZICBOM, "cbo.inval", "000000000000 rs1 010 00000 0001111", CACHE_BLOCK, SEQUENTIAL),
  CBO_CLEAN(ZICBOM, "cbo.clean", "000000000001 rs1 010 00000 0001111", CACHE_BLOCK, SEQUENTIAL),
  CBO_FLUSH(ZICBOM, "cbo.flush", "000000000010 rs1 010 00000 0001111", CACHE_BLOCK, SEQUENTIAL),
  CBO_ZERO(ZICBOZ, "cbo.zero", "000000000100 rs1 010 00000 0001111", CACHE_BLOCK, SEQUENTIAL),

  // ---- Zicbop: hints
  PREFETCH_I(
      ZICBOP, "prefetch.i", "imm11:5 00000 rs1 110 00000 0010011", PREFETCH, SEQUENTIAL, ORI),
  PREFETCH_R(
      ZICBOP, "prefetch.r", "imm11:5 00001 rs1 110 00000 0010011", PREFETCH, SEQUENTIAL, ORI),
  PREFETCH_W(
      ZICBOP, "prefetch.w", "imm11:5 00011 rs1 110 00000 0010011", PREFETCH, SEQUENTIAL, ORI),

  // ---- Zihintpause: a hint; ends its node, so that another hart can have its turn
  PAUSE(ZIHINTPAUSE, "pause", "000000010000 00000 000 00000 0001111", NONE, SYSTEM, FENCE),

  // ---- Zawrs
  WRS_NTO(
      ZAWRS,
      "wrs.nto",
      "000000001101 00000 000 00000 1110011",
      NONE,
      SYSTEM,
      InstructionClass.SYSTEM),
  WRS_STO(
      ZAWRS,
      "wrs.sto",
      "000000011101 00000 000 00000 1110011",
      NONE,
      SYSTEM,
      InstructionClass.SYSTEM),

  // ---- Svinval
  SINVAL_VMA(SVINVAL, "sinval.vma", "0001011 rs2 rs1 000 00000 1110011", SFENCE, SYSTEM),
  SFENCE_W_INVAL(
      SVINVAL,
      "sfence.w.inval",
      "000110000000 00000 000 00000 1110011",
      NONE,
      SYSTEM,
      InstructionClass.FENCE),
  SFENCE_INVAL_IR(
      SVINVAL,
      "sfence.inval.ir",
      "000110000001 00000 000 00000 1110011",
      NONE,
      SYSTEM,
      InstructionClass.FENCE),

  // ---- C: what is not excluded is legal, hints (rd = x0 and the like) included
  C_ADDI4SPN("c.addi4spn", "000 uimm5:4|9:6|2|3 rd' 00 ; rs1=2 imm!0", ADDI),
  C_FLD("c.fld", "001 uimm5:3 rs1' uimm7:6 rd' 00", FLD),
  C_LW("c.lw", "010 uimm5:3 rs1' uimm2|6 rd' 00", LW),
  C_LD("c.ld", "011 uimm5:3 rs1' uimm7:6 rd' 00", LD),
  C_FSD("c.fsd", "101 uimm5:3 rs1' uimm7:6 rs2' 00", FSD),
  C_SW("c.sw", "110 uimm5:3 rs1' uimm2|6 rs2' 00", SW),
  C_SD("c.sd", "111 uimm5:3 rs1' uimm7:6 rs2' 00", SD),
  C_ADDI("c.addi", "000 imm5 rdrs1 imm4:0 01", ADDI),
  C_ADDIW("c.addiw", "001 imm5 rdrs1 imm4:0 01 ; rd!0", ADDIW),
  C_LI("c.li", "010 imm5 rd imm4:0 01 ; rs1=0", ADDI),
  C_ADDI16SP("c.addi16sp", "011 imm9 00010 imm4|6|8:7|5 01 ; rd=2 rs1=2 imm!0", ADDI),
  C_LUI("c.lui", "011 imm17 rd imm16:12 01 ; rd!2 imm!0", LUI),
  C_SRLI("c.srli", "100 uimm5 00 rdrs1' uimm4:0 01", SRLI),
  C_SRAI("c.srai", "100 uimm5 01 rdrs1' uimm4:0 01", SRAI),
  C_ANDI("c.andi", "100 imm5 10 rdrs1' imm4:0 01", ANDI),
  C_SUB("c.sub", "100 0 11 rdrs1' 00 rs2' 01", SUB),
  C_XOR("c.xor", "100 0 11 rdrs1' 01 rs2' 01", XOR),
  C_OR("c.or", "100 0 11 rdrs1' 10 rs2' 01", OR),
  C_AND("c.and", "100 0 11 rdrs1' 11 rs2' 01", AND),
  C_SUBW("c.subw", "100 1 11 rdrs1' 00 rs2' 01", SUBW),
  C_ADDW("c.addw", "100 1 11 rdrs1' 01 rs2' 01", ADDW),
  C_J("c.j", "101 imm11|4|9:8|10|6|7|3:1|5 01 ; rd=0", JAL),
  C_BEQZ("c.beqz", "110 imm8|4:3 rs1' imm7:6|2:1|5 01 ; rs2=0", BEQ),
  C_BNEZ("c.bnez", "111 imm8|4:3 rs1' imm7:6|2:1|5 01 ; rs2=0", BNE),
  C_SLLI("c.slli", "000 uimm5 rdrs1 uimm4:0 10", SLLI),
  C_FLDSP("c.fldsp", "001 uimm5 rd uimm4:3|8:6 10 ; rs1=2", FLD),
  C_LWSP("c.lwsp", "010 uimm5 rd uimm4:2|7:6 10 ; rs1=2 rd!0", LW),
  C_LDSP("c.ldsp", "011 uimm5 rd uimm4:3|8:6 10 ; rs1=2 rd!0", LD),
  C_JR("c.jr", "1000 rs1 00000 10 ; rd=0 rs1!0", JALR),
  C_MV("c.mv", "1000 rd rs2 10 ; rs1=0 rs2!0", ADD),
  C_EBREAK("c.ebreak", "1001 00000 00000 10", EBREAK),
  C_JALR("c.jalr", "1001 rs1 00000 10 ; rd=1 rs1!0", JALR),
  C_ADD("c.add", "1001 rdrs1 rs2 10 ; rs2!0", ADD),
  C_FSDSP("c.fsdsp", "101 uimm5:3|8:6 rs2 10 ; rs1=2", FSD),
  C_SWSP("c.swsp", "110 uimm5:2|7:6 rs2 10 ; rs1=2", SW),
  C_SDSP("c.sdsp", "111 uimm5:3|8:6 rs2 10 ; rs1=2", SD);

  private final Extension extension;
  private final String mnemonic;
  private final Pattern pattern;
  private final Format format;
  private final ControlFlow flow;
  private final InstructionClass costClass;
  private final Insn expansion;
  private final Insn hintOf;

  Insn(Extension extension, String mnemonic, String pattern, Format format, ControlFlow flow) {
    this(extension, mnemonic, pattern, format, flow, format.usual, null);
  }

  Insn(
      Extension extension,
      String mnemonic,
      String pattern,
      Format format,
      ControlFlow flow,
      InstructionClass costs) {
    this(extension, mnemonic, pattern, format, flow, costs, null);
  }

  Insn(
      Extension extension,
      String mnemonic,
      String pattern,
      Format format,
      ControlFlow flow,
      Insn hintOf) {
    this(extension, mnemonic, pattern, format, flow, format.usual, hintOf);
  }

  Insn(
      Extension extension,
      String mnemonic,
      String pattern,
      Format format,
      ControlFlow flow,
      InstructionClass costs,
      Insn hintOf) {
    this.extension = extension;
    this.mnemonic = mnemonic;
    this.pattern = new Pattern(pattern);
    this.format = format;
    this.flow = flow;
    this.costClass = costs;
    this.expansion = null;
    this.hintOf = hintOf;
  }

  Insn(String mnemonic, String pattern, Insn expansion) {
    this.extension = C;
    this.mnemonic = mnemonic;
    this.pattern = new Pattern(pattern);
    this.format = expansion.format;
    this.flow = expansion.flow;
    this.costClass = expansion.costClass;
    this.expansion = expansion;
    this.hintOf = null;
  }

  /** The name in the specification, without ordering suffixes: {@code amoadd.w}, {@code c.addi}. */
  @Override
  public String mnemonic() {
    return mnemonic;
  }

  /** The extension that has it. */
  public Extension extension() {
    return extension;
  }

  public Pattern pattern() {
    return pattern;
  }

  public Format format() {
    return format;
  }

  @Override
  public ControlFlow flow() {
    return flow;
  }

  @Override
  public int bytes() {
    return pattern.width / 8;
  }

  @Override
  public InstructionClass costClass() {
    return costClass;
  }

  /** The semantics of the instruction; of a compressed one those of its expansion. */
  public Semantics semantics() {
    return this;
  }

  /**
   * {@inheritDoc}
   *
   * <p>A switch, not a method reference in each row: those cost a hidden class each, together a
   * tenth of a second at every start.
   */
  @Override
  public <V> void apply(RiscvRtl<V> r) {
    switch (this) {
      case LUI -> Base.lui(r);
      case AUIPC -> Base.auipc(r);
      case JAL -> Base.jal(r);
      case JALR -> Base.jalr(r);
      case BEQ -> Base.beq(r);
      case BNE -> Base.bne(r);
      case BLT -> Base.blt(r);
      case BGE -> Base.bge(r);
      case BLTU -> Base.bltu(r);
      case BGEU -> Base.bgeu(r);
      case LB -> Base.lb(r);
      case LH -> Base.lh(r);
      case LW -> Base.lw(r);
      case LD -> Base.ld(r);
      case LBU -> Base.lbu(r);
      case LHU -> Base.lhu(r);
      case LWU -> Base.lwu(r);
      case SB -> Base.sb(r);
      case SH -> Base.sh(r);
      case SW -> Base.sw(r);
      case SD -> Base.sd(r);
      case ADDI -> Base.addi(r);
      case SLTI -> Base.slti(r);
      case SLTIU -> Base.sltiu(r);
      case XORI -> Base.xori(r);
      case ORI -> Base.ori(r);
      case ANDI -> Base.andi(r);
      case SLLI -> Base.slli(r);
      case SRLI -> Base.srli(r);
      case SRAI -> Base.srai(r);
      case ADD -> Base.add(r);
      case SUB -> Base.sub(r);
      case SLL -> Base.sll(r);
      case SLT -> Base.slt(r);
      case SLTU -> Base.sltu(r);
      case XOR -> Base.xor(r);
      case SRL -> Base.srl(r);
      case SRA -> Base.sra(r);
      case OR -> Base.or(r);
      case AND -> Base.and(r);
      case ADDIW -> Base.addiw(r);
      case SLLIW -> Base.slliw(r);
      case SRLIW -> Base.srliw(r);
      case SRAIW -> Base.sraiw(r);
      case ADDW -> Base.addw(r);
      case SUBW -> Base.subw(r);
      case SLLW -> Base.sllw(r);
      case SRLW -> Base.srlw(r);
      case SRAW -> Base.sraw(r);
      case FENCE -> Base.fence(r);
      case ECALL -> Privileged.ecall(r);
      case EBREAK -> Privileged.ebreak(r);
      case FENCE_I -> Privileged.fenceI(r);
      case CSRRW -> Privileged.csrrw(r);
      case CSRRS -> Privileged.csrrs(r);
      case CSRRC -> Privileged.csrrc(r);
      case CSRRWI -> Privileged.csrrwi(r);
      case CSRRSI -> Privileged.csrrsi(r);
      case CSRRCI -> Privileged.csrrci(r);
      case SRET -> Privileged.sret(r);
      case MRET -> Privileged.mret(r);
      case WFI -> Privileged.wfi(r);
      case SFENCE_VMA -> Privileged.sfenceVma(r);
      case MUL -> MulDiv.mul(r);
      case MULH -> MulDiv.mulh(r);
      case MULHSU -> MulDiv.mulhsu(r);
      case MULHU -> MulDiv.mulhu(r);
      case DIV -> MulDiv.div(r);
      case DIVU -> MulDiv.divu(r);
      case REM -> MulDiv.rem(r);
      case REMU -> MulDiv.remu(r);
      case MULW -> MulDiv.mulw(r);
      case DIVW -> MulDiv.divw(r);
      case DIVUW -> MulDiv.divuw(r);
      case REMW -> MulDiv.remw(r);
      case REMUW -> MulDiv.remuw(r);
      case LR_W -> Atomics.lrW(r);
      case SC_W -> Atomics.scW(r);
      case AMOSWAP_W -> Atomics.amoswapW(r);
      case AMOADD_W -> Atomics.amoaddW(r);
      case AMOXOR_W -> Atomics.amoxorW(r);
      case AMOAND_W -> Atomics.amoandW(r);
      case AMOOR_W -> Atomics.amoorW(r);
      case AMOMIN_W -> Atomics.amominW(r);
      case AMOMAX_W -> Atomics.amomaxW(r);
      case AMOMINU_W -> Atomics.amominuW(r);
      case AMOMAXU_W -> Atomics.amomaxuW(r);
      case LR_D -> Atomics.lrD(r);
      case SC_D -> Atomics.scD(r);
      case AMOSWAP_D -> Atomics.amoswapD(r);
      case AMOADD_D -> Atomics.amoaddD(r);
      case AMOXOR_D -> Atomics.amoxorD(r);
      case AMOAND_D -> Atomics.amoandD(r);
      case AMOOR_D -> Atomics.amoorD(r);
      case AMOMIN_D -> Atomics.amominD(r);
      case AMOMAX_D -> Atomics.amomaxD(r);
      case AMOMINU_D -> Atomics.amominuD(r);
      case AMOMAXU_D -> Atomics.amomaxuD(r);
      case FLW -> Floats.flw(r);
      case FSW -> Floats.fsw(r);
      case FMADD_S,
          FMSUB_S,
          FNMSUB_S,
          FNMADD_S,
          FADD_S,
          FSUB_S,
          FMUL_S,
          FDIV_S,
          FSQRT_S,
          FSGNJ_S,
          FSGNJN_S,
          FSGNJX_S,
          FMIN_S,
          FMAX_S,
          FLE_S,
          FLT_S,
          FEQ_S,
          FCLASS_S,
          FCVT_W_S,
          FCVT_WU_S,
          FCVT_L_S,
          FCVT_LU_S,
          FCVT_S_W,
          FCVT_S_WU,
          FCVT_S_L,
          FCVT_S_LU,
          FMV_X_W,
          FMV_W_X,
          FMADD_D,
          FMSUB_D,
          FNMSUB_D,
          FNMADD_D,
          FADD_D,
          FSUB_D,
          FMUL_D,
          FDIV_D,
          FSQRT_D,
          FSGNJ_D,
          FSGNJN_D,
          FSGNJX_D,
          FMIN_D,
          FMAX_D,
          FLE_D,
          FLT_D,
          FEQ_D,
          FCLASS_D,
          FCVT_W_D,
          FCVT_WU_D,
          FCVT_L_D,
          FCVT_LU_D,
          FCVT_D_W,
          FCVT_D_WU,
          FCVT_D_L,
          FCVT_D_LU,
          FMV_X_D,
          FMV_D_X,
          FCVT_S_D,
          FCVT_D_S,
          FMV_X_H,
          FMV_H_X,
          FCVT_S_H,
          FCVT_H_S,
          FCVT_D_H,
          FCVT_H_D ->
          Floats.operation(FpOp.valueOf(name()), hasRoundingMode(), r);
      case FLD -> Floats.fld(r);
      case FSD -> Floats.fsd(r);
      case FLH -> Floats.flh(r);
      case FSH -> Floats.fsh(r);
      case ADD_UW -> Bits.addUw(r);
      case SH1ADD -> Bits.sh1add(r);
      case SH1ADD_UW -> Bits.sh1addUw(r);
      case SH2ADD -> Bits.sh2add(r);
      case SH2ADD_UW -> Bits.sh2addUw(r);
      case SH3ADD -> Bits.sh3add(r);
      case SH3ADD_UW -> Bits.sh3addUw(r);
      case SLLI_UW -> Bits.slliUw(r);
      case ANDN -> Bits.andn(r);
      case ORN -> Bits.orn(r);
      case XNOR -> Bits.xnor(r);
      case MIN -> Bits.min(r);
      case MINU -> Bits.minu(r);
      case MAX -> Bits.max(r);
      case MAXU -> Bits.maxu(r);
      case ROL -> Bits.rol(r);
      case ROR -> Bits.ror(r);
      case ROLW -> Bits.rolw(r);
      case RORW -> Bits.rorw(r);
      case RORI -> Bits.rori(r);
      case RORIW -> Bits.roriw(r);
      case CLZ -> Bits.clz(r);
      case CLZW -> Bits.clzw(r);
      case CTZ -> Bits.ctz(r);
      case CTZW -> Bits.ctzw(r);
      case CPOP -> Bits.cpop(r);
      case CPOPW -> Bits.cpopw(r);
      case SEXT_B -> Bits.sextB(r);
      case SEXT_H -> Bits.sextH(r);
      case ZEXT_H -> Bits.zextH(r);
      case REV8 -> Bits.rev8(r);
      case ORC_B -> Bits.orcb(r);
      case BCLR -> Bits.bclr(r);
      case BCLRI -> Bits.bclri(r);
      case BEXT -> Bits.bext(r);
      case BEXTI -> Bits.bexti(r);
      case BINV -> Bits.binv(r);
      case BINVI -> Bits.binvi(r);
      case BSET -> Bits.bset(r);
      case BSETI -> Bits.bseti(r);
      case CZERO_EQZ -> Bits.czeroEqz(r);
      case CZERO_NEZ -> Bits.czeroNez(r);
      case CBO_INVAL -> CacheBlocks.inval(r);
      case CBO_CLEAN -> CacheBlocks.clean(r);
      case CBO_FLUSH -> CacheBlocks.flush(r);
      case CBO_ZERO -> CacheBlocks.zero(r);
      case PREFETCH_I, PREFETCH_R, PREFETCH_W -> r.nothing();
      case PAUSE -> Privileged.pause(r);
      case WRS_NTO -> Privileged.wrsNto(r);
      case WRS_STO -> Privileged.wrsSto(r);
      case SINVAL_VMA -> Privileged.sinvalVma(r);
      case SFENCE_W_INVAL -> Privileged.sfenceWInval(r);
      case SFENCE_INVAL_IR -> Privileged.sfenceInvalIr(r);
      default -> expansion.apply(r);
    }
  }

  /** Whether the encoding is 16 bits wide; such a row never is {@link Decoded#insn}. */
  public boolean isCompressed() {
    return expansion != null;
  }

  /** The instruction a compressed row stands for; null for a 32-bit row. */
  public Insn expansion() {
    return expansion;
  }

  /**
   * The instruction whose encodings without effect (HINTs) this row gives a name to and has
   * precedence in; null for all others.
   */
  public Insn hintOf() {
    return hintOf;
  }

  /** Whether the encoding has a rounding-mode field, so that {@link Decoded#rm} means something. */
  public boolean hasRoundingMode() {
    return pattern.hasRm;
  }

  /**
   * Whether programs execute it so often that an interpreter has it at hand: the base instructions
   * and the products.
   */
  public boolean isCommon() {
    return extension == I || this == MUL || this == MULW;
  }
}
