package bbt.ptg.arm64;

import static bbt.ptg.arm64.A64Format.*;
import static bbt.ptg.arm64.semantics.Width.*;
import static bbt.ptg.guest.ControlFlow.*;

import bbt.ptg.arm64.semantics.A64Rtl;
import bbt.ptg.arm64.semantics.A64SystemOp;
import bbt.ptg.arm64.semantics.AddSubtract;
import bbt.ptg.arm64.semantics.BitFields;
import bbt.ptg.arm64.semantics.Branches;
import bbt.ptg.arm64.semantics.ConditionalData;
import bbt.ptg.arm64.semantics.ExclusiveAccess;
import bbt.ptg.arm64.semantics.LoadStore;
import bbt.ptg.arm64.semantics.LogicMove;
import bbt.ptg.arm64.semantics.Multiply;
import bbt.ptg.arm64.semantics.VectorLoadStore;
import bbt.ptg.arm64.semantics.Width;
import bbt.ptg.guest.ControlFlow;
import bbt.ptg.guest.InstructionClass;
import bbt.ptg.guest.InstructionRow;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.guest.rtl.Pure;

/**
 * The instruction table of AArch64: one row per instruction, from which decoder, disassembler,
 * control flow, semantics and {@code docs/isa-arm64.md} are derived.
 *
 * <p>A row is mnemonic, width of the registers, encoding (see {@link A64Pattern}), assembly format,
 * and control flow and cost where they are not those of most of its format; its semantics is the
 * case of the same name in {@link #apply}. Forms of 32 and of 64 bits are rows of their own, so
 * that nothing in a row's semantics depends on bits of its encoding but by operands. What no row
 * matches is undefined.
 */
public enum A64Insn implements InstructionRow {

  // ---- add and subtract
  ADD_IMM_W("add", W, "0 0 0 100010 shift12 uimm11:0 rn rd", ADD_IMMEDIATE),
  ADD_IMM_X("add", X, "1 0 0 100010 shift12 uimm11:0 rn rd", ADD_IMMEDIATE),
  ADDS_IMM_W("adds", W, "0 0 1 100010 shift12 uimm11:0 rn rd", ADDS_IMMEDIATE),
  ADDS_IMM_X("adds", X, "1 0 1 100010 shift12 uimm11:0 rn rd", ADDS_IMMEDIATE),
  SUB_IMM_W("sub", W, "0 1 0 100010 shift12 uimm11:0 rn rd", ADD_IMMEDIATE),
  SUB_IMM_X("sub", X, "1 1 0 100010 shift12 uimm11:0 rn rd", ADD_IMMEDIATE),
  SUBS_IMM_W("subs", W, "0 1 1 100010 shift12 uimm11:0 rn rd", ADDS_IMMEDIATE),
  SUBS_IMM_X("subs", X, "1 1 1 100010 shift12 uimm11:0 rn rd", ADDS_IMMEDIATE),
  ADD_SHIFT_W("add", W, "0 0 0 01011 shift 0 rm 0 amount4:0 rn rd ; shift!3", SHIFTED),
  ADD_SHIFT_X("add", X, "1 0 0 01011 shift 0 rm amount5:0 rn rd ; shift!3", SHIFTED),
  ADDS_SHIFT_W("adds", W, "0 0 1 01011 shift 0 rm 0 amount4:0 rn rd ; shift!3", SHIFTED),
  ADDS_SHIFT_X("adds", X, "1 0 1 01011 shift 0 rm amount5:0 rn rd ; shift!3", SHIFTED),
  SUB_SHIFT_W("sub", W, "0 1 0 01011 shift 0 rm 0 amount4:0 rn rd ; shift!3", SHIFTED),
  SUB_SHIFT_X("sub", X, "1 1 0 01011 shift 0 rm amount5:0 rn rd ; shift!3", SHIFTED),
  SUBS_SHIFT_W("subs", W, "0 1 1 01011 shift 0 rm 0 amount4:0 rn rd ; shift!3", SHIFTED),
  SUBS_SHIFT_X("subs", X, "1 1 1 01011 shift 0 rm amount5:0 rn rd ; shift!3", SHIFTED),
  ADD_EXT_W("add", W, "0 0 0 01011 001 rm option amount2:0 rn rd ; amount!5,6,7", ADD_EXTENDED),
  ADD_EXT_X("add", X, "1 0 0 01011 001 rm option amount2:0 rn rd ; amount!5,6,7", ADD_EXTENDED),
  ADDS_EXT_W("adds", W, "0 0 1 01011 001 rm option amount2:0 rn rd ; amount!5,6,7", ADDS_EXTENDED),
  ADDS_EXT_X("adds", X, "1 0 1 01011 001 rm option amount2:0 rn rd ; amount!5,6,7", ADDS_EXTENDED),
  SUB_EXT_W("sub", W, "0 1 0 01011 001 rm option amount2:0 rn rd ; amount!5,6,7", ADD_EXTENDED),
  SUB_EXT_X("sub", X, "1 1 0 01011 001 rm option amount2:0 rn rd ; amount!5,6,7", ADD_EXTENDED),
  SUBS_EXT_W("subs", W, "0 1 1 01011 001 rm option amount2:0 rn rd ; amount!5,6,7", ADDS_EXTENDED),
  SUBS_EXT_X("subs", X, "1 1 1 01011 001 rm option amount2:0 rn rd ; amount!5,6,7", ADDS_EXTENDED),
  ADC_W("adc", W, "0 0 0 11010000 rm 000000 rn rd", R3),
  ADC_X("adc", X, "1 0 0 11010000 rm 000000 rn rd", R3),
  ADCS_W("adcs", W, "0 0 1 11010000 rm 000000 rn rd", R3),
  ADCS_X("adcs", X, "1 0 1 11010000 rm 000000 rn rd", R3),
  SBC_W("sbc", W, "0 1 0 11010000 rm 000000 rn rd", R3),
  SBC_X("sbc", X, "1 1 0 11010000 rm 000000 rn rd", R3),
  SBCS_W("sbcs", W, "0 1 1 11010000 rm 000000 rn rd", R3),
  SBCS_X("sbcs", X, "1 1 1 11010000 rm 000000 rn rd", R3),

  // ---- logic
  AND_IMM_W("and", W, "0 00 100100 bitmask rn rd ; imm!0", LOGIC_IMMEDIATE),
  AND_IMM_X("and", X, "1 00 100100 bitmask rn rd ; imm!0", LOGIC_IMMEDIATE),
  ORR_IMM_W("orr", W, "0 01 100100 bitmask rn rd ; imm!0", LOGIC_IMMEDIATE),
  ORR_IMM_X("orr", X, "1 01 100100 bitmask rn rd ; imm!0", LOGIC_IMMEDIATE),
  EOR_IMM_W("eor", W, "0 10 100100 bitmask rn rd ; imm!0", LOGIC_IMMEDIATE),
  EOR_IMM_X("eor", X, "1 10 100100 bitmask rn rd ; imm!0", LOGIC_IMMEDIATE),
  ANDS_IMM_W("ands", W, "0 11 100100 bitmask rn rd ; imm!0", ANDS_IMMEDIATE),
  ANDS_IMM_X("ands", X, "1 11 100100 bitmask rn rd ; imm!0", ANDS_IMMEDIATE),
  AND_SHIFT_W("and", W, "0 00 01010 shift 0 rm 0 amount4:0 rn rd", SHIFTED),
  AND_SHIFT_X("and", X, "1 00 01010 shift 0 rm amount5:0 rn rd", SHIFTED),
  BIC_SHIFT_W("bic", W, "0 00 01010 shift 1 rm 0 amount4:0 rn rd", SHIFTED),
  BIC_SHIFT_X("bic", X, "1 00 01010 shift 1 rm amount5:0 rn rd", SHIFTED),
  ORR_SHIFT_W("orr", W, "0 01 01010 shift 0 rm 0 amount4:0 rn rd", SHIFTED),
  ORR_SHIFT_X("orr", X, "1 01 01010 shift 0 rm amount5:0 rn rd", SHIFTED),
  ORN_SHIFT_W("orn", W, "0 01 01010 shift 1 rm 0 amount4:0 rn rd", SHIFTED),
  ORN_SHIFT_X("orn", X, "1 01 01010 shift 1 rm amount5:0 rn rd", SHIFTED),
  EOR_SHIFT_W("eor", W, "0 10 01010 shift 0 rm 0 amount4:0 rn rd", SHIFTED),
  EOR_SHIFT_X("eor", X, "1 10 01010 shift 0 rm amount5:0 rn rd", SHIFTED),
  EON_SHIFT_W("eon", W, "0 10 01010 shift 1 rm 0 amount4:0 rn rd", SHIFTED),
  EON_SHIFT_X("eon", X, "1 10 01010 shift 1 rm amount5:0 rn rd", SHIFTED),
  ANDS_SHIFT_W("ands", W, "0 11 01010 shift 0 rm 0 amount4:0 rn rd", SHIFTED),
  ANDS_SHIFT_X("ands", X, "1 11 01010 shift 0 rm amount5:0 rn rd", SHIFTED),
  BICS_SHIFT_W("bics", W, "0 11 01010 shift 1 rm 0 amount4:0 rn rd", SHIFTED),
  BICS_SHIFT_X("bics", X, "1 11 01010 shift 1 rm amount5:0 rn rd", SHIFTED),

