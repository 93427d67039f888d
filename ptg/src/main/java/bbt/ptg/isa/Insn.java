package bbt.ptg.isa;

import static bbt.ptg.isa.ControlFlow.*;
import static bbt.ptg.isa.Format.*;

/**
 * The instruction table: one row per instruction, from which decoder, disassembler, control flow,
 * interpreter, lifter and {@code docs/isa.md} are derived.
 *
 * <p>A row is mnemonic, encoding (see {@link Pattern}), assembly format, control flow, semantics; a
 * compressed row names the instruction it expands to and has everything else from it. What no row
 * matches is an illegal instruction.
 */
public enum Insn {

  // ---- RV64I
  LUI("lui", "imm31:12 rd 0110111", U, SEQUENTIAL, Base::lui),
  AUIPC("auipc", "imm31:12 rd 0010111", U, SEQUENTIAL, Base::auipc),
  JAL("jal", "imm20|10:1|11|19:12 rd 1101111", JUMP, DIRECT_JUMP, Base::jal),
  JALR("jalr", "imm11:0 rs1 000 rd 1100111", JUMP_REGISTER, INDIRECT_JUMP, Base::jalr),
  BEQ("beq", "imm12|10:5 rs2 rs1 000 imm4:1|11 1100011", BRANCH, CONDITIONAL_BRANCH, Base::beq),
  BNE("bne", "imm12|10:5 rs2 rs1 001 imm4:1|11 1100011", BRANCH, CONDITIONAL_BRANCH, Base::bne),
  BLT("blt", "imm12|10:5 rs2 rs1 100 imm4:1|11 1100011", BRANCH, CONDITIONAL_BRANCH, Base::blt),
  BGE("bge", "imm12|10:5 rs2 rs1 101 imm4:1|11 1100011", BRANCH, CONDITIONAL_BRANCH, Base::bge),
  BLTU("bltu", "imm12|10:5 rs2 rs1 110 imm4:1|11 1100011", BRANCH, CONDITIONAL_BRANCH, Base::bltu),
  BGEU("bgeu", "imm12|10:5 rs2 rs1 111 imm4:1|11 1100011", BRANCH, CONDITIONAL_BRANCH, Base::bgeu),
  LB("lb", "imm11:0 rs1 000 rd 0000011", LOAD, SEQUENTIAL, Base::lb),
  LH("lh", "imm11:0 rs1 001 rd 0000011", LOAD, SEQUENTIAL, Base::lh),
  LW("lw", "imm11:0 rs1 010 rd 0000011", LOAD, SEQUENTIAL, Base::lw),
  LD("ld", "imm11:0 rs1 011 rd 0000011", LOAD, SEQUENTIAL, Base::ld),
  LBU("lbu", "imm11:0 rs1 100 rd 0000011", LOAD, SEQUENTIAL, Base::lbu),
  LHU("lhu", "imm11:0 rs1 101 rd 0000011", LOAD, SEQUENTIAL, Base::lhu),
  LWU("lwu", "imm11:0 rs1 110 rd 0000011", LOAD, SEQUENTIAL, Base::lwu),
  SB("sb", "imm11:5 rs2 rs1 000 imm4:0 0100011", STORE, SEQUENTIAL, Base::sb),
  SH("sh", "imm11:5 rs2 rs1 001 imm4:0 0100011", STORE, SEQUENTIAL, Base::sh),
  SW("sw", "imm11:5 rs2 rs1 010 imm4:0 0100011", STORE, SEQUENTIAL, Base::sw),
  SD("sd", "imm11:5 rs2 rs1 011 imm4:0 0100011", STORE, SEQUENTIAL, Base::sd),
  ADDI("addi", "imm11:0 rs1 000 rd 0010011", I, SEQUENTIAL, Base::addi),
  SLTI("slti", "imm11:0 rs1 010 rd 0010011", I, SEQUENTIAL, Base::slti),
  SLTIU("sltiu", "imm11:0 rs1 011 rd 0010011", I, SEQUENTIAL, Base::sltiu),
  XORI("xori", "imm11:0 rs1 100 rd 0010011", I, SEQUENTIAL, Base::xori),
  ORI("ori", "imm11:0 rs1 110 rd 0010011", I, SEQUENTIAL, Base::ori),
  ANDI("andi", "imm11:0 rs1 111 rd 0010011", I, SEQUENTIAL, Base::andi),
  SLLI("slli", "000000 uimm5:0 rs1 001 rd 0010011", SHIFT, SEQUENTIAL, Base::slli),
  SRLI("srli", "000000 uimm5:0 rs1 101 rd 0010011", SHIFT, SEQUENTIAL, Base::srli),
  SRAI("srai", "010000 uimm5:0 rs1 101 rd 0010011", SHIFT, SEQUENTIAL, Base::srai),
  ADD("add", "0000000 rs2 rs1 000 rd 0110011", R, SEQUENTIAL, Base::add),
  SUB("sub", "0100000 rs2 rs1 000 rd 0110011", R, SEQUENTIAL, Base::sub),
  SLL("sll", "0000000 rs2 rs1 001 rd 0110011", R, SEQUENTIAL, Base::sll),
  SLT("slt", "0000000 rs2 rs1 010 rd 0110011", R, SEQUENTIAL, Base::slt),
  SLTU("sltu", "0000000 rs2 rs1 011 rd 0110011", R, SEQUENTIAL, Base::sltu),
  XOR("xor", "0000000 rs2 rs1 100 rd 0110011", R, SEQUENTIAL, Base::xor),
  SRL("srl", "0000000 rs2 rs1 101 rd 0110011", R, SEQUENTIAL, Base::srl),
  SRA("sra", "0100000 rs2 rs1 101 rd 0110011", R, SEQUENTIAL, Base::sra),
  OR("or", "0000000 rs2 rs1 110 rd 0110011", R, SEQUENTIAL, Base::or),
  AND("and", "0000000 rs2 rs1 111 rd 0110011", R, SEQUENTIAL, Base::and),
  ADDIW("addiw", "imm11:0 rs1 000 rd 0011011", I, SEQUENTIAL, Base::addiw),
  SLLIW("slliw", "0000000 uimm4:0 rs1 001 rd 0011011", SHIFT, SEQUENTIAL, Base::slliw),
  SRLIW("srliw", "0000000 uimm4:0 rs1 101 rd 0011011", SHIFT, SEQUENTIAL, Base::srliw),
  SRAIW("sraiw", "0100000 uimm4:0 rs1 101 rd 0011011", SHIFT, SEQUENTIAL, Base::sraiw),
  ADDW("addw", "0000000 rs2 rs1 000 rd 0111011", R, SEQUENTIAL, Base::addw),
  SUBW("subw", "0100000 rs2 rs1 000 rd 0111011", R, SEQUENTIAL, Base::subw),
  SLLW("sllw", "0000000 rs2 rs1 001 rd 0111011", R, SEQUENTIAL, Base::sllw),
  SRLW("srlw", "0000000 rs2 rs1 101 rd 0111011", R, SEQUENTIAL, Base::srlw),
  SRAW("sraw", "0100000 rs2 rs1 101 rd 0111011", R, SEQUENTIAL, Base::sraw),
  /** All fm, predecessor and successor sets: the machine has one memory order. Includes pause. */
  FENCE("fence", "uimm11:0 rs1 000 rd 0001111", FENCE_SETS, SEQUENTIAL, Base::fence),
  ECALL("ecall", "000000000000 00000 000 00000 1110011", NONE, TRAP, Privileged::ecall),
  EBREAK("ebreak", "000000000001 00000 000 00000 1110011", NONE, TRAP, Privileged::ebreak),

  // ---- Zifencei; its other fields are reserved for finer fences and ignored
  FENCE_I("fence.i", "uimm11:0 rs1 001 rd 0001111", NONE, SYSTEM, Privileged::fenceI),

  // ---- Zicsr
  CSRRW("csrrw", "uimm11:0 rs1 001 rd 1110011", CSR, SYSTEM, Privileged::csrrw),
  CSRRS("csrrs", "uimm11:0 rs1 010 rd 1110011", CSR, SYSTEM, Privileged::csrrs),
  CSRRC("csrrc", "uimm11:0 rs1 011 rd 1110011", CSR, SYSTEM, Privileged::csrrc),
  CSRRWI("csrrwi", "uimm11:0 zimm 101 rd 1110011", CSR_IMM, SYSTEM, Privileged::csrrwi),
  CSRRSI("csrrsi", "uimm11:0 zimm 110 rd 1110011", CSR_IMM, SYSTEM, Privileged::csrrsi),
  CSRRCI("csrrci", "uimm11:0 zimm 111 rd 1110011", CSR_IMM, SYSTEM, Privileged::csrrci),

  // ---- privileged
  SRET("sret", "000100000010 00000 000 00000 1110011", NONE, TRAP_RETURN, Privileged::sret),
  MRET("mret", "001100000010 00000 000 00000 1110011", NONE, TRAP_RETURN, Privileged::mret),
  WFI("wfi", "000100000101 00000 000 00000 1110011", NONE, SYSTEM, Privileged::wfi),
  SFENCE_VMA(
      "sfence.vma", "0001001 rs2 rs1 000 00000 1110011", SFENCE, SYSTEM, Privileged::sfenceVma),