  // ---- moves of constants, addresses
  MOVN_W("movn", W, "0 00 100101 shift16 uimm15:0 rd ; shift16!2,3", MOVE_WIDE),
  MOVN_X("movn", X, "1 00 100101 shift16 uimm15:0 rd", MOVE_WIDE),
  MOVZ_W("movz", W, "0 10 100101 shift16 uimm15:0 rd ; shift16!2,3", MOVE_WIDE),
  MOVZ_X("movz", X, "1 10 100101 shift16 uimm15:0 rd", MOVE_WIDE),
  MOVK_W("movk", W, "0 11 100101 shift16 uimm15:0 rd ; shift16!2,3", MOVE_WIDE),
  MOVK_X("movk", X, "1 11 100101 shift16 uimm15:0 rd", MOVE_WIDE),
  ADR("adr", X, "0 imm1:0 10000 imm20:2 rd", ADDRESS),
  ADRP("adrp", X, "1 imm13:12 10000 imm32:14 rd", PAGE_ADDRESS),

  // ---- bit fields
  SBFM_W("sbfm", W, "0 00 100110 0 0 immr4:0 0 imms4:0 rn rd", BIT_FIELD),
  SBFM_X("sbfm", X, "1 00 100110 1 immr5:0 imms5:0 rn rd", BIT_FIELD),
  BFM_W("bfm", W, "0 01 100110 0 0 immr4:0 0 imms4:0 rn rd", BIT_FIELD),
  BFM_X("bfm", X, "1 01 100110 1 immr5:0 imms5:0 rn rd", BIT_FIELD),
  UBFM_W("ubfm", W, "0 10 100110 0 0 immr4:0 0 imms4:0 rn rd", BIT_FIELD),
  UBFM_X("ubfm", X, "1 10 100110 1 immr5:0 imms5:0 rn rd", BIT_FIELD),
  EXTR_W("extr", W, "0 00 100111 0 0 rm 0 uimm4:0 rn rd", EXTRACT),
  EXTR_X("extr", X, "1 00 100111 1 0 rm uimm5:0 rn rd", EXTRACT),

  // ---- conditional compare and select
  CCMN_REG_W("ccmn", W, "0 0 1 11010010 rm cond 00 rn 0 nzcv3:0", COMPARE_REGISTER),
  CCMN_IMM_W("ccmn", W, "0 0 1 11010010 uimm4:0 cond 10 rn 0 nzcv3:0", COMPARE_IMMEDIATE),
  CCMN_REG_X("ccmn", X, "1 0 1 11010010 rm cond 00 rn 0 nzcv3:0", COMPARE_REGISTER),
  CCMN_IMM_X("ccmn", X, "1 0 1 11010010 uimm4:0 cond 10 rn 0 nzcv3:0", COMPARE_IMMEDIATE),
  CCMP_REG_W("ccmp", W, "0 1 1 11010010 rm cond 00 rn 0 nzcv3:0", COMPARE_REGISTER),
  CCMP_IMM_W("ccmp", W, "0 1 1 11010010 uimm4:0 cond 10 rn 0 nzcv3:0", COMPARE_IMMEDIATE),
  CCMP_REG_X("ccmp", X, "1 1 1 11010010 rm cond 00 rn 0 nzcv3:0", COMPARE_REGISTER),
  CCMP_IMM_X("ccmp", X, "1 1 1 11010010 uimm4:0 cond 10 rn 0 nzcv3:0", COMPARE_IMMEDIATE),
  CSEL_W("csel", W, "0 0 0 11010100 rm cond 00 rn rd", SELECT),
  CSEL_X("csel", X, "1 0 0 11010100 rm cond 00 rn rd", SELECT),
  CSINC_W("csinc", W, "0 0 0 11010100 rm cond 01 rn rd", SELECT),
  CSINC_X("csinc", X, "1 0 0 11010100 rm cond 01 rn rd", SELECT),
  CSINV_W("csinv", W, "0 1 0 11010100 rm cond 00 rn rd", SELECT),
  CSINV_X("csinv", X, "1 1 0 11010100 rm cond 00 rn rd", SELECT),
  CSNEG_W("csneg", W, "0 1 0 11010100 rm cond 01 rn rd", SELECT),
  CSNEG_X("csneg", X, "1 1 0 11010100 rm cond 01 rn rd", SELECT),

  // ---- one source
  RBIT_W("rbit", W, "0 1 0 11010110 00000 000000 rn rd", R2),
  RBIT_X("rbit", X, "1 1 0 11010110 00000 000000 rn rd", R2),
  REV16_W("rev16", W, "0 1 0 11010110 00000 000001 rn rd", R2),
  REV16_X("rev16", X, "1 1 0 11010110 00000 000001 rn rd", R2),
  REV_W("rev", W, "0 1 0 11010110 00000 000010 rn rd", R2),
  REV32_X("rev32", X, "1 1 0 11010110 00000 000010 rn rd", R2),
  REV_X("rev", X, "1 1 0 11010110 00000 000011 rn rd", R2),
  CLZ_W("clz", W, "0 1 0 11010110 00000 000100 rn rd", R2),
  CLZ_X("clz", X, "1 1 0 11010110 00000 000100 rn rd", R2),
  CLS_W("cls", W, "0 1 0 11010110 00000 000101 rn rd", R2),
  CLS_X("cls", X, "1 1 0 11010110 00000 000101 rn rd", R2),

  // ---- two sources
  UDIV_W("udiv", W, "0 0 0 11010110 rm 000010 rn rd", R3, SEQUENTIAL, InstructionClass.DIV),
  UDIV_X("udiv", X, "1 0 0 11010110 rm 000010 rn rd", R3, SEQUENTIAL, InstructionClass.DIV),
  SDIV_W("sdiv", W, "0 0 0 11010110 rm 000011 rn rd", R3, SEQUENTIAL, InstructionClass.DIV),
  SDIV_X("sdiv", X, "1 0 0 11010110 rm 000011 rn rd", R3, SEQUENTIAL, InstructionClass.DIV),
  LSLV_W("lsl", W, "0 0 0 11010110 rm 001000 rn rd", R3),
  LSLV_X("lsl", X, "1 0 0 11010110 rm 001000 rn rd", R3),
  LSRV_W("lsr", W, "0 0 0 11010110 rm 001001 rn rd", R3),
  LSRV_X("lsr", X, "1 0 0 11010110 rm 001001 rn rd", R3),
  ASRV_W("asr", W, "0 0 0 11010110 rm 001010 rn rd", R3),
  ASRV_X("asr", X, "1 0 0 11010110 rm 001010 rn rd", R3),
  RORV_W("ror", W, "0 0 0 11010110 rm 001011 rn rd", R3),
  RORV_X("ror", X, "1 0 0 11010110 rm 001011 rn rd", R3),
  CRC32B("crc32b", W, "0 0 0 11010110 rm 010000 rn rd", CRC),
  CRC32H("crc32h", W, "0 0 0 11010110 rm 010001 rn rd", CRC),
  CRC32W("crc32w", W, "0 0 0 11010110 rm 010010 rn rd", CRC),
  CRC32X("crc32x", X, "1 0 0 11010110 rm 010011 rn rd", CRC),
  CRC32CB("crc32cb", W, "0 0 0 11010110 rm 010100 rn rd", CRC),
  CRC32CH("crc32ch", W, "0 0 0 11010110 rm 010101 rn rd", CRC),
  CRC32CW("crc32cw", W, "0 0 0 11010110 rm 010110 rn rd", CRC),
  CRC32CX("crc32cx", X, "1 0 0 11010110 rm 010111 rn rd", CRC),

  // ---- three sources
  MADD_W("madd", W, "0 00 11011 000 rm 0 ra rn rd", R4, SEQUENTIAL, InstructionClass.MUL),
  MADD_X("madd", X, "1 00 11011 000 rm 0 ra rn rd", R4, SEQUENTIAL, InstructionClass.MUL),
  MSUB_W("msub", W, "0 00 11011 000 rm 1 ra rn rd", R4, SEQUENTIAL, InstructionClass.MUL),
  MSUB_X("msub", X, "1 00 11011 000 rm 1 ra rn rd", R4, SEQUENTIAL, InstructionClass.MUL),
  SMADDL(
      "smaddl", X, "1 00 11011 001 rm 0 ra rn rd", LONG_PRODUCT, SEQUENTIAL, InstructionClass.MUL),
  SMSUBL(
      "smsubl", X, "1 00 11011 001 rm 1 ra rn rd", LONG_PRODUCT, SEQUENTIAL, InstructionClass.MUL),
  UMADDL(
      "umaddl", X, "1 00 11011 101 rm 0 ra rn rd", LONG_PRODUCT, SEQUENTIAL, InstructionClass.MUL),
  UMSUBL(
      "umsubl", X, "1 00 11011 101 rm 1 ra rn rd", LONG_PRODUCT, SEQUENTIAL, InstructionClass.MUL),
  SMULH("smulh", X, "1 00 11011 010 rm 0 unused rn rd", R3, SEQUENTIAL, InstructionClass.MUL),
  UMULH("umulh", X, "1 00 11011 110 rm 0 unused rn rd", R3, SEQUENTIAL, InstructionClass.MUL),

  // ---- branches
  B("b", X, "0 00101 imm27:2", JUMP, DIRECT_JUMP),
  BL("bl", X, "1 00101 imm27:2", JUMP, DIRECT_JUMP),
  B_COND("b.", X, "0101010 0 imm20:2 0 cond", BRANCH, CONDITIONAL_BRANCH),
  CBZ_W("cbz", W, "0 011010 0 imm20:2 rt", COMPARE_BRANCH, CONDITIONAL_BRANCH),
  CBZ_X("cbz", X, "1 011010 0 imm20:2 rt", COMPARE_BRANCH, CONDITIONAL_BRANCH),
  CBNZ_W("cbnz", W, "0 011010 1 imm20:2 rt", COMPARE_BRANCH, CONDITIONAL_BRANCH),
  CBNZ_X("cbnz", X, "1 011010 1 imm20:2 rt", COMPARE_BRANCH, CONDITIONAL_BRANCH),
  TBZ_W("tbz", W, "0 011011 0 bit4:0 imm15:2 rt", TEST_BRANCH, CONDITIONAL_BRANCH),
  TBZ_X("tbz", X, "1 011011 0 bit4:0 imm15:2 rt", TEST_BRANCH, CONDITIONAL_BRANCH),
  TBNZ_W("tbnz", W, "0 011011 1 bit4:0 imm15:2 rt", TEST_BRANCH, CONDITIONAL_BRANCH),
  TBNZ_X("tbnz", X, "1 011011 1 bit4:0 imm15:2 rt", TEST_BRANCH, CONDITIONAL_BRANCH),
  BR("br", X, "1101011 0000 11111 000000 rn 00000", JUMP_REGISTER, INDIRECT_JUMP),
  BLR("blr", X, "1101011 0001 11111 000000 rn 00000", JUMP_REGISTER, INDIRECT_JUMP),
  RET("ret", X, "1101011 0010 11111 000000 rn 00000", JUMP_REGISTER, INDIRECT_JUMP),
  ERET(
      "eret",
      X,
      "1101011 0100 11111 000000 11111 00000",
      NONE,
      TRAP_RETURN,
      InstructionClass.SYSTEM),