  // ---- M
  MUL("mul", "0000001 rs2 rs1 000 rd 0110011", R, SEQUENTIAL, MulDiv::mul),
  MULH("mulh", "0000001 rs2 rs1 001 rd 0110011", R, SEQUENTIAL, MulDiv::mulh),
  MULHSU("mulhsu", "0000001 rs2 rs1 010 rd 0110011", R, SEQUENTIAL, MulDiv::mulhsu),
  MULHU("mulhu", "0000001 rs2 rs1 011 rd 0110011", R, SEQUENTIAL, MulDiv::mulhu),
  DIV("div", "0000001 rs2 rs1 100 rd 0110011", R, SEQUENTIAL, MulDiv::div),
  DIVU("divu", "0000001 rs2 rs1 101 rd 0110011", R, SEQUENTIAL, MulDiv::divu),
  REM("rem", "0000001 rs2 rs1 110 rd 0110011", R, SEQUENTIAL, MulDiv::rem),
  REMU("remu", "0000001 rs2 rs1 111 rd 0110011", R, SEQUENTIAL, MulDiv::remu),
  MULW("mulw", "0000001 rs2 rs1 000 rd 0111011", R, SEQUENTIAL, MulDiv::mulw),
  DIVW("divw", "0000001 rs2 rs1 100 rd 0111011", R, SEQUENTIAL, MulDiv::divw),
  DIVUW("divuw", "0000001 rs2 rs1 101 rd 0111011", R, SEQUENTIAL, MulDiv::divuw),
  REMW("remw", "0000001 rs2 rs1 110 rd 0111011", R, SEQUENTIAL, MulDiv::remw),
  REMUW("remuw", "0000001 rs2 rs1 111 rd 0111011", R, SEQUENTIAL, MulDiv::remuw),

  // ---- A
  LR_W("lr.w", "00010 aq rl 00000 rs1 010 rd 0101111", LR, SEQUENTIAL, Atomics::lrW),
  SC_W("sc.w", "00011 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL, Atomics::scW),
  AMOSWAP_W("amoswap.w", "00001 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL, Atomics::amoswapW),
  AMOADD_W("amoadd.w", "00000 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL, Atomics::amoaddW),
  AMOXOR_W("amoxor.w", "00100 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL, Atomics::amoxorW),
  AMOAND_W("amoand.w", "01100 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL, Atomics::amoandW),
  AMOOR_W("amoor.w", "01000 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL, Atomics::amoorW),
  AMOMIN_W("amomin.w", "10000 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL, Atomics::amominW),
  AMOMAX_W("amomax.w", "10100 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL, Atomics::amomaxW),
  AMOMINU_W("amominu.w", "11000 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL, Atomics::amominuW),
  AMOMAXU_W("amomaxu.w", "11100 aq rl rs2 rs1 010 rd 0101111", AMO, SEQUENTIAL, Atomics::amomaxuW),
  LR_D("lr.d", "00010 aq rl 00000 rs1 011 rd 0101111", LR, SEQUENTIAL, Atomics::lrD),
  SC_D("sc.d", "00011 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL, Atomics::scD),
  AMOSWAP_D("amoswap.d", "00001 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL, Atomics::amoswapD),
  AMOADD_D("amoadd.d", "00000 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL, Atomics::amoaddD),
  AMOXOR_D("amoxor.d", "00100 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL, Atomics::amoxorD),
  AMOAND_D("amoand.d", "01100 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL, Atomics::amoandD),
  AMOOR_D("amoor.d", "01000 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL, Atomics::amoorD),
  AMOMIN_D("amomin.d", "10000 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL, Atomics::amominD),
  AMOMAX_D("amomax.d", "10100 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL, Atomics::amomaxD),
  AMOMINU_D("amominu.d", "11000 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL, Atomics::amominuD),
  AMOMAXU_D("amomaxu.d", "11100 aq rl rs2 rs1 011 rd 0101111", AMO, SEQUENTIAL, Atomics::amomaxuD),

  // ---- F; rounding modes 5 and 6 are reserved
  FLW("flw", "imm11:0 rs1 010 rd 0000111", FLOAD, SEQUENTIAL, Floats::flw),
  FSW("fsw", "imm11:5 rs2 rs1 010 imm4:0 0100111", FSTORE, SEQUENTIAL, Floats::fsw),
  FMADD_S("fmadd.s", "rs3 00 rs2 rs1 rm rd 1000011", F4, SEQUENTIAL, Floats::fmaddS),
  FMSUB_S("fmsub.s", "rs3 00 rs2 rs1 rm rd 1000111", F4, SEQUENTIAL, Floats::fmsubS),
  FNMSUB_S("fnmsub.s", "rs3 00 rs2 rs1 rm rd 1001011", F4, SEQUENTIAL, Floats::fnmsubS),
  FNMADD_S("fnmadd.s", "rs3 00 rs2 rs1 rm rd 1001111", F4, SEQUENTIAL, Floats::fnmaddS),
  FADD_S("fadd.s", "0000000 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, Floats::faddS),
  FSUB_S("fsub.s", "0000100 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, Floats::fsubS),
  FMUL_S("fmul.s", "0001000 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, Floats::fmulS),
  FDIV_S("fdiv.s", "0001100 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, Floats::fdivS),
  FSQRT_S("fsqrt.s", "0101100 00000 rs1 rm rd 1010011", F1_RM, SEQUENTIAL, Floats::fsqrtS),
  FSGNJ_S("fsgnj.s", "0010000 rs2 rs1 000 rd 1010011", F, SEQUENTIAL, Floats::fsgnjS),
  FSGNJN_S("fsgnjn.s", "0010000 rs2 rs1 001 rd 1010011", F, SEQUENTIAL, Floats::fsgnjnS),
  FSGNJX_S("fsgnjx.s", "0010000 rs2 rs1 010 rd 1010011", F, SEQUENTIAL, Floats::fsgnjxS),
  FMIN_S("fmin.s", "0010100 rs2 rs1 000 rd 1010011", F, SEQUENTIAL, Floats::fminS),
  FMAX_S("fmax.s", "0010100 rs2 rs1 001 rd 1010011", F, SEQUENTIAL, Floats::fmaxS),
  FLE_S("fle.s", "1010000 rs2 rs1 000 rd 1010011", F_COMPARE, SEQUENTIAL, Floats::fleS),
  FLT_S("flt.s", "1010000 rs2 rs1 001 rd 1010011", F_COMPARE, SEQUENTIAL, Floats::fltS),
  FEQ_S("feq.s", "1010000 rs2 rs1 010 rd 1010011", F_COMPARE, SEQUENTIAL, Floats::feqS),
  FCLASS_S("fclass.s", "1110000 00000 rs1 001 rd 1010011", F_TO_X, SEQUENTIAL, Floats::fclassS),
  FCVT_W_S("fcvt.w.s", "1100000 00000 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL, Floats::fcvtWS),
  FCVT_WU_S("fcvt.wu.s", "1100000 00001 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL, Floats::fcvtWuS),
  FCVT_L_S("fcvt.l.s", "1100000 00010 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL, Floats::fcvtLS),
  FCVT_LU_S("fcvt.lu.s", "1100000 00011 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL, Floats::fcvtLuS),
  FCVT_S_W("fcvt.s.w", "1101000 00000 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL, Floats::fcvtSW),
  FCVT_S_WU("fcvt.s.wu", "1101000 00001 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL, Floats::fcvtSWu),
  FCVT_S_L("fcvt.s.l", "1101000 00010 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL, Floats::fcvtSL),
  FCVT_S_LU("fcvt.s.lu", "1101000 00011 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL, Floats::fcvtSLu),
  FMV_X_W("fmv.x.w", "1110000 00000 rs1 000 rd 1010011", F_TO_X, SEQUENTIAL, Floats::fmvXW),
  FMV_W_X("fmv.w.x", "1111000 00000 rs1 000 rd 1010011", X_TO_F, SEQUENTIAL, Floats::fmvWX),

  // ---- D; rounding modes 5 and 6 are reserved
  FLD("fld", "imm11:0 rs1 011 rd 0000111", FLOAD, SEQUENTIAL, Floats::fld),
  FSD("fsd", "imm11:5 rs2 rs1 011 imm4:0 0100111", FSTORE, SEQUENTIAL, Floats::fsd),
  FMADD_D("fmadd.d", "rs3 01 rs2 rs1 rm rd 1000011", F4, SEQUENTIAL, Floats::fmaddD),
  FMSUB_D("fmsub.d", "rs3 01 rs2 rs1 rm rd 1000111", F4, SEQUENTIAL, Floats::fmsubD),
  FNMSUB_D("fnmsub.d", "rs3 01 rs2 rs1 rm rd 1001011", F4, SEQUENTIAL, Floats::fnmsubD),
  FNMADD_D("fnmadd.d", "rs3 01 rs2 rs1 rm rd 1001111", F4, SEQUENTIAL, Floats::fnmaddD),
  FADD_D("fadd.d", "0000001 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, Floats::faddD),
  FSUB_D("fsub.d", "0000101 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, Floats::fsubD),
  FMUL_D("fmul.d", "0001001 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, Floats::fmulD),
  FDIV_D("fdiv.d", "0001101 rs2 rs1 rm rd 1010011", F_RM, SEQUENTIAL, Floats::fdivD),
  FSQRT_D("fsqrt.d", "0101101 00000 rs1 rm rd 1010011", F1_RM, SEQUENTIAL, Floats::fsqrtD),
  FSGNJ_D("fsgnj.d", "0010001 rs2 rs1 000 rd 1010011", F, SEQUENTIAL, Floats::fsgnjD),
  FSGNJN_D("fsgnjn.d", "0010001 rs2 rs1 001 rd 1010011", F, SEQUENTIAL, Floats::fsgnjnD),
  FSGNJX_D("fsgnjx.d", "0010001 rs2 rs1 010 rd 1010011", F, SEQUENTIAL, Floats::fsgnjxD),
  FMIN_D("fmin.d", "0010101 rs2 rs1 000 rd 1010011", F, SEQUENTIAL, Floats::fminD),
  FMAX_D("fmax.d", "0010101 rs2 rs1 001 rd 1010011", F, SEQUENTIAL, Floats::fmaxD),
  FLE_D("fle.d", "1010001 rs2 rs1 000 rd 1010011", F_COMPARE, SEQUENTIAL, Floats::fleD),
  FLT_D("flt.d", "1010001 rs2 rs1 001 rd 1010011", F_COMPARE, SEQUENTIAL, Floats::fltD),
  FEQ_D("feq.d", "1010001 rs2 rs1 010 rd 1010011", F_COMPARE, SEQUENTIAL, Floats::feqD),
  FCLASS_D("fclass.d", "1110001 00000 rs1 001 rd 1010011", F_TO_X, SEQUENTIAL, Floats::fclassD),
  FCVT_W_D("fcvt.w.d", "1100001 00000 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL, Floats::fcvtWD),
  FCVT_WU_D("fcvt.wu.d", "1100001 00001 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL, Floats::fcvtWuD),
  FCVT_L_D("fcvt.l.d", "1100001 00010 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL, Floats::fcvtLD),
  FCVT_LU_D("fcvt.lu.d", "1100001 00011 rs1 rm rd 1010011", F_TO_X_RM, SEQUENTIAL, Floats::fcvtLuD),
  FCVT_D_W("fcvt.d.w", "1101001 00000 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL, Floats::fcvtDW),
  FCVT_D_WU("fcvt.d.wu", "1101001 00001 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL, Floats::fcvtDWu),
  FCVT_D_L("fcvt.d.l", "1101001 00010 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL, Floats::fcvtDL),
  FCVT_D_LU("fcvt.d.lu", "1101001 00011 rs1 rm rd 1010011", X_TO_F_RM, SEQUENTIAL, Floats::fcvtDLu),
  FMV_X_D("fmv.x.d", "1110001 00000 rs1 000 rd 1010011", F_TO_X, SEQUENTIAL, Floats::fmvXD),
  FMV_D_X("fmv.d.x", "1111001 00000 rs1 000 rd 1010011", X_TO_F, SEQUENTIAL, Floats::fmvDX),
  FCVT_S_D("fcvt.s.d", "0100000 00001 rs1 rm rd 1010011", F1_RM, SEQUENTIAL, Floats::fcvtSD),
  FCVT_D_S("fcvt.d.s", "0100001 00000 rs1 rm rd 1010011", F1_RM, SEQUENTIAL, Floats::fcvtDS),

  // ---- Zba
  ADD_UW("add.uw", "0000100 rs2 rs1 000 rd 0111011", R, SEQUENTIAL, Bits::addUw),
  SH1ADD("sh1add", "0010000 rs2 rs1 010 rd 0110011", R, SEQUENTIAL, Bits::sh1add),
  SH1ADD_UW("sh1add.uw", "0010000 rs2 rs1 010 rd 0111011", R, SEQUENTIAL, Bits::sh1addUw),
  SH2ADD("sh2add", "0010000 rs2 rs1 100 rd 0110011", R, SEQUENTIAL, Bits::sh2add),
  SH2ADD_UW("sh2add.uw", "0010000 rs2 rs1 100 rd 0111011", R, SEQUENTIAL, Bits::sh2addUw),
  SH3ADD("sh3add", "0010000 rs2 rs1 110 rd 0110011", R, SEQUENTIAL, Bits::sh3add),
  SH3ADD_UW("sh3add.uw", "0010000 rs2 rs1 110 rd 0111011", R, SEQUENTIAL, Bits::sh3addUw),
  SLLI_UW("slli.uw", "000010 uimm5:0 rs1 001 rd 0011011", SHIFT, SEQUENTIAL, Bits::slliUw),

  // ---- Zbb
  ANDN("andn", "0100000 rs2 rs1 111 rd 0110011", R, SEQUENTIAL, Bits::andn),
  ORN("orn", "0100000 rs2 rs1 110 rd 0110011", R, SEQUENTIAL, Bits::orn),
  XNOR("xnor", "0100000 rs2 rs1 100 rd 0110011", R, SEQUENTIAL, Bits::xnor),
  MIN("min", "0000101 rs2 rs1 100 rd 0110011", R, SEQUENTIAL, Bits::min),
  MINU("minu", "0000101 rs2 rs1 101 rd 0110011", R, SEQUENTIAL, Bits::minu),
  MAX("max", "0000101 rs2 rs1 110 rd 0110011", R, SEQUENTIAL, Bits::max),
  MAXU("maxu", "0000101 rs2 rs1 111 rd 0110011", R, SEQUENTIAL, Bits::maxu),
  ROL("rol", "0110000 rs2 rs1 001 rd 0110011", R, SEQUENTIAL, Bits::rol),
  ROR("ror", "0110000 rs2 rs1 101 rd 0110011", R, SEQUENTIAL, Bits::ror),
  ROLW("rolw", "0110000 rs2 rs1 001 rd 0111011", R, SEQUENTIAL, Bits::rolw),
  RORW("rorw", "0110000 rs2 rs1 101 rd 0111011", R, SEQUENTIAL, Bits::rorw),
  RORI("rori", "011000 uimm5:0 rs1 101 rd 0010011", SHIFT, SEQUENTIAL, Bits::rori),
  RORIW("roriw", "0110000 uimm4:0 rs1 101 rd 0011011", SHIFT, SEQUENTIAL, Bits::roriw),
  CLZ("clz", "011000000000 rs1 001 rd 0010011", R1, SEQUENTIAL, Bits::clz),
  CLZW("clzw", "011000000000 rs1 001 rd 0011011", R1, SEQUENTIAL, Bits::clzw),
  CTZ("ctz", "011000000001 rs1 001 rd 0010011", R1, SEQUENTIAL, Bits::ctz),
  CTZW("ctzw", "011000000001 rs1 001 rd 0011011", R1, SEQUENTIAL, Bits::ctzw),
  CPOP("cpop", "011000000010 rs1 001 rd 0010011", R1, SEQUENTIAL, Bits::cpop),
  CPOPW("cpopw", "011000000010 rs1 001 rd 0011011", R1, SEQUENTIAL, Bits::cpopw),
  SEXT_B("sext.b", "011000000100 rs1 001 rd 0010011", R1, SEQUENTIAL, Bits::sextB),
  SEXT_H("sext.h", "011000000101 rs1 001 rd 0010011", R1, SEQUENTIAL, Bits::sextH),
  ZEXT_H("zext.h", "000010000000 rs1 100 rd 0111011", R1, SEQUENTIAL, Bits::zextH),
  REV8("rev8", "011010111000 rs1 101 rd 0010011", R1, SEQUENTIAL, Bits::rev8),
  ORC_B("orc.b", "001010000111 rs1 101 rd 0010011", R1, SEQUENTIAL, Bits::orcb),

  // ---- Zbs
  BCLR("bclr", "0100100 rs2 rs1 001 rd 0110011", R, SEQUENTIAL, Bits::bclr),
  BCLRI("bclri", "010010 uimm5:0 rs1 001 rd 0010011", SHIFT, SEQUENTIAL, Bits::bclri),
  BEXT("bext", "0100100 rs2 rs1 101 rd 0110011", R, SEQUENTIAL, Bits::bext),
  BEXTI("bexti", "010010 uimm5:0 rs1 101 rd 0010011", SHIFT, SEQUENTIAL, Bits::bexti),
  BINV("binv", "0110100 rs2 rs1 001 rd 0110011", R, SEQUENTIAL, Bits::binv),
  BINVI("binvi", "011010 uimm5:0 rs1 001 rd 0010011", SHIFT, SEQUENTIAL, Bits::binvi),
  BSET("bset", "0010100 rs2 rs1 001 rd 0110011", R, SEQUENTIAL, Bits::bset),
  BSETI("bseti", "001010 uimm5:0 rs1 001 rd 0010011", SHIFT, SEQUENTIAL, Bits::bseti),

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

  private final String mnemonic;
  private final Pattern pattern;
  private final Format format;
  private final ControlFlow flow;
  private final Semantics semantics;
  private final Insn expansion;

  Insn(String mnemonic, String pattern, Format format, ControlFlow flow, Semantics semantics) {
    this.mnemonic = mnemonic;
    this.pattern = new Pattern(pattern);
    this.format = format;
    this.flow = flow;
    this.semantics = semantics;
    this.expansion = null;
  }

  Insn(String mnemonic, String pattern, Insn expansion) {
    this.mnemonic = mnemonic;
    this.pattern = new Pattern(pattern);
    this.format = expansion.format;
    this.flow = expansion.flow;
    this.semantics = expansion.semantics;
    this.expansion = expansion;
  }

  /**
   * As the specification writes it, without ordering suffixes: {@code amoadd.w}, {@code c.addi}.
   */
  public String mnemonic() {
    return mnemonic;
  }

  public Pattern pattern() {
    return pattern;
  }

  public Format format() {
    return format;
  }

  public ControlFlow flow() {
    return flow;
  }

  public Semantics semantics() {
    return semantics;
  }

  /** Whether the encoding is 16 bits wide; such a row never is {@link Decoded#insn}. */
  public boolean isCompressed() {
    return expansion != null;
  }

  /** The instruction a compressed row stands for; null for a 32-bit row. */
  public Insn expansion() {
    return expansion;
  }

  /** Whether the encoding has a rounding-mode field, so that {@link Decoded#rm} means something. */
  public boolean hasRoundingMode() {
    return pattern.hasRm;
  }

  /** Whether the instruction is the last of its node (rules.md 1). */
  public boolean endsNode() {
    return flow != ControlFlow.SEQUENTIAL;
  }
}