  // ---- loads and stores: base and scaled offset
  STRB("strb", W, "00 111001 00 uimm11:0 rn rt", OFFSET, SEQUENTIAL, InstructionClass.STORE),
  LDRB("ldrb", W, "00 111001 01 uimm11:0 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDRSB_X("ldrsb", X, "00 111001 10 uimm11:0 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDRSB_W("ldrsb", W, "00 111001 11 uimm11:0 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  STRH("strh", W, "01 111001 00 uimm12:1 rn rt", OFFSET, SEQUENTIAL, InstructionClass.STORE),
  LDRH("ldrh", W, "01 111001 01 uimm12:1 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDRSH_X("ldrsh", X, "01 111001 10 uimm12:1 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDRSH_W("ldrsh", W, "01 111001 11 uimm12:1 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  STR_W("str", W, "10 111001 00 uimm13:2 rn rt", OFFSET, SEQUENTIAL, InstructionClass.STORE),
  LDR_W("ldr", W, "10 111001 01 uimm13:2 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDRSW("ldrsw", X, "10 111001 10 uimm13:2 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  STR_X("str", X, "11 111001 00 uimm14:3 rn rt", OFFSET, SEQUENTIAL, InstructionClass.STORE),
  LDR_X("ldr", X, "11 111001 01 uimm14:3 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  PRFM("prfm", X, "11 111001 10 uimm14:3 rn rt", PREFETCH_OFFSET, SEQUENTIAL, InstructionClass.ALU),

  // ---- base and unscaled offset
  STURB("sturb", W, "00 111000 00 0 imm8:0 00 rn rt", OFFSET, SEQUENTIAL, InstructionClass.STORE),
  LDURB("ldurb", W, "00 111000 01 0 imm8:0 00 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDURSB_X(
      "ldursb", X, "00 111000 10 0 imm8:0 00 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDURSB_W(
      "ldursb", W, "00 111000 11 0 imm8:0 00 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  STURH("sturh", W, "01 111000 00 0 imm8:0 00 rn rt", OFFSET, SEQUENTIAL, InstructionClass.STORE),
  LDURH("ldurh", W, "01 111000 01 0 imm8:0 00 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDURSH_X(
      "ldursh", X, "01 111000 10 0 imm8:0 00 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDURSH_W(
      "ldursh", W, "01 111000 11 0 imm8:0 00 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  STUR_W("stur", W, "10 111000 00 0 imm8:0 00 rn rt", OFFSET, SEQUENTIAL, InstructionClass.STORE),
  LDUR_W("ldur", W, "10 111000 01 0 imm8:0 00 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDURSW("ldursw", X, "10 111000 10 0 imm8:0 00 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  STUR_X("stur", X, "11 111000 00 0 imm8:0 00 rn rt", OFFSET, SEQUENTIAL, InstructionClass.STORE),
  LDUR_X("ldur", X, "11 111000 01 0 imm8:0 00 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  PRFUM(
      "prfum",
      X,
      "11 111000 10 0 imm8:0 00 rn rt",
      PREFETCH_OFFSET,
      SEQUENTIAL,
      InstructionClass.ALU),

  // ---- base, which is moved behind the access
  STRB_POST(
      "strb", W, "00 111000 00 0 imm8:0 01 rn rt", POST_INDEX, SEQUENTIAL, InstructionClass.STORE),
  LDRB_POST(
      "ldrb", W, "00 111000 01 0 imm8:0 01 rn rt", POST_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  LDRSB_X_POST(
      "ldrsb", X, "00 111000 10 0 imm8:0 01 rn rt", POST_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  LDRSB_W_POST(
      "ldrsb", W, "00 111000 11 0 imm8:0 01 rn rt", POST_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  STRH_POST(
      "strh", W, "01 111000 00 0 imm8:0 01 rn rt", POST_INDEX, SEQUENTIAL, InstructionClass.STORE),
  LDRH_POST(
      "ldrh", W, "01 111000 01 0 imm8:0 01 rn rt", POST_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  LDRSH_X_POST(
      "ldrsh", X, "01 111000 10 0 imm8:0 01 rn rt", POST_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  LDRSH_W_POST(
      "ldrsh", W, "01 111000 11 0 imm8:0 01 rn rt", POST_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  STR_W_POST(
      "str", W, "10 111000 00 0 imm8:0 01 rn rt", POST_INDEX, SEQUENTIAL, InstructionClass.STORE),
  LDR_W_POST(
      "ldr", W, "10 111000 01 0 imm8:0 01 rn rt", POST_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  LDRSW_POST(
      "ldrsw", X, "10 111000 10 0 imm8:0 01 rn rt", POST_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  STR_X_POST(
      "str", X, "11 111000 00 0 imm8:0 01 rn rt", POST_INDEX, SEQUENTIAL, InstructionClass.STORE),
  LDR_X_POST(
      "ldr", X, "11 111000 01 0 imm8:0 01 rn rt", POST_INDEX, SEQUENTIAL, InstructionClass.LOAD),

  // ---- base, which is moved before the access
  STRB_PRE(
      "strb", W, "00 111000 00 0 imm8:0 11 rn rt", PRE_INDEX, SEQUENTIAL, InstructionClass.STORE),
  LDRB_PRE(
      "ldrb", W, "00 111000 01 0 imm8:0 11 rn rt", PRE_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  LDRSB_X_PRE(
      "ldrsb", X, "00 111000 10 0 imm8:0 11 rn rt", PRE_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  LDRSB_W_PRE(
      "ldrsb", W, "00 111000 11 0 imm8:0 11 rn rt", PRE_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  STRH_PRE(
      "strh", W, "01 111000 00 0 imm8:0 11 rn rt", PRE_INDEX, SEQUENTIAL, InstructionClass.STORE),
  LDRH_PRE(
      "ldrh", W, "01 111000 01 0 imm8:0 11 rn rt", PRE_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  LDRSH_X_PRE(
      "ldrsh", X, "01 111000 10 0 imm8:0 11 rn rt", PRE_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  LDRSH_W_PRE(
      "ldrsh", W, "01 111000 11 0 imm8:0 11 rn rt", PRE_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  STR_W_PRE(
      "str", W, "10 111000 00 0 imm8:0 11 rn rt", PRE_INDEX, SEQUENTIAL, InstructionClass.STORE),
  LDR_W_PRE(
      "ldr", W, "10 111000 01 0 imm8:0 11 rn rt", PRE_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  LDRSW_PRE(
      "ldrsw", X, "10 111000 10 0 imm8:0 11 rn rt", PRE_INDEX, SEQUENTIAL, InstructionClass.LOAD),
  STR_X_PRE(
      "str", X, "11 111000 00 0 imm8:0 11 rn rt", PRE_INDEX, SEQUENTIAL, InstructionClass.STORE),
  LDR_X_PRE(
      "ldr", X, "11 111000 01 0 imm8:0 11 rn rt", PRE_INDEX, SEQUENTIAL, InstructionClass.LOAD),

  // ---- base and register
  STRB_REG(
      "strb",
      W,
      "00 111000 00 1 rm option scaled 10 rn rt ; option!0,1,4,5",
      INDEXED,
      SEQUENTIAL,
      InstructionClass.STORE),
  LDRB_REG(
      "ldrb",
      W,
      "00 111000 01 1 rm option scaled 10 rn rt ; option!0,1,4,5",
      INDEXED,
      SEQUENTIAL,
      InstructionClass.LOAD),
  LDRSB_X_REG(
      "ldrsb",
      X,
      "00 111000 10 1 rm option scaled 10 rn rt ; option!0,1,4,5",
      INDEXED,
      SEQUENTIAL,
      InstructionClass.LOAD),
  LDRSB_W_REG(
      "ldrsb",
      W,
      "00 111000 11 1 rm option scaled 10 rn rt ; option!0,1,4,5",
      INDEXED,
      SEQUENTIAL,
      InstructionClass.LOAD),
  STRH_REG(
      "strh",
      W,
      "01 111000 00 1 rm option scaled 10 rn rt ; option!0,1,4,5",
      INDEXED,
      SEQUENTIAL,
      InstructionClass.STORE),
  LDRH_REG(
      "ldrh",
      W,
      "01 111000 01 1 rm option scaled 10 rn rt ; option!0,1,4,5",
      INDEXED,
      SEQUENTIAL,
      InstructionClass.LOAD),
  LDRSH_X_REG(
      "ldrsh",
      X,
      "01 111000 10 1 rm option scaled 10 rn rt ; option!0,1,4,5",
      INDEXED,
      SEQUENTIAL,
      InstructionClass.LOAD),
  LDRSH_W_REG(
      "ldrsh",
      W,
      "01 111000 11 1 rm option scaled 10 rn rt ; option!0,1,4,5",
      INDEXED,
      SEQUENTIAL,
      InstructionClass.LOAD),
  STR_W_REG(
      "str",
      W,
      "10 111000 00 1 rm option scaled 10 rn rt ; option!0,1,4,5",
      INDEXED,
      SEQUENTIAL,
      InstructionClass.STORE),
  LDR_W_REG(
      "ldr",
      W,
      "10 111000 01 1 rm option scaled 10 rn rt ; option!0,1,4,5",
      INDEXED,
      SEQUENTIAL,
      InstructionClass.LOAD),
  LDRSW_REG(
      "ldrsw",
      X,
      "10 111000 10 1 rm option scaled 10 rn rt ; option!0,1,4,5",
      INDEXED,
      SEQUENTIAL,
      InstructionClass.LOAD),
  STR_X_REG(
      "str",
      X,
      "11 111000 00 1 rm option scaled 10 rn rt ; option!0,1,4,5",
      INDEXED,
      SEQUENTIAL,
      InstructionClass.STORE),
  LDR_X_REG(
      "ldr",
      X,
      "11 111000 01 1 rm option scaled 10 rn rt ; option!0,1,4,5",
      INDEXED,
      SEQUENTIAL,
      InstructionClass.LOAD),
  PRFM_REG(
      "prfm",
      X,
      "11 111000 10 1 rm option scaled 10 rn rt ; option!0,1,4,5",
      PREFETCH_INDEXED,
      SEQUENTIAL,
      InstructionClass.ALU),

  // ---- with the rights of a program
  STTRB("sttrb", W, "00 111000 00 0 imm8:0 10 rn rt", OFFSET, SEQUENTIAL, InstructionClass.STORE),
  LDTRB("ldtrb", W, "00 111000 01 0 imm8:0 10 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDTRSB_X(
      "ldtrsb", X, "00 111000 10 0 imm8:0 10 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDTRSB_W(
      "ldtrsb", W, "00 111000 11 0 imm8:0 10 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  STTRH("sttrh", W, "01 111000 00 0 imm8:0 10 rn rt", OFFSET, SEQUENTIAL, InstructionClass.STORE),
  LDTRH("ldtrh", W, "01 111000 01 0 imm8:0 10 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDTRSH_X(
      "ldtrsh", X, "01 111000 10 0 imm8:0 10 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDTRSH_W(
      "ldtrsh", W, "01 111000 11 0 imm8:0 10 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  STTR_W("sttr", W, "10 111000 00 0 imm8:0 10 rn rt", OFFSET, SEQUENTIAL, InstructionClass.STORE),
  LDTR_W("ldtr", W, "10 111000 01 0 imm8:0 10 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDTRSW("ldtrsw", X, "10 111000 10 0 imm8:0 10 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  STTR_X("sttr", X, "11 111000 00 0 imm8:0 10 rn rt", OFFSET, SEQUENTIAL, InstructionClass.STORE),
  LDTR_X("ldtr", X, "11 111000 01 0 imm8:0 10 rn rt", OFFSET, SEQUENTIAL, InstructionClass.LOAD),

  // ---- literals
  LDR_LIT_W("ldr", W, "00 011000 imm20:2 rt", LITERAL, SEQUENTIAL, InstructionClass.LOAD),
  LDR_LIT_X("ldr", X, "01 011000 imm20:2 rt", LITERAL, SEQUENTIAL, InstructionClass.LOAD),
  LDRSW_LIT("ldrsw", X, "10 011000 imm20:2 rt", LITERAL, SEQUENTIAL, InstructionClass.LOAD),
  PRFM_LIT("prfm", X, "11 011000 imm20:2 rt", PREFETCH_LITERAL, SEQUENTIAL, InstructionClass.ALU),

  // ---- pairs
  STNP_W(
      "stnp",
      W,
      "00 101 0 000 0 imm8:2 rt2 rn rt",
      PAIR_OFFSET,
      SEQUENTIAL,
      InstructionClass.STORE),
  LDNP_W(
      "ldnp", W, "00 101 0 000 1 imm8:2 rt2 rn rt", PAIR_OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  STNP_X(
      "stnp",
      X,
      "10 101 0 000 0 imm9:3 rt2 rn rt",
      PAIR_OFFSET,
      SEQUENTIAL,
      InstructionClass.STORE),
  LDNP_X(
      "ldnp", X, "10 101 0 000 1 imm9:3 rt2 rn rt", PAIR_OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  STP_W(
      "stp", W, "00 101 0 010 0 imm8:2 rt2 rn rt", PAIR_OFFSET, SEQUENTIAL, InstructionClass.STORE),
  LDP_W(
      "ldp", W, "00 101 0 010 1 imm8:2 rt2 rn rt", PAIR_OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  LDPSW(
      "ldpsw",
      X,
      "01 101 0 010 1 imm8:2 rt2 rn rt",
      PAIR_OFFSET,
      SEQUENTIAL,
      InstructionClass.LOAD),
  STP_X(
      "stp", X, "10 101 0 010 0 imm9:3 rt2 rn rt", PAIR_OFFSET, SEQUENTIAL, InstructionClass.STORE),
  LDP_X(
      "ldp", X, "10 101 0 010 1 imm9:3 rt2 rn rt", PAIR_OFFSET, SEQUENTIAL, InstructionClass.LOAD),
  STP_Q(
      "stp",
      X,
      "10 101 1 010 0 imm10:4 rt2 rn rt",
      VECTOR_PAIR_OFFSET,
      SEQUENTIAL,
      InstructionClass.STORE),
  STP_Q_PRE(
      "stp",
      X,
      "10 101 1 011 0 imm10:4 rt2 rn rt",
      VECTOR_PAIR_PRE,
      SEQUENTIAL,
      InstructionClass.STORE),
  LDP_Q_PRE("ldp", X, "10 101 1 011 1 imm10:4 rt2 rn rt", VECTOR_PAIR_PRE),
  LDP_Q("ldp", X, "10 101 1 010 1 imm10:4 rt2 rn rt", VECTOR_PAIR_OFFSET),
  STP_W_POST(
      "stp", W, "00 101 0 001 0 imm8:2 rt2 rn rt", PAIR_POST, SEQUENTIAL, InstructionClass.STORE),
  LDP_W_POST(
      "ldp", W, "00 101 0 001 1 imm8:2 rt2 rn rt", PAIR_POST, SEQUENTIAL, InstructionClass.LOAD),
  LDPSW_POST(
      "ldpsw", X, "01 101 0 001 1 imm8:2 rt2 rn rt", PAIR_POST, SEQUENTIAL, InstructionClass.LOAD),
  STP_X_POST(
      "stp", X, "10 101 0 001 0 imm9:3 rt2 rn rt", PAIR_POST, SEQUENTIAL, InstructionClass.STORE),
  LDP_X_POST(
      "ldp", X, "10 101 0 001 1 imm9:3 rt2 rn rt", PAIR_POST, SEQUENTIAL, InstructionClass.LOAD),
  STP_W_PRE(
      "stp", W, "00 101 0 011 0 imm8:2 rt2 rn rt", PAIR_PRE, SEQUENTIAL, InstructionClass.STORE),
  LDP_W_PRE(
      "ldp", W, "00 101 0 011 1 imm8:2 rt2 rn rt", PAIR_PRE, SEQUENTIAL, InstructionClass.LOAD),
  LDPSW_PRE(
      "ldpsw", X, "01 101 0 011 1 imm8:2 rt2 rn rt", PAIR_PRE, SEQUENTIAL, InstructionClass.LOAD),
  STP_X_PRE(
      "stp", X, "10 101 0 011 0 imm9:3 rt2 rn rt", PAIR_PRE, SEQUENTIAL, InstructionClass.STORE),
  LDP_X_PRE(
      "ldp", X, "10 101 0 011 1 imm9:3 rt2 rn rt", PAIR_PRE, SEQUENTIAL, InstructionClass.LOAD),

  // ---- exclusives, acquire and release
  STXRB(
      "stxrb",
      W,
      "00 001000 000 rs 0 unused rn rt",
      STORE_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  STLXRB(
      "stlxrb",
      W,
      "00 001000 000 rs 1 unused rn rt",
      STORE_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  LDXRB(
      "ldxrb",
      W,
      "00 001000 010 unused 0 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  LDAXRB(
      "ldaxrb",
      W,
      "00 001000 010 unused 1 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  STLRB(
      "stlrb",
      W,
      "00 001000 1 0 0 unused 1 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.STORE),
  LDARB(
      "ldarb",
      W,
      "00 001000 1 1 0 unused 1 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.LOAD),
  STXRH(
      "stxrh",
      W,
      "01 001000 000 rs 0 unused rn rt",
      STORE_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  STLXRH(
      "stlxrh",
      W,
      "01 001000 000 rs 1 unused rn rt",
      STORE_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  LDXRH(
      "ldxrh",
      W,
      "01 001000 010 unused 0 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  LDAXRH(
      "ldaxrh",
      W,
      "01 001000 010 unused 1 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  STLRH(
      "stlrh",
      W,
      "01 001000 1 0 0 unused 1 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.STORE),
  LDARH(
      "ldarh",
      W,
      "01 001000 1 1 0 unused 1 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.LOAD),
  STXR_W(
      "stxr",
      W,
      "10 001000 000 rs 0 unused rn rt",
      STORE_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  STLXR_W(
      "stlxr",
      W,
      "10 001000 000 rs 1 unused rn rt",
      STORE_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  LDXR_W(
      "ldxr",
      W,
      "10 001000 010 unused 0 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  LDAXR_W(
      "ldaxr",
      W,
      "10 001000 010 unused 1 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  STLR_W(
      "stlr",
      W,
      "10 001000 1 0 0 unused 1 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.STORE),
  LDAR_W(
      "ldar",
      W,
      "10 001000 1 1 0 unused 1 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.LOAD),
  STXR_X(
      "stxr",
      X,
      "11 001000 000 rs 0 unused rn rt",
      STORE_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  STLXR_X(
      "stlxr",
      X,
      "11 001000 000 rs 1 unused rn rt",
      STORE_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  LDXR_X(
      "ldxr",
      X,
      "11 001000 010 unused 0 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  LDAXR_X(
      "ldaxr",
      X,
      "11 001000 010 unused 1 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  STLR_X(
      "stlr",
      X,
      "11 001000 1 0 0 unused 1 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.STORE),
  LDAR_X(
      "ldar",
      X,
      "11 001000 1 1 0 unused 1 unused rn rt",
      LOAD_EXCLUSIVE,
      SEQUENTIAL,
      InstructionClass.LOAD),
  STXP_W(
      "stxp",
      W,
      "10 001000 0 0 1 rs 0 rt2 rn rt",
      STORE_EXCLUSIVE_PAIR,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  STLXP_W(
      "stlxp",
      W,
      "10 001000 0 0 1 rs 1 rt2 rn rt",
      STORE_EXCLUSIVE_PAIR,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  LDXP_W(
      "ldxp",
      W,
      "10 001000 0 1 1 unused 0 rt2 rn rt",
      LOAD_EXCLUSIVE_PAIR,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  LDAXP_W(
      "ldaxp",
      W,
      "10 001000 0 1 1 unused 1 rt2 rn rt",
      LOAD_EXCLUSIVE_PAIR,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  STXP_X(
      "stxp",
      X,
      "11 001000 0 0 1 rs 0 rt2 rn rt",
      STORE_EXCLUSIVE_PAIR,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  STLXP_X(
      "stlxp",
      X,
      "11 001000 0 0 1 rs 1 rt2 rn rt",
      STORE_EXCLUSIVE_PAIR,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  LDXP_X(
      "ldxp",
      X,
      "11 001000 0 1 1 unused 0 rt2 rn rt",
      LOAD_EXCLUSIVE_PAIR,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  LDAXP_X(
      "ldaxp",
      X,
      "11 001000 0 1 1 unused 1 rt2 rn rt",
      LOAD_EXCLUSIVE_PAIR,
      SEQUENTIAL,
      InstructionClass.ATOMIC),

  // ---- calls of the system, breakpoints
  SVC("svc", X, "11010100 000 uimm15:0 000 01", EXCEPTION, TRAP, InstructionClass.SYSTEM),
  HVC("hvc", X, "11010100 000 uimm15:0 000 10", EXCEPTION, TRAP, InstructionClass.SYSTEM),
  SMC("smc", X, "11010100 000 uimm15:0 000 11", EXCEPTION, TRAP, InstructionClass.SYSTEM),
  BRK("brk", X, "11010100 001 uimm15:0 000 00", EXCEPTION, TRAP, InstructionClass.SYSTEM),
  UDF("udf", X, "0000000000000000 uimm15:0", UNDEFINED_IMMEDIATE, TRAP, InstructionClass.SYSTEM),

  // ---- system
  HINT("hint", X, "1101010100 0 00 011 0010 hint6:0 11111", HINT_NUMBER),
  NOP(
      "nop",
      X,
      "1101010100 0 00 011 0010 0000000 11111",
      NONE,
      SEQUENTIAL,
      InstructionClass.ALU,
      HINT),
  YIELD(
      "yield",
      X,
      "1101010100 0 00 011 0010 0000001 11111",
      NONE,
      SYSTEM,
      InstructionClass.SYSTEM,
      HINT),
  WFE(
      "wfe",
      X,
      "1101010100 0 00 011 0010 0000010 11111",
      NONE,
      SYSTEM,
      InstructionClass.SYSTEM,
      HINT),
  WFI(
      "wfi",
      X,
      "1101010100 0 00 011 0010 0000011 11111",
      NONE,
      SYSTEM,
      InstructionClass.SYSTEM,
      HINT),
  SEV(
      "sev",
      X,
      "1101010100 0 00 011 0010 0000100 11111",
      NONE,
      SYSTEM,
      InstructionClass.SYSTEM,
      HINT),
  SEVL(
      "sevl",
      X,
      "1101010100 0 00 011 0010 0000101 11111",
      NONE,
      SYSTEM,
      InstructionClass.SYSTEM,
      HINT),
  CLREX(
      "clrex",
      X,
      "1101010100 0 00 011 0011 crm3:0 010 11111",
      BARRIER_ALL,
      SEQUENTIAL,
      InstructionClass.ATOMIC),
  DSB(
      "dsb",
      X,
      "1101010100 0 00 011 0011 crm3:0 100 11111",
      BARRIER,
      SEQUENTIAL,
      InstructionClass.FENCE),
  DMB(
      "dmb",
      X,
      "1101010100 0 00 011 0011 crm3:0 101 11111",
      BARRIER,
      SEQUENTIAL,
      InstructionClass.FENCE),
  ISB(
      "isb",
      X,
      "1101010100 0 00 011 0011 crm3:0 110 11111",
      BARRIER_ALL,
      SYSTEM,
      InstructionClass.FENCE),
  MSR_SPSEL(
      "msr", X, "1101010100 0 00 000 0100 crm3:0 101 11111", PSTATE, SYSTEM, InstructionClass.CSR),
  MSR_DAIFSET(
      "msr", X, "1101010100 0 00 011 0100 crm3:0 110 11111", PSTATE, SYSTEM, InstructionClass.CSR),
  MSR_DAIFCLR(
      "msr", X, "1101010100 0 00 011 0100 crm3:0 111 11111", PSTATE, SYSTEM, InstructionClass.CSR),
  MSR("msr", X, "1101010100 0 1 register14:0 rt", TO_SYSTEM_REGISTER, SYSTEM, InstructionClass.CSR),
  MRS(
      "mrs",
      X,
      "1101010100 1 1 register14:0 rt",
      FROM_SYSTEM_REGISTER,
      SYSTEM,
      InstructionClass.CSR),
  SYS(
      "sys",
      X,
      "1101010100 0 01 operation13:0 rt",
      SYSTEM_OPERATION,
      SYSTEM,
      InstructionClass.FENCE),
  DC_ZVA(
      "sys",
      X,
      "1101010100 0 01 011 0111 0100 001 rt",
      SYSTEM_OPERATION,
      SEQUENTIAL,
      InstructionClass.STORE,
      SYS),
  SYSL(
      "sysl", X, "1101010100 1 01 operation13:0 rt", SYSTEM_RESULT, SYSTEM, InstructionClass.FENCE);

  private final String mnemonic;
  private final Width registers;
  private final A64Pattern pattern;
  private final A64Format format;
  private final ControlFlow flow;
  private final InstructionClass costClass;
  private final A64Insn special;

  A64Insn(String mnemonic, Width registers, String pattern, A64Format format) {
    this(mnemonic, registers, pattern, format, SEQUENTIAL);
  }

  A64Insn(String mnemonic, Width registers, String pattern, A64Format format, ControlFlow flow) {
    this(mnemonic, registers, pattern, format, flow, format.usual);
  }

  A64Insn(
      String mnemonic,
      Width registers,
      String pattern,
      A64Format format,
      ControlFlow flow,
      InstructionClass costs) {
    this(mnemonic, registers, pattern, format, flow, costs, null);
  }

  A64Insn(
      String mnemonic,
      Width registers,
      String pattern,
      A64Format format,
      ControlFlow flow,
      InstructionClass costs,
      A64Insn special) {
    this.mnemonic = mnemonic;
    this.registers = registers;
    this.pattern = new A64Pattern(pattern);
    this.format = format;
    this.flow = flow;
    this.costClass = costs;
    this.special = special;
  }

  /** The name in the manual: {@code ldrsb}; of a conditional branch all but the condition. */
  @Override
  public String mnemonic() {
    return mnemonic;
  }

  /** The width of its general registers, where the format does not say another. */
  public Width registers() {
    return registers;
  }

  /** The width of an extended second operand: an address has 64 bits. */
  public Width extension() {
    return format == INDEXED ? X : registers;
  }

  A64Pattern pattern() {
    return pattern;
  }

  public A64Format format() {
    return format;
  }

  @Override
  public ControlFlow flow() {
    return flow;
  }

  @Override
  public int bytes() {
    return 4;
  }

  @Override
  public InstructionClass costClass() {
    return costClass;
  }

  /**
   * The instruction of which this row is a special case, in which it has precedence; null for most.
   */
  public A64Insn special() {
    return special;
  }

  /** Calls the operations of the instruction, in program order. */
  public <V> void apply(A64Rtl<V> r) {
    switch (this) {
      case ADD_IMM_W -> AddSubtract.addImmediate(r, Width.W);
      case ADD_IMM_X -> AddSubtract.addImmediate(r, Width.X);
      case ADDS_IMM_W -> AddSubtract.addsImmediate(r, Width.W);
      case ADDS_IMM_X -> AddSubtract.addsImmediate(r, Width.X);
      case SUB_IMM_W -> AddSubtract.subImmediate(r, Width.W);
      case SUB_IMM_X -> AddSubtract.subImmediate(r, Width.X);
      case SUBS_IMM_W -> AddSubtract.subsImmediate(r, Width.W);
      case SUBS_IMM_X -> AddSubtract.subsImmediate(r, Width.X);
      case ADD_SHIFT_W -> AddSubtract.add(r, Width.W, r.shiftedRm());
      case ADD_SHIFT_X -> AddSubtract.add(r, Width.X, r.shiftedRm());
      case ADDS_SHIFT_W -> AddSubtract.adds(r, Width.W, r.shiftedRm());
      case ADDS_SHIFT_X -> AddSubtract.adds(r, Width.X, r.shiftedRm());
      case SUB_SHIFT_W -> AddSubtract.sub(r, Width.W, r.shiftedRm());
      case SUB_SHIFT_X -> AddSubtract.sub(r, Width.X, r.shiftedRm());
      case SUBS_SHIFT_W -> AddSubtract.subs(r, Width.W, r.shiftedRm());
      case SUBS_SHIFT_X -> AddSubtract.subs(r, Width.X, r.shiftedRm());
      case ADD_EXT_W -> AddSubtract.addExtended(r, Width.W);
      case ADD_EXT_X -> AddSubtract.addExtended(r, Width.X);
      case ADDS_EXT_W -> AddSubtract.addsExtended(r, Width.W);
      case ADDS_EXT_X -> AddSubtract.addsExtended(r, Width.X);
      case SUB_EXT_W -> AddSubtract.subExtended(r, Width.W);
      case SUB_EXT_X -> AddSubtract.subExtended(r, Width.X);
      case SUBS_EXT_W -> AddSubtract.subsExtended(r, Width.W);
      case SUBS_EXT_X -> AddSubtract.subsExtended(r, Width.X);
      case ADC_W -> AddSubtract.adc(r, Width.W);
      case ADC_X -> AddSubtract.adc(r, Width.X);
      case ADCS_W -> AddSubtract.adcs(r, Width.W);
      case ADCS_X -> AddSubtract.adcs(r, Width.X);
      case SBC_W -> AddSubtract.sbc(r, Width.W);
      case SBC_X -> AddSubtract.sbc(r, Width.X);
      case SBCS_W -> AddSubtract.sbcs(r, Width.W);
      case SBCS_X -> AddSubtract.sbcs(r, Width.X);
      case AND_IMM_W -> LogicMove.andImmediate(r, Width.W);
      case AND_IMM_X -> LogicMove.andImmediate(r, Width.X);
      case ORR_IMM_W -> LogicMove.orrImmediate(r, Width.W);
      case ORR_IMM_X -> LogicMove.orrImmediate(r, Width.X);
      case EOR_IMM_W -> LogicMove.eorImmediate(r, Width.W);
      case EOR_IMM_X -> LogicMove.eorImmediate(r, Width.X);
      case ANDS_IMM_W -> LogicMove.andsImmediate(r, Width.W);
      case ANDS_IMM_X -> LogicMove.andsImmediate(r, Width.X);
      case AND_SHIFT_W -> LogicMove.and(r, Width.W);
      case AND_SHIFT_X -> LogicMove.and(r, Width.X);
      case BIC_SHIFT_W -> LogicMove.bic(r, Width.W);
      case BIC_SHIFT_X -> LogicMove.bic(r, Width.X);
      case ORR_SHIFT_W -> LogicMove.orr(r, Width.W);
      case ORR_SHIFT_X -> LogicMove.orr(r, Width.X);
      case ORN_SHIFT_W -> LogicMove.orn(r, Width.W);
      case ORN_SHIFT_X -> LogicMove.orn(r, Width.X);
      case EOR_SHIFT_W -> LogicMove.eor(r, Width.W);
      case EOR_SHIFT_X -> LogicMove.eor(r, Width.X);
      case EON_SHIFT_W -> LogicMove.eon(r, Width.W);
      case EON_SHIFT_X -> LogicMove.eon(r, Width.X);
      case ANDS_SHIFT_W -> LogicMove.ands(r, Width.W);
      case ANDS_SHIFT_X -> LogicMove.ands(r, Width.X);
      case BICS_SHIFT_W -> LogicMove.bics(r, Width.W);
      case BICS_SHIFT_X -> LogicMove.bics(r, Width.X);
      case MOVN_W -> LogicMove.movn(r, Width.W);
      case MOVN_X -> LogicMove.movn(r, Width.X);
      case MOVZ_W -> LogicMove.movz(r, Width.W);
      case MOVZ_X -> LogicMove.movz(r, Width.X);
      case MOVK_W -> LogicMove.movk(r, Width.W);
      case MOVK_X -> LogicMove.movk(r, Width.X);
      case ADR -> LogicMove.adr(r);
      case ADRP -> LogicMove.adrp(r);
      case SBFM_W -> BitFields.sbfm(r, Width.W);
      case SBFM_X -> BitFields.sbfm(r, Width.X);
      case BFM_W -> BitFields.bfm(r, Width.W);
      case BFM_X -> BitFields.bfm(r, Width.X);
      case UBFM_W -> BitFields.ubfm(r, Width.W);
      case UBFM_X -> BitFields.ubfm(r, Width.X);
      case EXTR_W -> BitFields.extr(r, Width.W);
      case EXTR_X -> BitFields.extr(r, Width.X);
      case CCMN_REG_W -> ConditionalData.ccmn(r, Width.W, r.rm());
      case CCMN_IMM_W -> ConditionalData.ccmn(r, Width.W, r.imm());
      case CCMN_REG_X -> ConditionalData.ccmn(r, Width.X, r.rm());
      case CCMN_IMM_X -> ConditionalData.ccmn(r, Width.X, r.imm());
      case CCMP_REG_W -> ConditionalData.ccmp(r, Width.W, r.rm());
      case CCMP_IMM_W -> ConditionalData.ccmp(r, Width.W, r.imm());
      case CCMP_REG_X -> ConditionalData.ccmp(r, Width.X, r.rm());
      case CCMP_IMM_X -> ConditionalData.ccmp(r, Width.X, r.imm());
      case CSEL_W -> ConditionalData.csel(r, Width.W);
      case CSEL_X -> ConditionalData.csel(r, Width.X);
      case CSINC_W -> ConditionalData.csinc(r, Width.W);
      case CSINC_X -> ConditionalData.csinc(r, Width.X);
      case CSINV_W -> ConditionalData.csinv(r, Width.W);
      case CSINV_X -> ConditionalData.csinv(r, Width.X);
      case CSNEG_W -> ConditionalData.csneg(r, Width.W);
      case CSNEG_X -> ConditionalData.csneg(r, Width.X);
      case RBIT_W -> BitFields.rbit(r, Width.W);
      case RBIT_X -> BitFields.rbit(r, Width.X);
      case REV16_W -> BitFields.rev16(r, Width.W);
      case REV16_X -> BitFields.rev16(r, Width.X);
      case REV_W -> BitFields.rev(r, Width.W);
      case REV32_X -> BitFields.rev32(r);
      case REV_X -> BitFields.rev(r, Width.X);
      case CLZ_W -> BitFields.clz(r, Width.W);
      case CLZ_X -> BitFields.clz(r, Width.X);
      case CLS_W -> BitFields.cls(r, Width.W);
      case CLS_X -> BitFields.cls(r, Width.X);
      case UDIV_W -> Multiply.udiv(r, Width.W);
      case UDIV_X -> Multiply.udiv(r, Width.X);
      case SDIV_W -> Multiply.sdiv(r, Width.W);
      case SDIV_X -> Multiply.sdiv(r, Width.X);
      case LSLV_W -> BitFields.lslv(r, Width.W);
      case LSLV_X -> BitFields.lslv(r, Width.X);
      case LSRV_W -> BitFields.lsrv(r, Width.W);
      case LSRV_X -> BitFields.lsrv(r, Width.X);
      case ASRV_W -> BitFields.asrv(r, Width.W);
      case ASRV_X -> BitFields.asrv(r, Width.X);
      case RORV_W -> BitFields.rorv(r, Width.W);
      case RORV_X -> BitFields.rorv(r, Width.X);
      case CRC32B -> r.rd(r.pure(Pure.CRC32B, r.rn(), r.rm()));
      case CRC32H -> r.rd(r.pure(Pure.CRC32H, r.rn(), r.rm()));
      case CRC32W -> r.rd(r.pure(Pure.CRC32W, r.rn(), r.rm()));
      case CRC32X -> r.rd(r.pure(Pure.CRC32X, r.rn(), r.rm()));
      case CRC32CB -> r.rd(r.pure(Pure.CRC32CB, r.rn(), r.rm()));
      case CRC32CH -> r.rd(r.pure(Pure.CRC32CH, r.rn(), r.rm()));
      case CRC32CW -> r.rd(r.pure(Pure.CRC32CW, r.rn(), r.rm()));
      case CRC32CX -> r.rd(r.pure(Pure.CRC32CX, r.rn(), r.rm()));
      case MADD_W -> Multiply.madd(r, Width.W);
      case MADD_X -> Multiply.madd(r, Width.X);
      case MSUB_W -> Multiply.msub(r, Width.W);
      case MSUB_X -> Multiply.msub(r, Width.X);
      case SMADDL -> Multiply.smaddl(r);
      case SMSUBL -> Multiply.smsubl(r);
      case UMADDL -> Multiply.umaddl(r);
      case UMSUBL -> Multiply.umsubl(r);
      case SMULH -> Multiply.smulh(r);
      case UMULH -> Multiply.umulh(r);
      case B -> Branches.b(r);
      case BL -> Branches.bl(r);
      case B_COND -> Branches.bCond(r);
      case CBZ_W -> Branches.cbz(r, Width.W);
      case CBZ_X -> Branches.cbz(r, Width.X);
      case CBNZ_W -> Branches.cbnz(r, Width.W);
      case CBNZ_X -> Branches.cbnz(r, Width.X);
      case TBZ_W, TBZ_X -> Branches.tbz(r);
      case TBNZ_W, TBNZ_X -> Branches.tbnz(r);
      case BR, RET -> Branches.br(r);
      case BLR -> Branches.blr(r);
      case ERET -> r.system(A64SystemOp.ERET);
      case STRB, STURB -> LoadStore.store(r, MemoryKind.U8, LoadStore.offset(r));
      case LDRB, LDURB -> LoadStore.load(r, MemoryKind.U8, LoadStore.offset(r));
      case LDRSB_X, LDURSB_X -> LoadStore.load(r, MemoryKind.S8, LoadStore.offset(r));
      case LDRSB_W, LDURSB_W -> LoadStore.loadSigned(r, MemoryKind.S8, LoadStore.offset(r));
      case STRH, STURH -> LoadStore.store(r, MemoryKind.U16, LoadStore.offset(r));
      case LDRH, LDURH -> LoadStore.load(r, MemoryKind.U16, LoadStore.offset(r));
      case LDRSH_X, LDURSH_X -> LoadStore.load(r, MemoryKind.S16, LoadStore.offset(r));
      case LDRSH_W, LDURSH_W -> LoadStore.loadSigned(r, MemoryKind.S16, LoadStore.offset(r));
      case STR_W, STUR_W -> LoadStore.store(r, MemoryKind.U32, LoadStore.offset(r));
      case LDR_W, LDUR_W -> LoadStore.load(r, MemoryKind.U32, LoadStore.offset(r));
      case LDRSW, LDURSW -> LoadStore.load(r, MemoryKind.S32, LoadStore.offset(r));
      case STR_X, STUR_X -> LoadStore.store(r, MemoryKind.D64, LoadStore.offset(r));
      case LDR_X, LDUR_X -> LoadStore.load(r, MemoryKind.D64, LoadStore.offset(r));
      case PRFM, PRFUM, PRFM_REG, PRFM_LIT, HINT, NOP, DSB, DMB -> r.nothing();
      case STRB_POST -> LoadStore.storePost(r, MemoryKind.U8);
      case LDRB_POST -> LoadStore.loadPost(r, MemoryKind.U8);
      case LDRSB_X_POST -> LoadStore.loadPost(r, MemoryKind.S8);
      case LDRSB_W_POST -> LoadStore.loadSignedPost(r, MemoryKind.S8);
      case STRH_POST -> LoadStore.storePost(r, MemoryKind.U16);
      case LDRH_POST -> LoadStore.loadPost(r, MemoryKind.U16);
      case LDRSH_X_POST -> LoadStore.loadPost(r, MemoryKind.S16);
      case LDRSH_W_POST -> LoadStore.loadSignedPost(r, MemoryKind.S16);
      case STR_W_POST -> LoadStore.storePost(r, MemoryKind.U32);
      case LDR_W_POST -> LoadStore.loadPost(r, MemoryKind.U32);
      case LDRSW_POST -> LoadStore.loadPost(r, MemoryKind.S32);
      case STR_X_POST -> LoadStore.storePost(r, MemoryKind.D64);
      case LDR_X_POST -> LoadStore.loadPost(r, MemoryKind.D64);
      case STRB_PRE -> LoadStore.storePre(r, MemoryKind.U8);
      case LDRB_PRE -> LoadStore.loadPre(r, MemoryKind.U8);
      case LDRSB_X_PRE -> LoadStore.loadPre(r, MemoryKind.S8);
      case LDRSB_W_PRE -> LoadStore.loadSignedPre(r, MemoryKind.S8);
      case STRH_PRE -> LoadStore.storePre(r, MemoryKind.U16);
      case LDRH_PRE -> LoadStore.loadPre(r, MemoryKind.U16);
      case LDRSH_X_PRE -> LoadStore.loadPre(r, MemoryKind.S16);
      case LDRSH_W_PRE -> LoadStore.loadSignedPre(r, MemoryKind.S16);
      case STR_W_PRE -> LoadStore.storePre(r, MemoryKind.U32);
      case LDR_W_PRE -> LoadStore.loadPre(r, MemoryKind.U32);
      case LDRSW_PRE -> LoadStore.loadPre(r, MemoryKind.S32);
      case STR_X_PRE -> LoadStore.storePre(r, MemoryKind.D64);
      case LDR_X_PRE -> LoadStore.loadPre(r, MemoryKind.D64);
      case STRB_REG -> LoadStore.store(r, MemoryKind.U8, LoadStore.indexed(r));
      case LDRB_REG -> LoadStore.load(r, MemoryKind.U8, LoadStore.indexed(r));
      case LDRSB_X_REG -> LoadStore.load(r, MemoryKind.S8, LoadStore.indexed(r));
      case LDRSB_W_REG -> LoadStore.loadSigned(r, MemoryKind.S8, LoadStore.indexed(r));
      case STRH_REG -> LoadStore.store(r, MemoryKind.U16, LoadStore.indexed(r));
      case LDRH_REG -> LoadStore.load(r, MemoryKind.U16, LoadStore.indexed(r));
      case LDRSH_X_REG -> LoadStore.load(r, MemoryKind.S16, LoadStore.indexed(r));
      case LDRSH_W_REG -> LoadStore.loadSigned(r, MemoryKind.S16, LoadStore.indexed(r));
      case STR_W_REG -> LoadStore.store(r, MemoryKind.U32, LoadStore.indexed(r));
      case LDR_W_REG -> LoadStore.load(r, MemoryKind.U32, LoadStore.indexed(r));
      case LDRSW_REG -> LoadStore.load(r, MemoryKind.S32, LoadStore.indexed(r));
      case STR_X_REG -> LoadStore.store(r, MemoryKind.D64, LoadStore.indexed(r));
      case LDR_X_REG -> LoadStore.load(r, MemoryKind.D64, LoadStore.indexed(r));
      case STTRB -> LoadStore.storeUnprivileged(r, MemoryKind.U8);
      case LDTRB -> LoadStore.loadUnprivileged(r, MemoryKind.U8);
      case LDTRSB_X -> LoadStore.loadUnprivileged(r, MemoryKind.S8);
      case LDTRSB_W -> LoadStore.loadSignedUnprivileged(r, MemoryKind.S8);
      case STTRH -> LoadStore.storeUnprivileged(r, MemoryKind.U16);
      case LDTRH -> LoadStore.loadUnprivileged(r, MemoryKind.U16);
      case LDTRSH_X -> LoadStore.loadUnprivileged(r, MemoryKind.S16);
      case LDTRSH_W -> LoadStore.loadSignedUnprivileged(r, MemoryKind.S16);
      case STTR_W -> LoadStore.storeUnprivileged(r, MemoryKind.U32);
      case LDTR_W -> LoadStore.loadUnprivileged(r, MemoryKind.U32);
      case LDTRSW -> LoadStore.loadUnprivileged(r, MemoryKind.S32);
      case STTR_X -> LoadStore.storeUnprivileged(r, MemoryKind.D64);
      case LDTR_X -> LoadStore.loadUnprivileged(r, MemoryKind.D64);
      case LDR_LIT_W -> LoadStore.load(r, MemoryKind.U32, LoadStore.literal(r));
      case LDR_LIT_X -> LoadStore.load(r, MemoryKind.D64, LoadStore.literal(r));
      case LDRSW_LIT -> LoadStore.load(r, MemoryKind.S32, LoadStore.literal(r));
      case STNP_W, STP_W -> LoadStore.storePair(r, MemoryKind.U32);
      case LDNP_W, LDP_W -> LoadStore.loadPair(r, MemoryKind.U32);
      case STNP_X, STP_X -> LoadStore.storePair(r, MemoryKind.D64);
      case LDNP_X, LDP_X -> LoadStore.loadPair(r, MemoryKind.D64);
      case LDPSW -> LoadStore.loadPair(r, MemoryKind.S32);
      case STP_W_POST -> LoadStore.storePairPost(r, MemoryKind.U32);
      case LDP_W_POST -> LoadStore.loadPairPost(r, MemoryKind.U32);
      case LDPSW_POST -> LoadStore.loadPairPost(r, MemoryKind.S32);
      case STP_X_POST -> LoadStore.storePairPost(r, MemoryKind.D64);
      case LDP_X_POST -> LoadStore.loadPairPost(r, MemoryKind.D64);
      case STP_W_PRE -> LoadStore.storePairPre(r, MemoryKind.U32);
      case LDP_W_PRE -> LoadStore.loadPairPre(r, MemoryKind.U32);
      case LDPSW_PRE -> LoadStore.loadPairPre(r, MemoryKind.S32);
      case STP_X_PRE -> LoadStore.storePairPre(r, MemoryKind.D64);
      case LDP_X_PRE -> LoadStore.loadPairPre(r, MemoryKind.D64);
      case STP_Q_PRE -> VectorLoadStore.storePairPre(r);
      case LDP_Q_PRE -> VectorLoadStore.loadPairPre(r);
      case STP_Q -> VectorLoadStore.storePair(r);
      case LDP_Q -> VectorLoadStore.loadPair(r);
      case STXRB, STLXRB -> ExclusiveAccess.store(r, MemoryKind.U8);
      case LDXRB, LDAXRB -> ExclusiveAccess.load(r, MemoryKind.U8);
      case STLRB -> ExclusiveAccess.storeRelease(r, MemoryKind.U8);
      case LDARB -> ExclusiveAccess.loadAcquire(r, MemoryKind.U8);
      case STXRH, STLXRH -> ExclusiveAccess.store(r, MemoryKind.U16);
      case LDXRH, LDAXRH -> ExclusiveAccess.load(r, MemoryKind.U16);
      case STLRH -> ExclusiveAccess.storeRelease(r, MemoryKind.U16);
      case LDARH -> ExclusiveAccess.loadAcquire(r, MemoryKind.U16);
      case STXR_W, STLXR_W -> ExclusiveAccess.store(r, MemoryKind.U32);
      case LDXR_W, LDAXR_W -> ExclusiveAccess.load(r, MemoryKind.U32);
      case STLR_W -> ExclusiveAccess.storeRelease(r, MemoryKind.U32);
      case LDAR_W -> ExclusiveAccess.loadAcquire(r, MemoryKind.U32);
      case STXR_X, STLXR_X -> ExclusiveAccess.store(r, MemoryKind.D64);
      case LDXR_X, LDAXR_X -> ExclusiveAccess.load(r, MemoryKind.D64);
      case STLR_X -> ExclusiveAccess.storeRelease(r, MemoryKind.D64);
      case LDAR_X -> ExclusiveAccess.loadAcquire(r, MemoryKind.D64);
      case STXP_W, STLXP_W -> ExclusiveAccess.storePairW(r);
      case LDXP_W, LDAXP_W -> ExclusiveAccess.loadPairW(r);
      case STXP_X, STLXP_X -> ExclusiveAccess.storePairX(r);
      case LDXP_X, LDAXP_X -> ExclusiveAccess.loadPairX(r);
      case SVC -> r.system(A64SystemOp.SVC);
      case HVC -> r.system(A64SystemOp.HVC);
      case SMC -> r.system(A64SystemOp.SMC);
      case BRK -> r.system(A64SystemOp.BRK);
      case UDF -> r.system(A64SystemOp.UDF);
      case YIELD -> r.system(A64SystemOp.YIELD);
      case WFE -> r.system(A64SystemOp.WFE);
      case WFI -> r.system(A64SystemOp.WFI);
      case SEV -> r.system(A64SystemOp.SEV);
      case SEVL -> r.system(A64SystemOp.SEVL);
      case CLREX -> r.clearExclusive();
      case ISB -> r.system(A64SystemOp.ISB);
      case MSR_SPSEL -> r.system(A64SystemOp.MSR_SPSEL);
      case MSR_DAIFSET -> r.system(A64SystemOp.MSR_DAIFSET);
      case MSR_DAIFCLR -> r.system(A64SystemOp.MSR_DAIFCLR);
      case MSR -> r.system(A64SystemOp.MSR);
      case MRS -> r.system(A64SystemOp.MRS);
      case SYS -> r.system(A64SystemOp.SYS);
      case DC_ZVA -> r.zeroBlock(r.rd());
      case SYSL -> r.system(A64SystemOp.SYSL);
    }
  }
}
