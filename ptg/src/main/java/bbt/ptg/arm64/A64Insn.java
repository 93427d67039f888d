package bbt.ptg.arm64;

import static bbt.ptg.arm64.A64Format.*;
import static bbt.ptg.arm64.semantics.VectorShape.*;
import static bbt.ptg.arm64.semantics.Width.*;
import static bbt.ptg.guest.ControlFlow.*;

import bbt.ptg.arm64.semantics.A64Rtl;
import bbt.ptg.arm64.semantics.A64SystemOp;
import bbt.ptg.arm64.semantics.AddSubtract;
import bbt.ptg.arm64.semantics.BitFields;
import bbt.ptg.arm64.semantics.Branches;
import bbt.ptg.arm64.semantics.ConditionalData;
import bbt.ptg.arm64.semantics.Cryptography;
import bbt.ptg.arm64.semantics.ExclusiveAccess;
import bbt.ptg.arm64.semantics.FloatGeneral;
import bbt.ptg.arm64.semantics.LoadStore;
import bbt.ptg.arm64.semantics.LogicMove;
import bbt.ptg.arm64.semantics.Multiply;
import bbt.ptg.arm64.semantics.Structures;
import bbt.ptg.arm64.semantics.VectorLoadStore;
import bbt.ptg.arm64.semantics.VectorMoves;
import bbt.ptg.arm64.semantics.VectorShape;
import bbt.ptg.arm64.semantics.Width;
import bbt.ptg.arm64.vector.LaneOp;
import bbt.ptg.arm64.vector.Lanes;
import bbt.ptg.guest.ControlFlow;
import bbt.ptg.guest.InstructionClass;
import bbt.ptg.guest.InstructionRow;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.guest.rtl.Pure;
import java.util.Locale;

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

  // ---- loads and stores of vector registers
  STR_B("str", X, "00 111101 00 uimm11:0 rn rt ; lane=0", VECTOR_OFFSET),
  STUR_B("stur", X, "00 111100 00 0 imm8:0 00 rn rt ; lane=0", VECTOR_OFFSET),
  STR_B_POST("str", X, "00 111100 00 0 imm8:0 01 rn rt ; lane=0", VECTOR_POST),
  STR_B_PRE("str", X, "00 111100 00 0 imm8:0 11 rn rt ; lane=0", VECTOR_PRE),
  STR_B_REG(
      "str", X, "00 111100 00 1 rm option scaled 10 rn rt ; lane=0 option!0,1,4,5", VECTOR_INDEXED),
  LDR_B("ldr", X, "00 111101 01 uimm11:0 rn rt ; lane=0", VECTOR_OFFSET),
  LDUR_B("ldur", X, "00 111100 01 0 imm8:0 00 rn rt ; lane=0", VECTOR_OFFSET),
  LDR_B_POST("ldr", X, "00 111100 01 0 imm8:0 01 rn rt ; lane=0", VECTOR_POST),
  LDR_B_PRE("ldr", X, "00 111100 01 0 imm8:0 11 rn rt ; lane=0", VECTOR_PRE),
  LDR_B_REG(
      "ldr", X, "00 111100 01 1 rm option scaled 10 rn rt ; lane=0 option!0,1,4,5", VECTOR_INDEXED),
  STR_H("str", X, "01 111101 00 uimm12:1 rn rt ; lane=1", VECTOR_OFFSET),
  STUR_H("stur", X, "01 111100 00 0 imm8:0 00 rn rt ; lane=1", VECTOR_OFFSET),
  STR_H_POST("str", X, "01 111100 00 0 imm8:0 01 rn rt ; lane=1", VECTOR_POST),
  STR_H_PRE("str", X, "01 111100 00 0 imm8:0 11 rn rt ; lane=1", VECTOR_PRE),
  STR_H_REG(
      "str", X, "01 111100 00 1 rm option scaled 10 rn rt ; lane=1 option!0,1,4,5", VECTOR_INDEXED),
  LDR_H("ldr", X, "01 111101 01 uimm12:1 rn rt ; lane=1", VECTOR_OFFSET),
  LDUR_H("ldur", X, "01 111100 01 0 imm8:0 00 rn rt ; lane=1", VECTOR_OFFSET),
  LDR_H_POST("ldr", X, "01 111100 01 0 imm8:0 01 rn rt ; lane=1", VECTOR_POST),
  LDR_H_PRE("ldr", X, "01 111100 01 0 imm8:0 11 rn rt ; lane=1", VECTOR_PRE),
  LDR_H_REG(
      "ldr", X, "01 111100 01 1 rm option scaled 10 rn rt ; lane=1 option!0,1,4,5", VECTOR_INDEXED),
  STR_S("str", X, "10 111101 00 uimm13:2 rn rt ; lane=2", VECTOR_OFFSET),
  STUR_S("stur", X, "10 111100 00 0 imm8:0 00 rn rt ; lane=2", VECTOR_OFFSET),
  STR_S_POST("str", X, "10 111100 00 0 imm8:0 01 rn rt ; lane=2", VECTOR_POST),
  STR_S_PRE("str", X, "10 111100 00 0 imm8:0 11 rn rt ; lane=2", VECTOR_PRE),
  STR_S_REG(
      "str", X, "10 111100 00 1 rm option scaled 10 rn rt ; lane=2 option!0,1,4,5", VECTOR_INDEXED),
  LDR_S("ldr", X, "10 111101 01 uimm13:2 rn rt ; lane=2", VECTOR_OFFSET),
  LDUR_S("ldur", X, "10 111100 01 0 imm8:0 00 rn rt ; lane=2", VECTOR_OFFSET),
  LDR_S_POST("ldr", X, "10 111100 01 0 imm8:0 01 rn rt ; lane=2", VECTOR_POST),
  LDR_S_PRE("ldr", X, "10 111100 01 0 imm8:0 11 rn rt ; lane=2", VECTOR_PRE),
  LDR_S_REG(
      "ldr", X, "10 111100 01 1 rm option scaled 10 rn rt ; lane=2 option!0,1,4,5", VECTOR_INDEXED),
  STR_D("str", X, "11 111101 00 uimm14:3 rn rt ; lane=3", VECTOR_OFFSET),
  STUR_D("stur", X, "11 111100 00 0 imm8:0 00 rn rt ; lane=3", VECTOR_OFFSET),
  STR_D_POST("str", X, "11 111100 00 0 imm8:0 01 rn rt ; lane=3", VECTOR_POST),
  STR_D_PRE("str", X, "11 111100 00 0 imm8:0 11 rn rt ; lane=3", VECTOR_PRE),
  STR_D_REG(
      "str", X, "11 111100 00 1 rm option scaled 10 rn rt ; lane=3 option!0,1,4,5", VECTOR_INDEXED),
  LDR_D("ldr", X, "11 111101 01 uimm14:3 rn rt ; lane=3", VECTOR_OFFSET),
  LDUR_D("ldur", X, "11 111100 01 0 imm8:0 00 rn rt ; lane=3", VECTOR_OFFSET),
  LDR_D_POST("ldr", X, "11 111100 01 0 imm8:0 01 rn rt ; lane=3", VECTOR_POST),
  LDR_D_PRE("ldr", X, "11 111100 01 0 imm8:0 11 rn rt ; lane=3", VECTOR_PRE),
  LDR_D_REG(
      "ldr", X, "11 111100 01 1 rm option scaled 10 rn rt ; lane=3 option!0,1,4,5", VECTOR_INDEXED),
  STR_Q("str", X, "00 111101 10 uimm15:4 rn rt ; lane=4", VECTOR_OFFSET),
  STUR_Q("stur", X, "00 111100 10 0 imm8:0 00 rn rt ; lane=4", VECTOR_OFFSET),
  STR_Q_POST("str", X, "00 111100 10 0 imm8:0 01 rn rt ; lane=4", VECTOR_POST),
  STR_Q_PRE("str", X, "00 111100 10 0 imm8:0 11 rn rt ; lane=4", VECTOR_PRE),
  STR_Q_REG(
      "str", X, "00 111100 10 1 rm option scaled 10 rn rt ; lane=4 option!0,1,4,5", VECTOR_INDEXED),
  LDR_Q("ldr", X, "00 111101 11 uimm15:4 rn rt ; lane=4", VECTOR_OFFSET),
  LDUR_Q("ldur", X, "00 111100 11 0 imm8:0 00 rn rt ; lane=4", VECTOR_OFFSET),
  LDR_Q_POST("ldr", X, "00 111100 11 0 imm8:0 01 rn rt ; lane=4", VECTOR_POST),
  LDR_Q_PRE("ldr", X, "00 111100 11 0 imm8:0 11 rn rt ; lane=4", VECTOR_PRE),
  LDR_Q_REG(
      "ldr", X, "00 111100 11 1 rm option scaled 10 rn rt ; lane=4 option!0,1,4,5", VECTOR_INDEXED),
  LDR_LIT_S("ldr", X, "00 011 1 00 imm20:2 rt ; lane=2", VECTOR_LITERAL),
  STNP_S("stnp", X, "00 101 1 000 0 imm8:2 rt2 rn rt ; lane=2", VECTOR_PAIR_OFFSET),
  STP_S("stp", X, "00 101 1 010 0 imm8:2 rt2 rn rt ; lane=2", VECTOR_PAIR_OFFSET),
  STP_S_POST("stp", X, "00 101 1 001 0 imm8:2 rt2 rn rt ; lane=2", VECTOR_PAIR_POST),
  STP_S_PRE("stp", X, "00 101 1 011 0 imm8:2 rt2 rn rt ; lane=2", VECTOR_PAIR_PRE),
  LDNP_S("ldnp", X, "00 101 1 000 1 imm8:2 rt2 rn rt ; lane=2", VECTOR_PAIR_OFFSET),
  LDP_S("ldp", X, "00 101 1 010 1 imm8:2 rt2 rn rt ; lane=2", VECTOR_PAIR_OFFSET),
  LDP_S_POST("ldp", X, "00 101 1 001 1 imm8:2 rt2 rn rt ; lane=2", VECTOR_PAIR_POST),
  LDP_S_PRE("ldp", X, "00 101 1 011 1 imm8:2 rt2 rn rt ; lane=2", VECTOR_PAIR_PRE),
  LDR_LIT_D("ldr", X, "01 011 1 00 imm20:2 rt ; lane=3", VECTOR_LITERAL),
  STNP_D("stnp", X, "01 101 1 000 0 imm9:3 rt2 rn rt ; lane=3", VECTOR_PAIR_OFFSET),
  STP_D("stp", X, "01 101 1 010 0 imm9:3 rt2 rn rt ; lane=3", VECTOR_PAIR_OFFSET),
  STP_D_POST("stp", X, "01 101 1 001 0 imm9:3 rt2 rn rt ; lane=3", VECTOR_PAIR_POST),
  STP_D_PRE("stp", X, "01 101 1 011 0 imm9:3 rt2 rn rt ; lane=3", VECTOR_PAIR_PRE),
  LDNP_D("ldnp", X, "01 101 1 000 1 imm9:3 rt2 rn rt ; lane=3", VECTOR_PAIR_OFFSET),
  LDP_D("ldp", X, "01 101 1 010 1 imm9:3 rt2 rn rt ; lane=3", VECTOR_PAIR_OFFSET),
  LDP_D_POST("ldp", X, "01 101 1 001 1 imm9:3 rt2 rn rt ; lane=3", VECTOR_PAIR_POST),
  LDP_D_PRE("ldp", X, "01 101 1 011 1 imm9:3 rt2 rn rt ; lane=3", VECTOR_PAIR_PRE),
  LDR_LIT_Q("ldr", X, "10 011 1 00 imm20:2 rt ; lane=4", VECTOR_LITERAL),
  STNP_Q("stnp", X, "10 101 1 000 0 imm10:4 rt2 rn rt ; lane=4", VECTOR_PAIR_OFFSET),
  STP_Q("stp", X, "10 101 1 010 0 imm10:4 rt2 rn rt ; lane=4", VECTOR_PAIR_OFFSET),
  STP_Q_POST("stp", X, "10 101 1 001 0 imm10:4 rt2 rn rt ; lane=4", VECTOR_PAIR_POST),
  STP_Q_PRE("stp", X, "10 101 1 011 0 imm10:4 rt2 rn rt ; lane=4", VECTOR_PAIR_PRE),
  LDNP_Q("ldnp", X, "10 101 1 000 1 imm10:4 rt2 rn rt ; lane=4", VECTOR_PAIR_OFFSET),
  LDP_Q("ldp", X, "10 101 1 010 1 imm10:4 rt2 rn rt ; lane=4", VECTOR_PAIR_OFFSET),
  LDP_Q_POST("ldp", X, "10 101 1 001 1 imm10:4 rt2 rn rt ; lane=4", VECTOR_PAIR_POST),
  LDP_Q_PRE("ldp", X, "10 101 1 011 1 imm10:4 rt2 rn rt ; lane=4", VECTOR_PAIR_PRE),

  // ---- loads and stores of structures
  ST1_1_MULTIPLE("st1", X, "0 q 001100 0 0 000000 0111 size rn rt ; registers=1", STRUCTURES_1),
  ST1_1_MULTIPLE_POST(
      "st1", X, "0 q 001100 1 0 0 rm 0111 size rn rt ; registers=1", STRUCTURES_1_POST),
  LD1_1_MULTIPLE("ld1", X, "0 q 001100 0 1 000000 0111 size rn rt ; registers=1", STRUCTURES_1),
  LD1_1_MULTIPLE_POST(
      "ld1", X, "0 q 001100 1 1 0 rm 0111 size rn rt ; registers=1", STRUCTURES_1_POST),
  ST1_2_MULTIPLE("st1", X, "0 q 001100 0 0 000000 1010 size rn rt ; registers=2", STRUCTURES_2),
  ST1_2_MULTIPLE_POST(
      "st1", X, "0 q 001100 1 0 0 rm 1010 size rn rt ; registers=2", STRUCTURES_2_POST),
  LD1_2_MULTIPLE("ld1", X, "0 q 001100 0 1 000000 1010 size rn rt ; registers=2", STRUCTURES_2),
  LD1_2_MULTIPLE_POST(
      "ld1", X, "0 q 001100 1 1 0 rm 1010 size rn rt ; registers=2", STRUCTURES_2_POST),
  ST1_3_MULTIPLE("st1", X, "0 q 001100 0 0 000000 0110 size rn rt ; registers=3", STRUCTURES_3),
  ST1_3_MULTIPLE_POST(
      "st1", X, "0 q 001100 1 0 0 rm 0110 size rn rt ; registers=3", STRUCTURES_3_POST),
  LD1_3_MULTIPLE("ld1", X, "0 q 001100 0 1 000000 0110 size rn rt ; registers=3", STRUCTURES_3),
  LD1_3_MULTIPLE_POST(
      "ld1", X, "0 q 001100 1 1 0 rm 0110 size rn rt ; registers=3", STRUCTURES_3_POST),
  ST1_4_MULTIPLE("st1", X, "0 q 001100 0 0 000000 0010 size rn rt ; registers=4", STRUCTURES_4),
  ST1_4_MULTIPLE_POST(
      "st1", X, "0 q 001100 1 0 0 rm 0010 size rn rt ; registers=4", STRUCTURES_4_POST),
  LD1_4_MULTIPLE("ld1", X, "0 q 001100 0 1 000000 0010 size rn rt ; registers=4", STRUCTURES_4),
  LD1_4_MULTIPLE_POST(
      "ld1", X, "0 q 001100 1 1 0 rm 0010 size rn rt ; registers=4", STRUCTURES_4_POST),
  ST2_MULTIPLE(
      "st2", X, "0 q 001100 0 0 000000 1000 size rn rt ; registers=2 lanes!3", STRUCTURES_2),
  ST2_MULTIPLE_POST(
      "st2", X, "0 q 001100 1 0 0 rm 1000 size rn rt ; registers=2 lanes!3", STRUCTURES_2_POST),
  LD2_MULTIPLE(
      "ld2", X, "0 q 001100 0 1 000000 1000 size rn rt ; registers=2 lanes!3", STRUCTURES_2),
  LD2_MULTIPLE_POST(
      "ld2", X, "0 q 001100 1 1 0 rm 1000 size rn rt ; registers=2 lanes!3", STRUCTURES_2_POST),
  ST3_MULTIPLE(
      "st3", X, "0 q 001100 0 0 000000 0100 size rn rt ; registers=3 lanes!3", STRUCTURES_3),
  ST3_MULTIPLE_POST(
      "st3", X, "0 q 001100 1 0 0 rm 0100 size rn rt ; registers=3 lanes!3", STRUCTURES_3_POST),
  LD3_MULTIPLE(
      "ld3", X, "0 q 001100 0 1 000000 0100 size rn rt ; registers=3 lanes!3", STRUCTURES_3),
  LD3_MULTIPLE_POST(
      "ld3", X, "0 q 001100 1 1 0 rm 0100 size rn rt ; registers=3 lanes!3", STRUCTURES_3_POST),
  ST4_MULTIPLE(
      "st4", X, "0 q 001100 0 0 000000 0000 size rn rt ; registers=4 lanes!3", STRUCTURES_4),
  ST4_MULTIPLE_POST(
      "st4", X, "0 q 001100 1 0 0 rm 0000 size rn rt ; registers=4 lanes!3", STRUCTURES_4_POST),
  LD4_MULTIPLE(
      "ld4", X, "0 q 001100 0 1 000000 0000 size rn rt ; registers=4 lanes!3", STRUCTURES_4),
  LD4_MULTIPLE_POST(
      "ld4", X, "0 q 001100 1 1 0 rm 0000 size rn rt ; registers=4 lanes!3", STRUCTURES_4_POST),
  ST1_B(
      "st1", X, "0 uimm3 001101 0 0 0 00000 000 uimm2 uimm1:0 rn rt ; registers=1 lane=0", LANES_1),
  ST1_B_POST(
      "st1",
      X,
      "0 uimm3 001101 1 0 0 rm 000 uimm2 uimm1:0 rn rt ; registers=1 lane=0",
      LANES_1_POST),
  ST1_H(
      "st1", X, "0 uimm2 001101 0 0 0 00000 010 uimm1 uimm0 0 rn rt ; registers=1 lane=1", LANES_1),
  ST1_H_POST(
      "st1",
      X,
      "0 uimm2 001101 1 0 0 rm 010 uimm1 uimm0 0 rn rt ; registers=1 lane=1",
      LANES_1_POST),
  ST1_S("st1", X, "0 uimm1 001101 0 0 0 00000 100 uimm0 00 rn rt ; registers=1 lane=2", LANES_1),
  ST1_S_POST(
      "st1", X, "0 uimm1 001101 1 0 0 rm 100 uimm0 00 rn rt ; registers=1 lane=2", LANES_1_POST),
  ST1_D("st1", X, "0 uimm0 001101 0 0 0 00000 100 0 01 rn rt ; registers=1 lane=3", LANES_1),
  ST1_D_POST("st1", X, "0 uimm0 001101 1 0 0 rm 100 0 01 rn rt ; registers=1 lane=3", LANES_1_POST),
  LD1_B(
      "ld1", X, "0 uimm3 001101 0 1 0 00000 000 uimm2 uimm1:0 rn rt ; registers=1 lane=0", LANES_1),
  LD1_B_POST(
      "ld1",
      X,
      "0 uimm3 001101 1 1 0 rm 000 uimm2 uimm1:0 rn rt ; registers=1 lane=0",
      LANES_1_POST),
  LD1_H(
      "ld1", X, "0 uimm2 001101 0 1 0 00000 010 uimm1 uimm0 0 rn rt ; registers=1 lane=1", LANES_1),
  LD1_H_POST(
      "ld1",
      X,
      "0 uimm2 001101 1 1 0 rm 010 uimm1 uimm0 0 rn rt ; registers=1 lane=1",
      LANES_1_POST),
  LD1_S("ld1", X, "0 uimm1 001101 0 1 0 00000 100 uimm0 00 rn rt ; registers=1 lane=2", LANES_1),
  LD1_S_POST(
      "ld1", X, "0 uimm1 001101 1 1 0 rm 100 uimm0 00 rn rt ; registers=1 lane=2", LANES_1_POST),
  LD1_D("ld1", X, "0 uimm0 001101 0 1 0 00000 100 0 01 rn rt ; registers=1 lane=3", LANES_1),
  LD1_D_POST("ld1", X, "0 uimm0 001101 1 1 0 rm 100 0 01 rn rt ; registers=1 lane=3", LANES_1_POST),
  LD1R("ld1r", X, "0 q 001101 0 1 0 00000 110 0 size rn rt ; registers=1", STRUCTURES_1),
  LD1R_POST("ld1r", X, "0 q 001101 1 1 0 rm 110 0 size rn rt ; registers=1", STRUCTURES_1_POST),
  ST2_B(
      "st2", X, "0 uimm3 001101 0 0 1 00000 000 uimm2 uimm1:0 rn rt ; registers=2 lane=0", LANES_2),
  ST2_B_POST(
      "st2",
      X,
      "0 uimm3 001101 1 0 1 rm 000 uimm2 uimm1:0 rn rt ; registers=2 lane=0",
      LANES_2_POST),
  ST2_H(
      "st2", X, "0 uimm2 001101 0 0 1 00000 010 uimm1 uimm0 0 rn rt ; registers=2 lane=1", LANES_2),
  ST2_H_POST(
      "st2",
      X,
      "0 uimm2 001101 1 0 1 rm 010 uimm1 uimm0 0 rn rt ; registers=2 lane=1",
      LANES_2_POST),
  ST2_S("st2", X, "0 uimm1 001101 0 0 1 00000 100 uimm0 00 rn rt ; registers=2 lane=2", LANES_2),
  ST2_S_POST(
      "st2", X, "0 uimm1 001101 1 0 1 rm 100 uimm0 00 rn rt ; registers=2 lane=2", LANES_2_POST),
  ST2_D("st2", X, "0 uimm0 001101 0 0 1 00000 100 0 01 rn rt ; registers=2 lane=3", LANES_2),
  ST2_D_POST("st2", X, "0 uimm0 001101 1 0 1 rm 100 0 01 rn rt ; registers=2 lane=3", LANES_2_POST),
  LD2_B(
      "ld2", X, "0 uimm3 001101 0 1 1 00000 000 uimm2 uimm1:0 rn rt ; registers=2 lane=0", LANES_2),
  LD2_B_POST(
      "ld2",
      X,
      "0 uimm3 001101 1 1 1 rm 000 uimm2 uimm1:0 rn rt ; registers=2 lane=0",
      LANES_2_POST),
  LD2_H(
      "ld2", X, "0 uimm2 001101 0 1 1 00000 010 uimm1 uimm0 0 rn rt ; registers=2 lane=1", LANES_2),
  LD2_H_POST(
      "ld2",
      X,
      "0 uimm2 001101 1 1 1 rm 010 uimm1 uimm0 0 rn rt ; registers=2 lane=1",
      LANES_2_POST),
  LD2_S("ld2", X, "0 uimm1 001101 0 1 1 00000 100 uimm0 00 rn rt ; registers=2 lane=2", LANES_2),
  LD2_S_POST(
      "ld2", X, "0 uimm1 001101 1 1 1 rm 100 uimm0 00 rn rt ; registers=2 lane=2", LANES_2_POST),
  LD2_D("ld2", X, "0 uimm0 001101 0 1 1 00000 100 0 01 rn rt ; registers=2 lane=3", LANES_2),
  LD2_D_POST("ld2", X, "0 uimm0 001101 1 1 1 rm 100 0 01 rn rt ; registers=2 lane=3", LANES_2_POST),
  LD2R("ld2r", X, "0 q 001101 0 1 1 00000 110 0 size rn rt ; registers=2", STRUCTURES_2),
  LD2R_POST("ld2r", X, "0 q 001101 1 1 1 rm 110 0 size rn rt ; registers=2", STRUCTURES_2_POST),
  ST3_B(
      "st3", X, "0 uimm3 001101 0 0 0 00000 001 uimm2 uimm1:0 rn rt ; registers=3 lane=0", LANES_3),
  ST3_B_POST(
      "st3",
      X,
      "0 uimm3 001101 1 0 0 rm 001 uimm2 uimm1:0 rn rt ; registers=3 lane=0",
      LANES_3_POST),
  ST3_H(
      "st3", X, "0 uimm2 001101 0 0 0 00000 011 uimm1 uimm0 0 rn rt ; registers=3 lane=1", LANES_3),
  ST3_H_POST(
      "st3",
      X,
      "0 uimm2 001101 1 0 0 rm 011 uimm1 uimm0 0 rn rt ; registers=3 lane=1",
      LANES_3_POST),
  ST3_S("st3", X, "0 uimm1 001101 0 0 0 00000 101 uimm0 00 rn rt ; registers=3 lane=2", LANES_3),
  ST3_S_POST(
      "st3", X, "0 uimm1 001101 1 0 0 rm 101 uimm0 00 rn rt ; registers=3 lane=2", LANES_3_POST),
  ST3_D("st3", X, "0 uimm0 001101 0 0 0 00000 101 0 01 rn rt ; registers=3 lane=3", LANES_3),
  ST3_D_POST("st3", X, "0 uimm0 001101 1 0 0 rm 101 0 01 rn rt ; registers=3 lane=3", LANES_3_POST),
  LD3_B(
      "ld3", X, "0 uimm3 001101 0 1 0 00000 001 uimm2 uimm1:0 rn rt ; registers=3 lane=0", LANES_3),
  LD3_B_POST(
      "ld3",
      X,
      "0 uimm3 001101 1 1 0 rm 001 uimm2 uimm1:0 rn rt ; registers=3 lane=0",
      LANES_3_POST),
  LD3_H(
      "ld3", X, "0 uimm2 001101 0 1 0 00000 011 uimm1 uimm0 0 rn rt ; registers=3 lane=1", LANES_3),
  LD3_H_POST(
      "ld3",
      X,
      "0 uimm2 001101 1 1 0 rm 011 uimm1 uimm0 0 rn rt ; registers=3 lane=1",
      LANES_3_POST),
  LD3_S("ld3", X, "0 uimm1 001101 0 1 0 00000 101 uimm0 00 rn rt ; registers=3 lane=2", LANES_3),
  LD3_S_POST(
      "ld3", X, "0 uimm1 001101 1 1 0 rm 101 uimm0 00 rn rt ; registers=3 lane=2", LANES_3_POST),
  LD3_D("ld3", X, "0 uimm0 001101 0 1 0 00000 101 0 01 rn rt ; registers=3 lane=3", LANES_3),
  LD3_D_POST("ld3", X, "0 uimm0 001101 1 1 0 rm 101 0 01 rn rt ; registers=3 lane=3", LANES_3_POST),
  LD3R("ld3r", X, "0 q 001101 0 1 0 00000 111 0 size rn rt ; registers=3", STRUCTURES_3),
  LD3R_POST("ld3r", X, "0 q 001101 1 1 0 rm 111 0 size rn rt ; registers=3", STRUCTURES_3_POST),
  ST4_B(
      "st4", X, "0 uimm3 001101 0 0 1 00000 001 uimm2 uimm1:0 rn rt ; registers=4 lane=0", LANES_4),
  ST4_B_POST(
      "st4",
      X,
      "0 uimm3 001101 1 0 1 rm 001 uimm2 uimm1:0 rn rt ; registers=4 lane=0",
      LANES_4_POST),
  ST4_H(
      "st4", X, "0 uimm2 001101 0 0 1 00000 011 uimm1 uimm0 0 rn rt ; registers=4 lane=1", LANES_4),
  ST4_H_POST(
      "st4",
      X,
      "0 uimm2 001101 1 0 1 rm 011 uimm1 uimm0 0 rn rt ; registers=4 lane=1",
      LANES_4_POST),
  ST4_S("st4", X, "0 uimm1 001101 0 0 1 00000 101 uimm0 00 rn rt ; registers=4 lane=2", LANES_4),
  ST4_S_POST(
      "st4", X, "0 uimm1 001101 1 0 1 rm 101 uimm0 00 rn rt ; registers=4 lane=2", LANES_4_POST),
  ST4_D("st4", X, "0 uimm0 001101 0 0 1 00000 101 0 01 rn rt ; registers=4 lane=3", LANES_4),
  ST4_D_POST("st4", X, "0 uimm0 001101 1 0 1 rm 101 0 01 rn rt ; registers=4 lane=3", LANES_4_POST),
  LD4_B(
      "ld4", X, "0 uimm3 001101 0 1 1 00000 001 uimm2 uimm1:0 rn rt ; registers=4 lane=0", LANES_4),
  LD4_B_POST(
      "ld4",
      X,
      "0 uimm3 001101 1 1 1 rm 001 uimm2 uimm1:0 rn rt ; registers=4 lane=0",
      LANES_4_POST),
  LD4_H(
      "ld4", X, "0 uimm2 001101 0 1 1 00000 011 uimm1 uimm0 0 rn rt ; registers=4 lane=1", LANES_4),
  LD4_H_POST(
      "ld4",
      X,
      "0 uimm2 001101 1 1 1 rm 011 uimm1 uimm0 0 rn rt ; registers=4 lane=1",
      LANES_4_POST),
  LD4_S("ld4", X, "0 uimm1 001101 0 1 1 00000 101 uimm0 00 rn rt ; registers=4 lane=2", LANES_4),
  LD4_S_POST(
      "ld4", X, "0 uimm1 001101 1 1 1 rm 101 uimm0 00 rn rt ; registers=4 lane=2", LANES_4_POST),
  LD4_D("ld4", X, "0 uimm0 001101 0 1 1 00000 101 0 01 rn rt ; registers=4 lane=3", LANES_4),
  LD4_D_POST("ld4", X, "0 uimm0 001101 1 1 1 rm 101 0 01 rn rt ; registers=4 lane=3", LANES_4_POST),
  LD4R("ld4r", X, "0 q 001101 0 1 1 00000 111 0 size rn rt ; registers=4", STRUCTURES_4),
  LD4R_POST("ld4r", X, "0 q 001101 1 1 1 rm 111 0 size rn rt ; registers=4", STRUCTURES_4_POST),

  // ---- vectors: three of the same lanes
  SHADD_V("shadd", "0 q 0 01110 size 1 rm 00000 1 rn rd ; size!3", VECTOR_3, BINARY),
  UHADD_V("uhadd", "0 q 1 01110 size 1 rm 00000 1 rn rd ; size!3", VECTOR_3, BINARY),
  SRHADD_V("srhadd", "0 q 0 01110 size 1 rm 00010 1 rn rd ; size!3", VECTOR_3, BINARY),
  URHADD_V("urhadd", "0 q 1 01110 size 1 rm 00010 1 rn rd ; size!3", VECTOR_3, BINARY),
  SHSUB_V("shsub", "0 q 0 01110 size 1 rm 00100 1 rn rd ; size!3", VECTOR_3, BINARY),
  UHSUB_V("uhsub", "0 q 1 01110 size 1 rm 00100 1 rn rd ; size!3", VECTOR_3, BINARY),
  SMAX_V("smax", "0 q 0 01110 size 1 rm 01100 1 rn rd ; size!3", VECTOR_3, BINARY),
  UMAX_V("umax", "0 q 1 01110 size 1 rm 01100 1 rn rd ; size!3", VECTOR_3, BINARY),
  SMIN_V("smin", "0 q 0 01110 size 1 rm 01101 1 rn rd ; size!3", VECTOR_3, BINARY),
  UMIN_V("umin", "0 q 1 01110 size 1 rm 01101 1 rn rd ; size!3", VECTOR_3, BINARY),
  SABD_V("sabd", "0 q 0 01110 size 1 rm 01110 1 rn rd ; size!3", VECTOR_3, BINARY),
  UABD_V("uabd", "0 q 1 01110 size 1 rm 01110 1 rn rd ; size!3", VECTOR_3, BINARY),
  SABA_V("saba", "0 q 0 01110 size 1 rm 01111 1 rn rd ; size!3", VECTOR_3, BINARY),
  UABA_V("uaba", "0 q 1 01110 size 1 rm 01111 1 rn rd ; size!3", VECTOR_3, BINARY),
  SQADD_V("sqadd", "0 q 0 01110 size 1 rm 00001 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  UQADD_V("uqadd", "0 q 1 01110 size 1 rm 00001 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  SQSUB_V("sqsub", "0 q 0 01110 size 1 rm 00101 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  UQSUB_V("uqsub", "0 q 1 01110 size 1 rm 00101 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  CMGT_V("cmgt", "0 q 0 01110 size 1 rm 00110 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  CMHI_V("cmhi", "0 q 1 01110 size 1 rm 00110 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  CMGE_V("cmge", "0 q 0 01110 size 1 rm 00111 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  CMHS_V("cmhs", "0 q 1 01110 size 1 rm 00111 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  SSHL_V("sshl", "0 q 0 01110 size 1 rm 01000 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  USHL_V("ushl", "0 q 1 01110 size 1 rm 01000 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  SQSHL_V("sqshl", "0 q 0 01110 size 1 rm 01001 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  UQSHL_V("uqshl", "0 q 1 01110 size 1 rm 01001 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  SRSHL_V("srshl", "0 q 0 01110 size 1 rm 01010 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  URSHL_V("urshl", "0 q 1 01110 size 1 rm 01010 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  SQRSHL_V("sqrshl", "0 q 0 01110 size 1 rm 01011 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  UQRSHL_V("uqrshl", "0 q 1 01110 size 1 rm 01011 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  ADD_V("add", "0 q 0 01110 size 1 rm 10000 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  SUB_V("sub", "0 q 1 01110 size 1 rm 10000 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  CMTST_V("cmtst", "0 q 0 01110 size 1 rm 10001 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  CMEQ_V("cmeq", "0 q 1 01110 size 1 rm 10001 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  MLA_V("mla", "0 q 0 01110 size 1 rm 10010 1 rn rd ; size!3", VECTOR_3, BINARY),
  MLS_V("mls", "0 q 1 01110 size 1 rm 10010 1 rn rd ; size!3", VECTOR_3, BINARY),
  MUL_V("mul", "0 q 0 01110 size 1 rm 10011 1 rn rd ; size!3", VECTOR_3, BINARY),
  PMUL_V("pmul", "0 q 1 01110 00 1 rm 10011 1 rn rd ; lane=0", VECTOR_3, BINARY),
  SMAXP_V("smaxp", "0 q 0 01110 size 1 rm 10100 1 rn rd ; size!3", VECTOR_3, PAIRS),
  UMAXP_V("umaxp", "0 q 1 01110 size 1 rm 10100 1 rn rd ; size!3", VECTOR_3, PAIRS),
  SMINP_V("sminp", "0 q 0 01110 size 1 rm 10101 1 rn rd ; size!3", VECTOR_3, PAIRS),
  UMINP_V("uminp", "0 q 1 01110 size 1 rm 10101 1 rn rd ; size!3", VECTOR_3, PAIRS),
  SQDMULH_V("sqdmulh", "0 q 0 01110 size 1 rm 10110 1 rn rd ; size!0,3", VECTOR_3, BINARY),
  SQRDMULH_V("sqrdmulh", "0 q 1 01110 size 1 rm 10110 1 rn rd ; size!0,3", VECTOR_3, BINARY),
  ADDP_V("addp", "0 q 0 01110 size 1 rm 10111 1 rn rd ; lanes!3", VECTOR_3, PAIRS),
  AND_V("and", "0 q 0 01110 00 1 rm 00011 1 rn rd ; lane=0", VECTOR_3, BINARY),
  BIC_V("bic", "0 q 0 01110 01 1 rm 00011 1 rn rd ; lane=0", VECTOR_3, BINARY),
  ORR_V("orr", "0 q 0 01110 10 1 rm 00011 1 rn rd ; lane=0", VECTOR_3, BINARY),
  ORN_V("orn", "0 q 0 01110 11 1 rm 00011 1 rn rd ; lane=0", VECTOR_3, BINARY),
  EOR_V("eor", "0 q 1 01110 00 1 rm 00011 1 rn rd ; lane=0", VECTOR_3, BINARY),
  BSL_V("bsl", "0 q 1 01110 01 1 rm 00011 1 rn rd ; lane=0", VECTOR_3, BINARY),
  BIT_V("bit", "0 q 1 01110 10 1 rm 00011 1 rn rd ; lane=0", VECTOR_3, BINARY),
  BIF_V("bif", "0 q 1 01110 11 1 rm 00011 1 rn rd ; lane=0", VECTOR_3, BINARY),

  // ---- vectors: three of the same lanes, floating point
  FMAXNM_V("fmaxnm", "0 q 0 01110 0 sz 1 rm 11000 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FMLA_V("fmla", "0 q 0 01110 0 sz 1 rm 11001 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FADD_V("fadd", "0 q 0 01110 0 sz 1 rm 11010 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FMULX_V("fmulx", "0 q 0 01110 0 sz 1 rm 11011 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FCMEQ_V("fcmeq", "0 q 0 01110 0 sz 1 rm 11100 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FMAX_V("fmax", "0 q 0 01110 0 sz 1 rm 11110 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FRECPS_V("frecps", "0 q 0 01110 0 sz 1 rm 11111 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FMINNM_V("fminnm", "0 q 0 01110 1 sz 1 rm 11000 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FMLS_V("fmls", "0 q 0 01110 1 sz 1 rm 11001 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FSUB_V("fsub", "0 q 0 01110 1 sz 1 rm 11010 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FMIN_V("fmin", "0 q 0 01110 1 sz 1 rm 11110 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FRSQRTS_V("frsqrts", "0 q 0 01110 1 sz 1 rm 11111 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FMUL_V("fmul", "0 q 1 01110 0 sz 1 rm 11011 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FCMGE_V("fcmge", "0 q 1 01110 0 sz 1 rm 11100 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FACGE_V("facge", "0 q 1 01110 0 sz 1 rm 11101 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FDIV_V("fdiv", "0 q 1 01110 0 sz 1 rm 11111 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FABD_V("fabd", "0 q 1 01110 1 sz 1 rm 11010 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FCMGT_V("fcmgt", "0 q 1 01110 1 sz 1 rm 11100 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FACGT_V("facgt", "0 q 1 01110 1 sz 1 rm 11101 1 rn rd ; lanes!3", VECTOR_3, BINARY),
  FMAXNMP_V("fmaxnmp", "0 q 1 01110 0 sz 1 rm 11000 1 rn rd ; lanes!3", VECTOR_3, PAIRS),
  FADDP_V("faddp", "0 q 1 01110 0 sz 1 rm 11010 1 rn rd ; lanes!3", VECTOR_3, PAIRS),
  FMAXP_V("fmaxp", "0 q 1 01110 0 sz 1 rm 11110 1 rn rd ; lanes!3", VECTOR_3, PAIRS),
  FMINNMP_V("fminnmp", "0 q 1 01110 1 sz 1 rm 11000 1 rn rd ; lanes!3", VECTOR_3, PAIRS),
  FMINP_V("fminp", "0 q 1 01110 1 sz 1 rm 11110 1 rn rd ; lanes!3", VECTOR_3, PAIRS),

  // ---- scalars: three of the same
  SQADD_SCALAR("sqadd", "01 0 11110 size 1 rm 00001 1 rn rd", SCALAR_3, BINARY),
  UQADD_SCALAR("uqadd", "01 1 11110 size 1 rm 00001 1 rn rd", SCALAR_3, BINARY),
  SQSUB_SCALAR("sqsub", "01 0 11110 size 1 rm 00101 1 rn rd", SCALAR_3, BINARY),
  UQSUB_SCALAR("uqsub", "01 1 11110 size 1 rm 00101 1 rn rd", SCALAR_3, BINARY),
  SQSHL_SCALAR("sqshl", "01 0 11110 size 1 rm 01001 1 rn rd", SCALAR_3, BINARY),
  UQSHL_SCALAR("uqshl", "01 1 11110 size 1 rm 01001 1 rn rd", SCALAR_3, BINARY),
  SQRSHL_SCALAR("sqrshl", "01 0 11110 size 1 rm 01011 1 rn rd", SCALAR_3, BINARY),
  UQRSHL_SCALAR("uqrshl", "01 1 11110 size 1 rm 01011 1 rn rd", SCALAR_3, BINARY),
  CMGT_SCALAR("cmgt", "01 0 11110 11 1 rm 00110 1 rn rd ; lane=3", SCALAR_3, BINARY),
  CMHI_SCALAR("cmhi", "01 1 11110 11 1 rm 00110 1 rn rd ; lane=3", SCALAR_3, BINARY),
  CMGE_SCALAR("cmge", "01 0 11110 11 1 rm 00111 1 rn rd ; lane=3", SCALAR_3, BINARY),
  CMHS_SCALAR("cmhs", "01 1 11110 11 1 rm 00111 1 rn rd ; lane=3", SCALAR_3, BINARY),
  SSHL_SCALAR("sshl", "01 0 11110 11 1 rm 01000 1 rn rd ; lane=3", SCALAR_3, BINARY),
  USHL_SCALAR("ushl", "01 1 11110 11 1 rm 01000 1 rn rd ; lane=3", SCALAR_3, BINARY),
  SRSHL_SCALAR("srshl", "01 0 11110 11 1 rm 01010 1 rn rd ; lane=3", SCALAR_3, BINARY),
  URSHL_SCALAR("urshl", "01 1 11110 11 1 rm 01010 1 rn rd ; lane=3", SCALAR_3, BINARY),
  ADD_SCALAR("add", "01 0 11110 11 1 rm 10000 1 rn rd ; lane=3", SCALAR_3, BINARY),
  SUB_SCALAR("sub", "01 1 11110 11 1 rm 10000 1 rn rd ; lane=3", SCALAR_3, BINARY),
  CMTST_SCALAR("cmtst", "01 0 11110 11 1 rm 10001 1 rn rd ; lane=3", SCALAR_3, BINARY),
  CMEQ_SCALAR("cmeq", "01 1 11110 11 1 rm 10001 1 rn rd ; lane=3", SCALAR_3, BINARY),
  SQDMULH_SCALAR("sqdmulh", "01 0 11110 size 1 rm 10110 1 rn rd ; size!0,3", SCALAR_3, BINARY),
  SQRDMULH_SCALAR("sqrdmulh", "01 1 11110 size 1 rm 10110 1 rn rd ; size!0,3", SCALAR_3, BINARY),
  FMULX_SCALAR("fmulx", "01 0 11110 0 sz 1 rm 11011 1 rn rd", SCALAR_3, BINARY),
  FCMEQ_SCALAR("fcmeq", "01 0 11110 0 sz 1 rm 11100 1 rn rd", SCALAR_3, BINARY),
  FRECPS_SCALAR("frecps", "01 0 11110 0 sz 1 rm 11111 1 rn rd", SCALAR_3, BINARY),
  FRSQRTS_SCALAR("frsqrts", "01 0 11110 1 sz 1 rm 11111 1 rn rd", SCALAR_3, BINARY),
  FCMGE_SCALAR("fcmge", "01 1 11110 0 sz 1 rm 11100 1 rn rd", SCALAR_3, BINARY),
  FACGE_SCALAR("facge", "01 1 11110 0 sz 1 rm 11101 1 rn rd", SCALAR_3, BINARY),
  FABD_SCALAR("fabd", "01 1 11110 1 sz 1 rm 11010 1 rn rd", SCALAR_3, BINARY),
  FCMGT_SCALAR("fcmgt", "01 1 11110 1 sz 1 rm 11100 1 rn rd", SCALAR_3, BINARY),
  FACGT_SCALAR("facgt", "01 1 11110 1 sz 1 rm 11101 1 rn rd", SCALAR_3, BINARY),

  // ---- vectors: lanes of two widths
  SADDL_V("saddl", "0 q 0 01110 size 1 rm 0000 00 rn rd ; size!3", LONG_3, LONG),
  UADDL_V("uaddl", "0 q 1 01110 size 1 rm 0000 00 rn rd ; size!3", LONG_3, LONG),
  SADDW_V("saddw", "0 q 0 01110 size 1 rm 0001 00 rn rd ; size!3", WIDE_3, WIDE),
  UADDW_V("uaddw", "0 q 1 01110 size 1 rm 0001 00 rn rd ; size!3", WIDE_3, WIDE),
  SSUBL_V("ssubl", "0 q 0 01110 size 1 rm 0010 00 rn rd ; size!3", LONG_3, LONG),
  USUBL_V("usubl", "0 q 1 01110 size 1 rm 0010 00 rn rd ; size!3", LONG_3, LONG),
  SSUBW_V("ssubw", "0 q 0 01110 size 1 rm 0011 00 rn rd ; size!3", WIDE_3, WIDE),
  USUBW_V("usubw", "0 q 1 01110 size 1 rm 0011 00 rn rd ; size!3", WIDE_3, WIDE),
  ADDHN_V("addhn", "0 q 0 01110 size 1 rm 0100 00 rn rd ; size!3", NARROW_3, NARROW_BINARY),
  RADDHN_V("raddhn", "0 q 1 01110 size 1 rm 0100 00 rn rd ; size!3", NARROW_3, NARROW_BINARY),
  SABAL_V("sabal", "0 q 0 01110 size 1 rm 0101 00 rn rd ; size!3", LONG_3, LONG),
  UABAL_V("uabal", "0 q 1 01110 size 1 rm 0101 00 rn rd ; size!3", LONG_3, LONG),
  SUBHN_V("subhn", "0 q 0 01110 size 1 rm 0110 00 rn rd ; size!3", NARROW_3, NARROW_BINARY),
  RSUBHN_V("rsubhn", "0 q 1 01110 size 1 rm 0110 00 rn rd ; size!3", NARROW_3, NARROW_BINARY),
  SABDL_V("sabdl", "0 q 0 01110 size 1 rm 0111 00 rn rd ; size!3", LONG_3, LONG),
  UABDL_V("uabdl", "0 q 1 01110 size 1 rm 0111 00 rn rd ; size!3", LONG_3, LONG),
  SMLAL_V("smlal", "0 q 0 01110 size 1 rm 1000 00 rn rd ; size!3", LONG_3, LONG),
  UMLAL_V("umlal", "0 q 1 01110 size 1 rm 1000 00 rn rd ; size!3", LONG_3, LONG),
  SMLSL_V("smlsl", "0 q 0 01110 size 1 rm 1010 00 rn rd ; size!3", LONG_3, LONG),
  UMLSL_V("umlsl", "0 q 1 01110 size 1 rm 1010 00 rn rd ; size!3", LONG_3, LONG),
  SMULL_V("smull", "0 q 0 01110 size 1 rm 1100 00 rn rd ; size!3", LONG_3, LONG),
  UMULL_V("umull", "0 q 1 01110 size 1 rm 1100 00 rn rd ; size!3", LONG_3, LONG),
  SQDMLAL_V("sqdmlal", "0 q 0 01110 size 1 rm 1001 00 rn rd ; size!0,3", LONG_3, LONG),
  SQDMLAL_SCALAR("sqdmlal", "01 0 11110 size 1 rm 1001 00 rn rd ; size!0,3", SCALAR_LONG_3, LONG),
  SQDMLSL_V("sqdmlsl", "0 q 0 01110 size 1 rm 1011 00 rn rd ; size!0,3", LONG_3, LONG),
  SQDMLSL_SCALAR("sqdmlsl", "01 0 11110 size 1 rm 1011 00 rn rd ; size!0,3", SCALAR_LONG_3, LONG),
  SQDMULL_V("sqdmull", "0 q 0 01110 size 1 rm 1101 00 rn rd ; size!0,3", LONG_3, LONG),
  SQDMULL_SCALAR("sqdmull", "01 0 11110 size 1 rm 1101 00 rn rd ; size!0,3", SCALAR_LONG_3, LONG),
  PMULL_V("pmull", "0 q 0 01110 00 1 rm 1110 00 rn rd ; lane=0", LONG_3, LONG),
  PMULL_D("pmull", X, "0 q 0 01110 11 1 rm 1110 00 rn rd ; lane=3", LONG_PRODUCT_D),

  // ---- vectors: one source
  REV64_V("rev64", "0 q 0 01110 size 10000 00000 10 rn rd ; size!3", VECTOR_2, UNARY),
  REV32_V("rev32", "0 q 1 01110 size 10000 00000 10 rn rd ; size!2,3", VECTOR_2, UNARY),
  REV16_V("rev16", "0 q 0 01110 00 10000 00001 10 rn rd ; lane=0", VECTOR_2, UNARY),
  SADDLP_V("saddlp", "0 q 0 01110 size 10000 00010 10 rn rd ; size!3", VECTOR_2_LONGER, UNARY),
  UADDLP_V("uaddlp", "0 q 1 01110 size 10000 00010 10 rn rd ; size!3", VECTOR_2_LONGER, UNARY),
  SADALP_V("sadalp", "0 q 0 01110 size 10000 00110 10 rn rd ; size!3", VECTOR_2_LONGER, UNARY),
  UADALP_V("uadalp", "0 q 1 01110 size 10000 00110 10 rn rd ; size!3", VECTOR_2_LONGER, UNARY),
  SUQADD_V("suqadd", "0 q 0 01110 size 10000 00011 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  USQADD_V("usqadd", "0 q 1 01110 size 10000 00011 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  CLS_V("cls", "0 q 0 01110 size 10000 00100 10 rn rd ; size!3", VECTOR_2, UNARY),
  CLZ_V("clz", "0 q 1 01110 size 10000 00100 10 rn rd ; size!3", VECTOR_2, UNARY),
  CNT_V("cnt", "0 q 0 01110 00 10000 00101 10 rn rd ; lane=0", VECTOR_2, UNARY),
  NOT_V("not", "0 q 1 01110 00 10000 00101 10 rn rd ; lane=0", VECTOR_2, UNARY),
  RBIT_V("rbit", "0 q 1 01110 01 10000 00101 10 rn rd ; lane=0", VECTOR_2, UNARY),
  SQABS_V("sqabs", "0 q 0 01110 size 10000 00111 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  SQNEG_V("sqneg", "0 q 1 01110 size 10000 00111 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  CMGT_ZERO_V("cmgt", "0 q 0 01110 size 10000 01000 10 rn rd ; lanes!3", VECTOR_ZERO, UNARY),
  CMEQ_ZERO_V("cmeq", "0 q 0 01110 size 10000 01001 10 rn rd ; lanes!3", VECTOR_ZERO, UNARY),
  CMLT_ZERO_V("cmlt", "0 q 0 01110 size 10000 01010 10 rn rd ; lanes!3", VECTOR_ZERO, UNARY),
  CMGE_ZERO_V("cmge", "0 q 1 01110 size 10000 01000 10 rn rd ; lanes!3", VECTOR_ZERO, UNARY),
  CMLE_ZERO_V("cmle", "0 q 1 01110 size 10000 01001 10 rn rd ; lanes!3", VECTOR_ZERO, UNARY),
  ABS_V("abs", "0 q 0 01110 size 10000 01011 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  NEG_V("neg", "0 q 1 01110 size 10000 01011 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  XTN_V("xtn", "0 q 0 01110 size 10000 10010 10 rn rd ; size!3", NARROW_2, NARROW),
  SQXTN_V("sqxtn", "0 q 0 01110 size 10000 10100 10 rn rd ; size!3", NARROW_2, NARROW),
  SQXTUN_V("sqxtun", "0 q 1 01110 size 10000 10010 10 rn rd ; size!3", NARROW_2, NARROW),
  UQXTN_V("uqxtn", "0 q 1 01110 size 10000 10100 10 rn rd ; size!3", NARROW_2, NARROW),
  SHLL_V("shll", "0 q 1 01110 size 10000 10011 10 rn rd ; size!3", LONG_SHLL, LONG_UNARY),

  // ---- vectors: one source, floating point
  FRINTN_V("frintn", "0 q 0 01110 0 sz 10000 11000 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FRINTM_V("frintm", "0 q 0 01110 0 sz 10000 11001 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FCVTNS_V("fcvtns", "0 q 0 01110 0 sz 10000 11010 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FCVTMS_V("fcvtms", "0 q 0 01110 0 sz 10000 11011 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FCVTAS_V("fcvtas", "0 q 0 01110 0 sz 10000 11100 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  SCVTF_V("scvtf", "0 q 0 01110 0 sz 10000 11101 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FABS_V("fabs", "0 q 0 01110 1 sz 10000 01111 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FRINTP_V("frintp", "0 q 0 01110 1 sz 10000 11000 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FRINTZ_V("frintz", "0 q 0 01110 1 sz 10000 11001 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FCVTPS_V("fcvtps", "0 q 0 01110 1 sz 10000 11010 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FCVTZS_V("fcvtzs", "0 q 0 01110 1 sz 10000 11011 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FRECPE_V("frecpe", "0 q 0 01110 1 sz 10000 11101 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FRINTA_V("frinta", "0 q 1 01110 0 sz 10000 11000 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FRINTX_V("frintx", "0 q 1 01110 0 sz 10000 11001 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FCVTNU_V("fcvtnu", "0 q 1 01110 0 sz 10000 11010 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FCVTMU_V("fcvtmu", "0 q 1 01110 0 sz 10000 11011 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FCVTAU_V("fcvtau", "0 q 1 01110 0 sz 10000 11100 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  UCVTF_V("ucvtf", "0 q 1 01110 0 sz 10000 11101 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FNEG_V("fneg", "0 q 1 01110 1 sz 10000 01111 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FRINTI_V("frinti", "0 q 1 01110 1 sz 10000 11001 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FCVTPU_V("fcvtpu", "0 q 1 01110 1 sz 10000 11010 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FCVTZU_V("fcvtzu", "0 q 1 01110 1 sz 10000 11011 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FRSQRTE_V("frsqrte", "0 q 1 01110 1 sz 10000 11101 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FSQRT_V("fsqrt", "0 q 1 01110 1 sz 10000 11111 10 rn rd ; lanes!3", VECTOR_2, UNARY),
  FCMGT_ZERO_V(
      "fcmgt", "0 q 0 01110 1 sz 10000 01100 10 rn rd ; lanes!3", VECTOR_FLOAT_ZERO, UNARY),
  FCMEQ_ZERO_V(
      "fcmeq", "0 q 0 01110 1 sz 10000 01101 10 rn rd ; lanes!3", VECTOR_FLOAT_ZERO, UNARY),
  FCMLT_ZERO_V(
      "fcmlt", "0 q 0 01110 1 sz 10000 01110 10 rn rd ; lanes!3", VECTOR_FLOAT_ZERO, UNARY),
  FCMGE_ZERO_V(
      "fcmge", "0 q 1 01110 1 sz 10000 01100 10 rn rd ; lanes!3", VECTOR_FLOAT_ZERO, UNARY),
  FCMLE_ZERO_V(
      "fcmle", "0 q 1 01110 1 sz 10000 01101 10 rn rd ; lanes!3", VECTOR_FLOAT_ZERO, UNARY),
  URECPE_V("urecpe", "0 q 0 01110 10 10000 11100 10 rn rd ; lane=2", VECTOR_2, UNARY),
  URSQRTE_V("ursqrte", "0 q 1 01110 10 10000 11100 10 rn rd ; lane=2", VECTOR_2, UNARY),
  FCVTN_V("fcvtn", "0 q 0 01110 0 hs 10000 10110 10 rn rd", NARROW_2, NARROW),
  FCVTL_V("fcvtl", "0 q 0 01110 0 hs 10000 10111 10 rn rd", LONG_2, LONG_UNARY),
  FCVTXN_V("fcvtxn", "0 q 1 01110 01 10000 10110 10 rn rd ; lane=2", NARROW_2, NARROW),

  // ---- scalars: one source
  SUQADD_SCALAR("suqadd", "01 0 11110 size 10000 00011 10 rn rd", SCALAR_2, UNARY),
  USQADD_SCALAR("usqadd", "01 1 11110 size 10000 00011 10 rn rd", SCALAR_2, UNARY),
  SQABS_SCALAR("sqabs", "01 0 11110 size 10000 00111 10 rn rd", SCALAR_2, UNARY),
  SQNEG_SCALAR("sqneg", "01 1 11110 size 10000 00111 10 rn rd", SCALAR_2, UNARY),
  CMGT_ZERO_SCALAR("cmgt", "01 0 11110 11 10000 01000 10 rn rd ; lane=3", SCALAR_ZERO, UNARY),
  CMEQ_ZERO_SCALAR("cmeq", "01 0 11110 11 10000 01001 10 rn rd ; lane=3", SCALAR_ZERO, UNARY),
  CMLT_ZERO_SCALAR("cmlt", "01 0 11110 11 10000 01010 10 rn rd ; lane=3", SCALAR_ZERO, UNARY),
  CMGE_ZERO_SCALAR("cmge", "01 1 11110 11 10000 01000 10 rn rd ; lane=3", SCALAR_ZERO, UNARY),
  CMLE_ZERO_SCALAR("cmle", "01 1 11110 11 10000 01001 10 rn rd ; lane=3", SCALAR_ZERO, UNARY),
  ABS_SCALAR("abs", "01 0 11110 11 10000 01011 10 rn rd ; lane=3", SCALAR_2, UNARY),
  NEG_SCALAR("neg", "01 1 11110 11 10000 01011 10 rn rd ; lane=3", SCALAR_2, UNARY),
  SQXTN_SCALAR("sqxtn", "01 0 11110 size 10000 10100 10 rn rd ; size!3", SCALAR_NARROW_2, NARROW),
  SQXTUN_SCALAR("sqxtun", "01 1 11110 size 10000 10010 10 rn rd ; size!3", SCALAR_NARROW_2, NARROW),
  UQXTN_SCALAR("uqxtn", "01 1 11110 size 10000 10100 10 rn rd ; size!3", SCALAR_NARROW_2, NARROW),
  FCVTNS_SCALAR("fcvtns", "01 0 11110 0 sz 10000 11010 10 rn rd", SCALAR_2, UNARY),
  FCVTMS_SCALAR("fcvtms", "01 0 11110 0 sz 10000 11011 10 rn rd", SCALAR_2, UNARY),
  FCVTAS_SCALAR("fcvtas", "01 0 11110 0 sz 10000 11100 10 rn rd", SCALAR_2, UNARY),
  SCVTF_SCALAR("scvtf", "01 0 11110 0 sz 10000 11101 10 rn rd", SCALAR_2, UNARY),
  FCVTPS_SCALAR("fcvtps", "01 0 11110 1 sz 10000 11010 10 rn rd", SCALAR_2, UNARY),
  FCVTZS_SCALAR("fcvtzs", "01 0 11110 1 sz 10000 11011 10 rn rd", SCALAR_2, UNARY),
  FRECPE_SCALAR("frecpe", "01 0 11110 1 sz 10000 11101 10 rn rd", SCALAR_2, UNARY),
  FCVTNU_SCALAR("fcvtnu", "01 1 11110 0 sz 10000 11010 10 rn rd", SCALAR_2, UNARY),
  FCVTMU_SCALAR("fcvtmu", "01 1 11110 0 sz 10000 11011 10 rn rd", SCALAR_2, UNARY),
  FCVTAU_SCALAR("fcvtau", "01 1 11110 0 sz 10000 11100 10 rn rd", SCALAR_2, UNARY),
  UCVTF_SCALAR("ucvtf", "01 1 11110 0 sz 10000 11101 10 rn rd", SCALAR_2, UNARY),
  FCVTPU_SCALAR("fcvtpu", "01 1 11110 1 sz 10000 11010 10 rn rd", SCALAR_2, UNARY),
  FCVTZU_SCALAR("fcvtzu", "01 1 11110 1 sz 10000 11011 10 rn rd", SCALAR_2, UNARY),
  FRSQRTE_SCALAR("frsqrte", "01 1 11110 1 sz 10000 11101 10 rn rd", SCALAR_2, UNARY),
  FRECPX_SCALAR("frecpx", "01 0 11110 1 sz 10000 11111 10 rn rd", SCALAR_2, UNARY),
  FCMGT_ZERO_SCALAR("fcmgt", "01 0 11110 1 sz 10000 01100 10 rn rd", SCALAR_FLOAT_ZERO, UNARY),
  FCMEQ_ZERO_SCALAR("fcmeq", "01 0 11110 1 sz 10000 01101 10 rn rd", SCALAR_FLOAT_ZERO, UNARY),
  FCMLT_ZERO_SCALAR("fcmlt", "01 0 11110 1 sz 10000 01110 10 rn rd", SCALAR_FLOAT_ZERO, UNARY),
  FCMGE_ZERO_SCALAR("fcmge", "01 1 11110 1 sz 10000 01100 10 rn rd", SCALAR_FLOAT_ZERO, UNARY),
  FCMLE_ZERO_SCALAR("fcmle", "01 1 11110 1 sz 10000 01101 10 rn rd", SCALAR_FLOAT_ZERO, UNARY),
  FCVTXN_SCALAR("fcvtxn", "01 1 11110 01 10000 10110 10 rn rd ; lane=2", SCALAR_NARROW_2, NARROW),

  // ---- across lanes
  SADDLV("saddlv", "0 q 0 01110 size 11000 00011 10 rn rd ; size!3 lanes!2", ACROSS_LONG, ACROSS),
  UADDLV("uaddlv", "0 q 1 01110 size 11000 00011 10 rn rd ; size!3 lanes!2", ACROSS_LONG, ACROSS),
  SMAXV("smaxv", "0 q 0 01110 size 11000 01010 10 rn rd ; size!3 lanes!2", ACROSS_LANES, ACROSS),
  UMAXV("umaxv", "0 q 1 01110 size 11000 01010 10 rn rd ; size!3 lanes!2", ACROSS_LANES, ACROSS),
  SMINV("sminv", "0 q 0 01110 size 11000 11010 10 rn rd ; size!3 lanes!2", ACROSS_LANES, ACROSS),
  UMINV("uminv", "0 q 1 01110 size 11000 11010 10 rn rd ; size!3 lanes!2", ACROSS_LANES, ACROSS),
  ADDV("addv", "0 q 0 01110 size 11000 11011 10 rn rd ; size!3 lanes!2", ACROSS_LANES, ACROSS),
  FMAXNMV("fmaxnmv", "0 1 1 01110 00 11000 01100 10 rn rd ; lane=2", ACROSS_LANES, ACROSS),
  FMAXV("fmaxv", "0 1 1 01110 00 11000 01111 10 rn rd ; lane=2", ACROSS_LANES, ACROSS),
  FMINNMV("fminnmv", "0 1 1 01110 10 11000 01100 10 rn rd ; lane=2", ACROSS_LANES, ACROSS),
  FMINV("fminv", "0 1 1 01110 10 11000 01111 10 rn rd ; lane=2", ACROSS_LANES, ACROSS),
  ADDP_SCALAR("addp", "01 0 11110 11 11000 11011 10 rn rd ; lane=3", PAIR_SCALAR, PAIR),
  FMAXNMP_SCALAR("fmaxnmp", "01 1 11110 0 sz 11000 01100 10 rn rd", PAIR_SCALAR, PAIR),
  FADDP_SCALAR("faddp", "01 1 11110 0 sz 11000 01101 10 rn rd", PAIR_SCALAR, PAIR),
  FMAXP_SCALAR("fmaxp", "01 1 11110 0 sz 11000 01111 10 rn rd", PAIR_SCALAR, PAIR),
  FMINNMP_SCALAR("fminnmp", "01 1 11110 1 sz 11000 01100 10 rn rd", PAIR_SCALAR, PAIR),
  FMINP_SCALAR("fminp", "01 1 11110 1 sz 11000 01111 10 rn rd", PAIR_SCALAR, PAIR),

  // ---- vectors and scalars: shifts by an immediate
  SSHR_V_IMM("sshr", "0 q 0 011110 right6:0 00000 1 rn rd ; lanes!3", VECTOR_SHIFT, UNARY),
  SSHR_SCALAR_IMM("sshr", "01 0 111110 right6:0 00000 1 rn rd ; size!0,1,2", SCALAR_SHIFT, UNARY),
  SSRA_V_IMM("ssra", "0 q 0 011110 right6:0 00010 1 rn rd ; lanes!3", VECTOR_SHIFT, UNARY),
  SSRA_SCALAR_IMM("ssra", "01 0 111110 right6:0 00010 1 rn rd ; size!0,1,2", SCALAR_SHIFT, UNARY),
  SRSHR_V_IMM("srshr", "0 q 0 011110 right6:0 00100 1 rn rd ; lanes!3", VECTOR_SHIFT, UNARY),
  SRSHR_SCALAR_IMM("srshr", "01 0 111110 right6:0 00100 1 rn rd ; size!0,1,2", SCALAR_SHIFT, UNARY),
  SRSRA_V_IMM("srsra", "0 q 0 011110 right6:0 00110 1 rn rd ; lanes!3", VECTOR_SHIFT, UNARY),
  SRSRA_SCALAR_IMM("srsra", "01 0 111110 right6:0 00110 1 rn rd ; size!0,1,2", SCALAR_SHIFT, UNARY),
  SHL_V_IMM("shl", "0 q 0 011110 left6:0 01010 1 rn rd ; lanes!3", VECTOR_SHIFT, UNARY),
  SHL_SCALAR_IMM("shl", "01 0 111110 left6:0 01010 1 rn rd ; size!0,1,2", SCALAR_SHIFT, UNARY),
  USHR_V_IMM("ushr", "0 q 1 011110 right6:0 00000 1 rn rd ; lanes!3", VECTOR_SHIFT, UNARY),
  USHR_SCALAR_IMM("ushr", "01 1 111110 right6:0 00000 1 rn rd ; size!0,1,2", SCALAR_SHIFT, UNARY),
  USRA_V_IMM("usra", "0 q 1 011110 right6:0 00010 1 rn rd ; lanes!3", VECTOR_SHIFT, UNARY),
  USRA_SCALAR_IMM("usra", "01 1 111110 right6:0 00010 1 rn rd ; size!0,1,2", SCALAR_SHIFT, UNARY),
  URSHR_V_IMM("urshr", "0 q 1 011110 right6:0 00100 1 rn rd ; lanes!3", VECTOR_SHIFT, UNARY),
  URSHR_SCALAR_IMM("urshr", "01 1 111110 right6:0 00100 1 rn rd ; size!0,1,2", SCALAR_SHIFT, UNARY),
  URSRA_V_IMM("ursra", "0 q 1 011110 right6:0 00110 1 rn rd ; lanes!3", VECTOR_SHIFT, UNARY),
  URSRA_SCALAR_IMM("ursra", "01 1 111110 right6:0 00110 1 rn rd ; size!0,1,2", SCALAR_SHIFT, UNARY),
  SRI_V_IMM("sri", "0 q 1 011110 right6:0 01000 1 rn rd ; lanes!3", VECTOR_SHIFT, UNARY),
  SRI_SCALAR_IMM("sri", "01 1 111110 right6:0 01000 1 rn rd ; size!0,1,2", SCALAR_SHIFT, UNARY),
  SLI_V_IMM("sli", "0 q 1 011110 left6:0 01010 1 rn rd ; lanes!3", VECTOR_SHIFT, UNARY),
  SLI_SCALAR_IMM("sli", "01 1 111110 left6:0 01010 1 rn rd ; size!0,1,2", SCALAR_SHIFT, UNARY),
  SQSHL_V_IMM(
      "sqshl",
      "0 q 0 011110 left6:0 01110 1 rn rd ; lanes!3",
      VECTOR_SHIFT,
      UNARY,
      LaneOp.SQSHL_IMMEDIATE),
  SQSHL_SCALAR_IMM(
      "sqshl", "01 0 111110 left6:0 01110 1 rn rd", SCALAR_SHIFT, UNARY, LaneOp.SQSHL_IMMEDIATE),
  UQSHL_V_IMM(
      "uqshl",
      "0 q 1 011110 left6:0 01110 1 rn rd ; lanes!3",
      VECTOR_SHIFT,
      UNARY,
      LaneOp.UQSHL_IMMEDIATE),
  UQSHL_SCALAR_IMM(
      "uqshl", "01 1 111110 left6:0 01110 1 rn rd", SCALAR_SHIFT, UNARY, LaneOp.UQSHL_IMMEDIATE),
  SQSHLU_V_IMM("sqshlu", "0 q 1 011110 left6:0 01100 1 rn rd ; lanes!3", VECTOR_SHIFT, UNARY),
  SQSHLU_SCALAR_IMM("sqshlu", "01 1 111110 left6:0 01100 1 rn rd", SCALAR_SHIFT, UNARY),
  SHRN_V_IMM("shrn", "0 q 0 011110 right6:0 10000 1 rn rd ; size!3", NARROW_SHIFT, NARROW),
  RSHRN_V_IMM("rshrn", "0 q 0 011110 right6:0 10001 1 rn rd ; size!3", NARROW_SHIFT, NARROW),
  SQSHRN_V_IMM("sqshrn", "0 q 0 011110 right6:0 10010 1 rn rd ; size!3", NARROW_SHIFT, NARROW),
  SQSHRN_SCALAR_IMM(
      "sqshrn", "01 0 111110 right6:0 10010 1 rn rd ; size!3", SCALAR_NARROW_SHIFT, NARROW),
  SQRSHRN_V_IMM("sqrshrn", "0 q 0 011110 right6:0 10011 1 rn rd ; size!3", NARROW_SHIFT, NARROW),
  SQRSHRN_SCALAR_IMM(
      "sqrshrn", "01 0 111110 right6:0 10011 1 rn rd ; size!3", SCALAR_NARROW_SHIFT, NARROW),
  SQSHRUN_V_IMM("sqshrun", "0 q 1 011110 right6:0 10000 1 rn rd ; size!3", NARROW_SHIFT, NARROW),
  SQSHRUN_SCALAR_IMM(
      "sqshrun", "01 1 111110 right6:0 10000 1 rn rd ; size!3", SCALAR_NARROW_SHIFT, NARROW),
  SQRSHRUN_V_IMM("sqrshrun", "0 q 1 011110 right6:0 10001 1 rn rd ; size!3", NARROW_SHIFT, NARROW),
  SQRSHRUN_SCALAR_IMM(
      "sqrshrun", "01 1 111110 right6:0 10001 1 rn rd ; size!3", SCALAR_NARROW_SHIFT, NARROW),
  UQSHRN_V_IMM("uqshrn", "0 q 1 011110 right6:0 10010 1 rn rd ; size!3", NARROW_SHIFT, NARROW),
  UQSHRN_SCALAR_IMM(
      "uqshrn", "01 1 111110 right6:0 10010 1 rn rd ; size!3", SCALAR_NARROW_SHIFT, NARROW),
  UQRSHRN_V_IMM("uqrshrn", "0 q 1 011110 right6:0 10011 1 rn rd ; size!3", NARROW_SHIFT, NARROW),
  UQRSHRN_SCALAR_IMM(
      "uqrshrn", "01 1 111110 right6:0 10011 1 rn rd ; size!3", SCALAR_NARROW_SHIFT, NARROW),
  SSHLL_V_IMM("sshll", "0 q 0 011110 left6:0 10100 1 rn rd ; size!3", LONG_SHIFT, LONG_UNARY),
  USHLL_V_IMM("ushll", "0 q 1 011110 left6:0 10100 1 rn rd ; size!3", LONG_SHIFT, LONG_UNARY),
  SCVTF_V_IMM(
      "scvtf", "0 q 0 011110 right6:0 11100 1 rn rd ; size!0,1 lanes!3", VECTOR_SHIFT, UNARY),
  SCVTF_SCALAR_IMM("scvtf", "01 0 111110 right6:0 11100 1 rn rd ; size!0,1", SCALAR_SHIFT, UNARY),
  UCVTF_V_IMM(
      "ucvtf", "0 q 1 011110 right6:0 11100 1 rn rd ; size!0,1 lanes!3", VECTOR_SHIFT, UNARY),
  UCVTF_SCALAR_IMM("ucvtf", "01 1 111110 right6:0 11100 1 rn rd ; size!0,1", SCALAR_SHIFT, UNARY),
  FCVTZS_V_IMM(
      "fcvtzs", "0 q 0 011110 right6:0 11111 1 rn rd ; size!0,1 lanes!3", VECTOR_SHIFT, UNARY),
  FCVTZS_SCALAR_IMM("fcvtzs", "01 0 111110 right6:0 11111 1 rn rd ; size!0,1", SCALAR_SHIFT, UNARY),
  FCVTZU_V_IMM(
      "fcvtzu", "0 q 1 011110 right6:0 11111 1 rn rd ; size!0,1 lanes!3", VECTOR_SHIFT, UNARY),
  FCVTZU_SCALAR_IMM("fcvtzu", "01 1 111110 right6:0 11111 1 rn rd ; size!0,1", SCALAR_SHIFT, UNARY),

  // ---- by a lane
  MUL_LANE_H(
      "mul", "0 q 0 01111 01 index1:0 rm4 1000 index2 0 rn rd ; lane=1", VECTOR_LANE, BY_LANE),
  MUL_LANE_S("mul", "0 q 0 01111 10 index0 rm 1000 index1 0 rn rd ; lane=2", VECTOR_LANE, BY_LANE),
  SQDMULH_LANE_H(
      "sqdmulh", "0 q 0 01111 01 index1:0 rm4 1100 index2 0 rn rd ; lane=1", VECTOR_LANE, BY_LANE),
  SQDMULH_LANE_S(
      "sqdmulh", "0 q 0 01111 10 index0 rm 1100 index1 0 rn rd ; lane=2", VECTOR_LANE, BY_LANE),
  SQRDMULH_LANE_H(
      "sqrdmulh", "0 q 0 01111 01 index1:0 rm4 1101 index2 0 rn rd ; lane=1", VECTOR_LANE, BY_LANE),
  SQRDMULH_LANE_S(
      "sqrdmulh", "0 q 0 01111 10 index0 rm 1101 index1 0 rn rd ; lane=2", VECTOR_LANE, BY_LANE),
  MLA_LANE_H(
      "mla", "0 q 1 01111 01 index1:0 rm4 0000 index2 0 rn rd ; lane=1", VECTOR_LANE, BY_LANE),
  MLA_LANE_S("mla", "0 q 1 01111 10 index0 rm 0000 index1 0 rn rd ; lane=2", VECTOR_LANE, BY_LANE),
  MLS_LANE_H(
      "mls", "0 q 1 01111 01 index1:0 rm4 0100 index2 0 rn rd ; lane=1", VECTOR_LANE, BY_LANE),
  MLS_LANE_S("mls", "0 q 1 01111 10 index0 rm 0100 index1 0 rn rd ; lane=2", VECTOR_LANE, BY_LANE),
  SMLAL_LANE_H(
      "smlal", "0 q 0 01111 01 index1:0 rm4 0010 index2 0 rn rd ; lane=1", LONG_LANE, LONG_BY_LANE),
  SMLAL_LANE_S(
      "smlal", "0 q 0 01111 10 index0 rm 0010 index1 0 rn rd ; lane=2", LONG_LANE, LONG_BY_LANE),
  SQDMLAL_LANE_H(
      "sqdmlal",
      "0 q 0 01111 01 index1:0 rm4 0011 index2 0 rn rd ; lane=1",
      LONG_LANE,
      LONG_BY_LANE),
  SQDMLAL_LANE_S(
      "sqdmlal", "0 q 0 01111 10 index0 rm 0011 index1 0 rn rd ; lane=2", LONG_LANE, LONG_BY_LANE),
  SMLSL_LANE_H(
      "smlsl", "0 q 0 01111 01 index1:0 rm4 0110 index2 0 rn rd ; lane=1", LONG_LANE, LONG_BY_LANE),
  SMLSL_LANE_S(
      "smlsl", "0 q 0 01111 10 index0 rm 0110 index1 0 rn rd ; lane=2", LONG_LANE, LONG_BY_LANE),
  SQDMLSL_LANE_H(
      "sqdmlsl",
      "0 q 0 01111 01 index1:0 rm4 0111 index2 0 rn rd ; lane=1",
      LONG_LANE,
      LONG_BY_LANE),
  SQDMLSL_LANE_S(
      "sqdmlsl", "0 q 0 01111 10 index0 rm 0111 index1 0 rn rd ; lane=2", LONG_LANE, LONG_BY_LANE),
  SMULL_LANE_H(
      "smull", "0 q 0 01111 01 index1:0 rm4 1010 index2 0 rn rd ; lane=1", LONG_LANE, LONG_BY_LANE),
  SMULL_LANE_S(
      "smull", "0 q 0 01111 10 index0 rm 1010 index1 0 rn rd ; lane=2", LONG_LANE, LONG_BY_LANE),
  SQDMULL_LANE_H(
      "sqdmull",
      "0 q 0 01111 01 index1:0 rm4 1011 index2 0 rn rd ; lane=1",
      LONG_LANE,
      LONG_BY_LANE),
  SQDMULL_LANE_S(
      "sqdmull", "0 q 0 01111 10 index0 rm 1011 index1 0 rn rd ; lane=2", LONG_LANE, LONG_BY_LANE),
  UMLAL_LANE_H(
      "umlal", "0 q 1 01111 01 index1:0 rm4 0010 index2 0 rn rd ; lane=1", LONG_LANE, LONG_BY_LANE),
  UMLAL_LANE_S(
      "umlal", "0 q 1 01111 10 index0 rm 0010 index1 0 rn rd ; lane=2", LONG_LANE, LONG_BY_LANE),
  UMLSL_LANE_H(
      "umlsl", "0 q 1 01111 01 index1:0 rm4 0110 index2 0 rn rd ; lane=1", LONG_LANE, LONG_BY_LANE),
  UMLSL_LANE_S(
      "umlsl", "0 q 1 01111 10 index0 rm 0110 index1 0 rn rd ; lane=2", LONG_LANE, LONG_BY_LANE),
  UMULL_LANE_H(
      "umull", "0 q 1 01111 01 index1:0 rm4 1010 index2 0 rn rd ; lane=1", LONG_LANE, LONG_BY_LANE),
  UMULL_LANE_S(
      "umull", "0 q 1 01111 10 index0 rm 1010 index1 0 rn rd ; lane=2", LONG_LANE, LONG_BY_LANE),
  SQDMULH_SCALAR_LANE_H(
      "sqdmulh", "01 0 11111 01 index1:0 rm4 1100 index2 0 rn rd ; lane=1", SCALAR_LANE, BY_LANE),
  SQDMULH_SCALAR_LANE_S(
      "sqdmulh", "01 0 11111 10 index0 rm 1100 index1 0 rn rd ; lane=2", SCALAR_LANE, BY_LANE),
  SQRDMULH_SCALAR_LANE_H(
      "sqrdmulh", "01 0 11111 01 index1:0 rm4 1101 index2 0 rn rd ; lane=1", SCALAR_LANE, BY_LANE),
  SQRDMULH_SCALAR_LANE_S(
      "sqrdmulh", "01 0 11111 10 index0 rm 1101 index1 0 rn rd ; lane=2", SCALAR_LANE, BY_LANE),
  SQDMLAL_SCALAR_LANE_H(
      "sqdmlal",
      "01 0 11111 01 index1:0 rm4 0011 index2 0 rn rd ; lane=1",
      SCALAR_LONG_LANE,
      LONG_BY_LANE),
  SQDMLAL_SCALAR_LANE_S(
      "sqdmlal",
      "01 0 11111 10 index0 rm 0011 index1 0 rn rd ; lane=2",
      SCALAR_LONG_LANE,
      LONG_BY_LANE),
  SQDMLSL_SCALAR_LANE_H(
      "sqdmlsl",
      "01 0 11111 01 index1:0 rm4 0111 index2 0 rn rd ; lane=1",
      SCALAR_LONG_LANE,
      LONG_BY_LANE),
  SQDMLSL_SCALAR_LANE_S(
      "sqdmlsl",
      "01 0 11111 10 index0 rm 0111 index1 0 rn rd ; lane=2",
      SCALAR_LONG_LANE,
      LONG_BY_LANE),
  SQDMULL_SCALAR_LANE_H(
      "sqdmull",
      "01 0 11111 01 index1:0 rm4 1011 index2 0 rn rd ; lane=1",
      SCALAR_LONG_LANE,
      LONG_BY_LANE),
  SQDMULL_SCALAR_LANE_S(
      "sqdmull",
      "01 0 11111 10 index0 rm 1011 index1 0 rn rd ; lane=2",
      SCALAR_LONG_LANE,
      LONG_BY_LANE),
  FMLA_LANE_S(
      "fmla", "0 q 0 01111 10 index0 rm 0001 index1 0 rn rd ; lane=2", VECTOR_LANE, BY_LANE),
  FMLA_LANE_D("fmla", "0 1 0 01111 11 0 rm 0001 index0 0 rn rd ; lane=3", VECTOR_LANE, BY_LANE),
  FMLA_SCALAR_LANE_S(
      "fmla", "01 0 11111 10 index0 rm 0001 index1 0 rn rd ; lane=2", SCALAR_LANE, BY_LANE),
  FMLA_SCALAR_LANE_D(
      "fmla", "01 0 11111 11 0 rm 0001 index0 0 rn rd ; lane=3", SCALAR_LANE, BY_LANE),
  FMLS_LANE_S(
      "fmls", "0 q 0 01111 10 index0 rm 0101 index1 0 rn rd ; lane=2", VECTOR_LANE, BY_LANE),
  FMLS_LANE_D("fmls", "0 1 0 01111 11 0 rm 0101 index0 0 rn rd ; lane=3", VECTOR_LANE, BY_LANE),
  FMLS_SCALAR_LANE_S(
      "fmls", "01 0 11111 10 index0 rm 0101 index1 0 rn rd ; lane=2", SCALAR_LANE, BY_LANE),
  FMLS_SCALAR_LANE_D(
      "fmls", "01 0 11111 11 0 rm 0101 index0 0 rn rd ; lane=3", SCALAR_LANE, BY_LANE),
  FMUL_LANE_S(
      "fmul", "0 q 0 01111 10 index0 rm 1001 index1 0 rn rd ; lane=2", VECTOR_LANE, BY_LANE),
  FMUL_LANE_D("fmul", "0 1 0 01111 11 0 rm 1001 index0 0 rn rd ; lane=3", VECTOR_LANE, BY_LANE),
  FMUL_SCALAR_LANE_S(
      "fmul", "01 0 11111 10 index0 rm 1001 index1 0 rn rd ; lane=2", SCALAR_LANE, BY_LANE),
  FMUL_SCALAR_LANE_D(
      "fmul", "01 0 11111 11 0 rm 1001 index0 0 rn rd ; lane=3", SCALAR_LANE, BY_LANE),
  FMULX_LANE_S(
      "fmulx", "0 q 1 01111 10 index0 rm 1001 index1 0 rn rd ; lane=2", VECTOR_LANE, BY_LANE),
  FMULX_LANE_D("fmulx", "0 1 1 01111 11 0 rm 1001 index0 0 rn rd ; lane=3", VECTOR_LANE, BY_LANE),
  FMULX_SCALAR_LANE_S(
      "fmulx", "01 1 11111 10 index0 rm 1001 index1 0 rn rd ; lane=2", SCALAR_LANE, BY_LANE),
  FMULX_SCALAR_LANE_D(
      "fmulx", "01 1 11111 11 0 rm 1001 index0 0 rn rd ; lane=3", SCALAR_LANE, BY_LANE),

  // ---- moves of lanes
  DUP_LANE("dup", X, "0 q 0 01110000 lane4:0 0 0000 1 rn rd ; lanes!3", COPY_LANE),
  DUP_GENERAL("dup", X, "0 q 0 01110000 lane4:0 0 0001 1 rn rd ; lanes!3", COPY_GENERAL),
  DUP_SCALAR("dup", X, "01 0 11110000 lane4:0 0 0000 1 rn rd", COPY_SCALAR),
  SMOV_W("smov", W, "0 0 0 01110000 lane4:0 0 0101 1 rn rd ; size!2,3", MOVE_LANE),
  SMOV_X("smov", X, "0 1 0 01110000 lane4:0 0 0101 1 rn rd ; size!3", MOVE_LANE),
  UMOV_W("umov", W, "0 0 0 01110000 lane4:0 0 0111 1 rn rd ; size!3", MOVE_LANE),
  UMOV_X("umov", X, "0 1 0 01110000 lane4:0 0 0111 1 rn rd ; size!0,1,2", MOVE_LANE),
  INS_GENERAL("ins", X, "0 1 0 01110000 into4:0 0 0011 1 rn rd", INSERT_GENERAL),
  INS_LANE("ins", X, "0 1 1 01110000 into4:0 0 from3:0 1 rn rd", INSERT_LANE),
  UZP1_V("uzp1", "0 q 0 01110 size 0 rm 0 001 10 rn rd ; lanes!3", VECTOR_3, PAIRS),
  UZP2_V("uzp2", "0 q 0 01110 size 0 rm 0 101 10 rn rd ; lanes!3", VECTOR_3, PAIRS),
  TRN1_V("trn1", X, "0 q 0 01110 size 0 rm 0 010 10 rn rd ; lanes!3", VECTOR_3),
  TRN2_V("trn2", X, "0 q 0 01110 size 0 rm 0 110 10 rn rd ; lanes!3", VECTOR_3),
  ZIP1_V("zip1", X, "0 q 0 01110 size 0 rm 0 011 10 rn rd ; lanes!3", VECTOR_3),
  ZIP2_V("zip2", X, "0 q 0 01110 size 0 rm 0 111 10 rn rd ; lanes!3", VECTOR_3),
  EXT_8("ext", X, "0 0 1 01110 00 0 rm 0 0 amount2:0 0 rn rd ; lane=0", EXTRACT_BYTES),
  EXT_16("ext", X, "0 1 1 01110 00 0 rm 0 amount3:0 0 rn rd ; lane=0", EXTRACT_BYTES),
  TBL_1("tbl", X, "0 q 0 01110 00 0 rm 0 00 0 00 rn rd ; lane=0", TABLE_1),
  TBX_1("tbx", X, "0 q 0 01110 00 0 rm 0 00 1 00 rn rd ; lane=0", TABLE_1),
  TBL_2("tbl", X, "0 q 0 01110 00 0 rm 0 01 0 00 rn rd ; lane=0", TABLE_2),
  TBX_2("tbx", X, "0 q 0 01110 00 0 rm 0 01 1 00 rn rd ; lane=0", TABLE_2),
  TBL_3("tbl", X, "0 q 0 01110 00 0 rm 0 10 0 00 rn rd ; lane=0", TABLE_3),
  TBX_3("tbx", X, "0 q 0 01110 00 0 rm 0 10 1 00 rn rd ; lane=0", TABLE_3),
  TBL_4("tbl", X, "0 q 0 01110 00 0 rm 0 11 0 00 rn rd ; lane=0", TABLE_4),
  TBX_4("tbx", X, "0 q 0 01110 00 0 rm 0 11 1 00 rn rd ; lane=0", TABLE_4),

  // ---- constants in vectors
  MOVI_S("movi", X, "0 q 0 0111100000 uimm7:5 0 place1:0 0 01 uimm4:0 rd ; lane=2", MODIFIED),
  MOVI_H("movi", X, "0 q 0 0111100000 uimm7:5 10 place0 0 01 uimm4:0 rd ; lane=1", MODIFIED),
  MOVI_ONES("movi", X, "0 q 0 0111100000 uimm7:5 110 place0 01 uimm4:0 rd ; lane=2", MODIFIED),
  MOVI_B("movi", X, "0 q 0 0111100000 uimm7:5 1110 01 uimm4:0 rd ; lane=0", MODIFIED),
  MOVI_D("movi", X, "0 0 1 0111100000 uimm7:5 1110 01 uimm4:0 rd ; lane=3", MODIFIED_D),
  MOVI_2D("movi", X, "0 1 1 0111100000 uimm7:5 1110 01 uimm4:0 rd ; lane=3", MODIFIED_2D),
  MVNI_S("mvni", X, "0 q 1 0111100000 uimm7:5 0 place1:0 0 01 uimm4:0 rd ; lane=2", MODIFIED),
  MVNI_H("mvni", X, "0 q 1 0111100000 uimm7:5 10 place0 0 01 uimm4:0 rd ; lane=1", MODIFIED),
  MVNI_ONES("mvni", X, "0 q 1 0111100000 uimm7:5 110 place0 01 uimm4:0 rd ; lane=2", MODIFIED),
  ORR_V_IMM_S("orr", X, "0 q 0 0111100000 uimm7:5 0 place1:0 1 01 uimm4:0 rd ; lane=2", MODIFIED),
  ORR_V_IMM_H("orr", X, "0 q 0 0111100000 uimm7:5 10 place0 1 01 uimm4:0 rd ; lane=1", MODIFIED),
  BIC_V_IMM_S("bic", X, "0 q 1 0111100000 uimm7:5 0 place1:0 1 01 uimm4:0 rd ; lane=2", MODIFIED),
  BIC_V_IMM_H("bic", X, "0 q 1 0111100000 uimm7:5 10 place0 1 01 uimm4:0 rd ; lane=1", MODIFIED),
  FMOV_V_IMM("fmov", X, "0 q 0 0111100000 uimm7:5 1111 01 uimm4:0 rd ; lane=2", MODIFIED_FLOAT),
  FMOV_2D_IMM("fmov", X, "0 1 1 0111100000 uimm7:5 1111 01 uimm4:0 rd ; lane=3", MODIFIED_FLOAT),

  // ---- cryptography
  AESE("aese", X, "01001110 00 10100 00100 10 rn rd", AES),
  AESD("aesd", X, "01001110 00 10100 00101 10 rn rd", AES),
  AESMC("aesmc", X, "01001110 00 10100 00110 10 rn rd", AES),
  AESIMC("aesimc", X, "01001110 00 10100 00111 10 rn rd", AES),
  SHA1C("sha1c", X, "01011110 000 rm 0 000 00 rn rd", SHA_QSV),
  SHA1P("sha1p", X, "01011110 000 rm 0 001 00 rn rd", SHA_QSV),
  SHA1M("sha1m", X, "01011110 000 rm 0 010 00 rn rd", SHA_QSV),
  SHA1SU0("sha1su0", X, "01011110 000 rm 0 011 00 rn rd", SHA_3),
  SHA256H("sha256h", X, "01011110 000 rm 0 100 00 rn rd", SHA_QQV),
  SHA256H2("sha256h2", X, "01011110 000 rm 0 101 00 rn rd", SHA_QQV),
  SHA256SU1("sha256su1", X, "01011110 000 rm 0 110 00 rn rd", SHA_3),
  SHA1H("sha1h", X, "01011110 00 10100 00000 10 rn rd", SHA_SCALAR),
  SHA1SU1("sha1su1", X, "01011110 00 10100 00001 10 rn rd", SHA_2),
  SHA256SU0("sha256su0", X, "01011110 00 10100 00010 10 rn rd", SHA_2),

  // ---- floating point
  FMUL("fmul", "000 11110 0 sz 1 rm 0000 10 rn rd", SCALAR_3, BINARY),
  FDIV("fdiv", "000 11110 0 sz 1 rm 0001 10 rn rd", SCALAR_3, BINARY),
  FADD("fadd", "000 11110 0 sz 1 rm 0010 10 rn rd", SCALAR_3, BINARY),
  FSUB("fsub", "000 11110 0 sz 1 rm 0011 10 rn rd", SCALAR_3, BINARY),
  FMAX("fmax", "000 11110 0 sz 1 rm 0100 10 rn rd", SCALAR_3, BINARY),
  FMIN("fmin", "000 11110 0 sz 1 rm 0101 10 rn rd", SCALAR_3, BINARY),
  FMAXNM("fmaxnm", "000 11110 0 sz 1 rm 0110 10 rn rd", SCALAR_3, BINARY),
  FMINNM("fminnm", "000 11110 0 sz 1 rm 0111 10 rn rd", SCALAR_3, BINARY),
  FNMUL("fnmul", "000 11110 0 sz 1 rm 1000 10 rn rd", SCALAR_3, BINARY),
  FMADD("fmadd", "000 11111 0 sz 0 rm 0 ra rn rd", SCALAR_4, SCALAR_TERNARY, LaneOp.FMLA),
  FMSUB("fmsub", "000 11111 0 sz 0 rm 1 ra rn rd", SCALAR_4, SCALAR_TERNARY, LaneOp.FMLS),
  FNMADD("fnmadd", "000 11111 0 sz 1 rm 0 ra rn rd", SCALAR_4, SCALAR_TERNARY),
  FNMSUB("fnmsub", "000 11111 0 sz 1 rm 1 ra rn rd", SCALAR_4, SCALAR_TERNARY),
  FMOV("fmov", X, "000 11110 0 sz 1 000000 10000 rn rd", SCALAR_2),
  FABS("fabs", "000 11110 0 sz 1 000001 10000 rn rd", SCALAR_2, UNARY),
  FNEG("fneg", "000 11110 0 sz 1 000010 10000 rn rd", SCALAR_2, UNARY),
  FSQRT("fsqrt", "000 11110 0 sz 1 000011 10000 rn rd", SCALAR_2, UNARY),
  FRINTN("frintn", "000 11110 0 sz 1 001000 10000 rn rd", SCALAR_2, UNARY),
  FRINTP("frintp", "000 11110 0 sz 1 001001 10000 rn rd", SCALAR_2, UNARY),
  FRINTM("frintm", "000 11110 0 sz 1 001010 10000 rn rd", SCALAR_2, UNARY),
  FRINTZ("frintz", "000 11110 0 sz 1 001011 10000 rn rd", SCALAR_2, UNARY),
  FRINTA("frinta", "000 11110 0 sz 1 001100 10000 rn rd", SCALAR_2, UNARY),
  FRINTX("frintx", "000 11110 0 sz 1 001110 10000 rn rd", SCALAR_2, UNARY),
  FRINTI("frinti", "000 11110 0 sz 1 001111 10000 rn rd", SCALAR_2, UNARY),
  FCVT_SD(
      "fcvt",
      "000 11110 00 1 000101 10000 rn rd ; lane=2",
      CONVERT_SD,
      UNARY,
      LaneOp.SINGLE_TO_DOUBLE),
  FCVT_SH(
      "fcvt",
      "000 11110 00 1 000111 10000 rn rd ; lane=2",
      CONVERT_SH,
      UNARY,
      LaneOp.SINGLE_TO_HALF),
  FCVT_DS(
      "fcvt",
      "000 11110 01 1 000100 10000 rn rd ; lane=3",
      CONVERT_DS,
      UNARY,
      LaneOp.DOUBLE_TO_SINGLE),
  FCVT_DH(
      "fcvt",
      "000 11110 01 1 000111 10000 rn rd ; lane=3",
      CONVERT_DH,
      UNARY,
      LaneOp.DOUBLE_TO_HALF),
  FCVT_HS(
      "fcvt",
      "000 11110 11 1 000100 10000 rn rd ; lane=1",
      CONVERT_HS,
      UNARY,
      LaneOp.HALF_TO_SINGLE),
  FCVT_HD(
      "fcvt",
      "000 11110 11 1 000101 10000 rn rd ; lane=1",
      CONVERT_HD,
      UNARY,
      LaneOp.HALF_TO_DOUBLE),
  FMOV_IMM("fmov", X, "000 11110 0 sz 1 uimm7:0 100 00000 rd", FLOAT_IMMEDIATE),
  FCMP("fcmp", X, "000 11110 0 sz 1 rm 00 1000 rn 00000", FLOAT_COMPARE),
  FCMP_ZERO("fcmp", X, "000 11110 0 sz 1 unused 00 1000 rn 01000", FLOAT_COMPARE_ZERO),
  FCMPE("fcmpe", X, "000 11110 0 sz 1 rm 00 1000 rn 10000", FLOAT_COMPARE),
  FCMPE_ZERO("fcmpe", X, "000 11110 0 sz 1 unused 00 1000 rn 11000", FLOAT_COMPARE_ZERO),
  FCCMP_S("fccmp", X, "000 11110 00 1 rm cond 01 rn 0 nzcv3:0 ; lane=2", FLOAT_CONDITIONAL_COMPARE),
  FCCMP_D("fccmp", X, "000 11110 01 1 rm cond 01 rn 0 nzcv3:0 ; lane=3", FLOAT_CONDITIONAL_COMPARE),
  FCCMPE_S(
      "fccmpe", X, "000 11110 00 1 rm cond 01 rn 1 nzcv3:0 ; lane=2", FLOAT_CONDITIONAL_COMPARE),
  FCCMPE_D(
      "fccmpe", X, "000 11110 01 1 rm cond 01 rn 1 nzcv3:0 ; lane=3", FLOAT_CONDITIONAL_COMPARE),
  FCSEL_S("fcsel", X, "000 11110 00 1 rm cond 11 rn rd ; lane=2", FLOAT_SELECT),
  FCSEL_D("fcsel", X, "000 11110 01 1 rm cond 11 rn rd ; lane=3", FLOAT_SELECT),

  // ---- floating point and general registers
  FCVTNS_W("fcvtns", W, "000 11110 0 sz 1 00 000 000000 rn rd", TO_GENERAL),
  FCVTNU_W("fcvtnu", W, "000 11110 0 sz 1 00 001 000000 rn rd", TO_GENERAL),
  FCVTAS_W("fcvtas", W, "000 11110 0 sz 1 00 100 000000 rn rd", TO_GENERAL),
  FCVTAU_W("fcvtau", W, "000 11110 0 sz 1 00 101 000000 rn rd", TO_GENERAL),
  FCVTPS_W("fcvtps", W, "000 11110 0 sz 1 01 000 000000 rn rd", TO_GENERAL),
  FCVTPU_W("fcvtpu", W, "000 11110 0 sz 1 01 001 000000 rn rd", TO_GENERAL),
  FCVTMS_W("fcvtms", W, "000 11110 0 sz 1 10 000 000000 rn rd", TO_GENERAL),
  FCVTMU_W("fcvtmu", W, "000 11110 0 sz 1 10 001 000000 rn rd", TO_GENERAL),
  FCVTZS_W("fcvtzs", W, "000 11110 0 sz 1 11 000 000000 rn rd", TO_GENERAL),
  FCVTZU_W("fcvtzu", W, "000 11110 0 sz 1 11 001 000000 rn rd", TO_GENERAL),
  SCVTF_W("scvtf", W, "000 11110 0 sz 1 00 010 000000 rn rd", FROM_GENERAL),
  SCVTF_FIXED_W("scvtf", W, "000 11110 0 sz 0 00 010 1 fraction4:0 rn rd", FROM_GENERAL_FIXED),
  UCVTF_W("ucvtf", W, "000 11110 0 sz 1 00 011 000000 rn rd", FROM_GENERAL),
  UCVTF_FIXED_W("ucvtf", W, "000 11110 0 sz 0 00 011 1 fraction4:0 rn rd", FROM_GENERAL_FIXED),
  FCVTZS_FIXED_W("fcvtzs", W, "000 11110 0 sz 0 11 000 1 fraction4:0 rn rd", TO_GENERAL_FIXED),
  FCVTZU_FIXED_W("fcvtzu", W, "000 11110 0 sz 0 11 001 1 fraction4:0 rn rd", TO_GENERAL_FIXED),
  FCVTNS_X("fcvtns", X, "100 11110 0 sz 1 00 000 000000 rn rd", TO_GENERAL),
  FCVTNU_X("fcvtnu", X, "100 11110 0 sz 1 00 001 000000 rn rd", TO_GENERAL),
  FCVTAS_X("fcvtas", X, "100 11110 0 sz 1 00 100 000000 rn rd", TO_GENERAL),
  FCVTAU_X("fcvtau", X, "100 11110 0 sz 1 00 101 000000 rn rd", TO_GENERAL),
  FCVTPS_X("fcvtps", X, "100 11110 0 sz 1 01 000 000000 rn rd", TO_GENERAL),
  FCVTPU_X("fcvtpu", X, "100 11110 0 sz 1 01 001 000000 rn rd", TO_GENERAL),
  FCVTMS_X("fcvtms", X, "100 11110 0 sz 1 10 000 000000 rn rd", TO_GENERAL),
  FCVTMU_X("fcvtmu", X, "100 11110 0 sz 1 10 001 000000 rn rd", TO_GENERAL),
  FCVTZS_X("fcvtzs", X, "100 11110 0 sz 1 11 000 000000 rn rd", TO_GENERAL),
  FCVTZU_X("fcvtzu", X, "100 11110 0 sz 1 11 001 000000 rn rd", TO_GENERAL),
  SCVTF_X("scvtf", X, "100 11110 0 sz 1 00 010 000000 rn rd", FROM_GENERAL),
  SCVTF_FIXED_X("scvtf", X, "100 11110 0 sz 0 00 010 fraction5:0 rn rd", FROM_GENERAL_FIXED),
  UCVTF_X("ucvtf", X, "100 11110 0 sz 1 00 011 000000 rn rd", FROM_GENERAL),
  UCVTF_FIXED_X("ucvtf", X, "100 11110 0 sz 0 00 011 fraction5:0 rn rd", FROM_GENERAL_FIXED),
  FCVTZS_FIXED_X("fcvtzs", X, "100 11110 0 sz 0 11 000 fraction5:0 rn rd", TO_GENERAL_FIXED),
  FCVTZU_FIXED_X("fcvtzu", X, "100 11110 0 sz 0 11 001 fraction5:0 rn rd", TO_GENERAL_FIXED),
  FMOV_WS("fmov", W, "000 11110 00 1 00 110 000000 rn rd", MOVE_WS),
  FMOV_SW("fmov", W, "000 11110 00 1 00 111 000000 rn rd", MOVE_SW),
  FMOV_XD("fmov", X, "100 11110 01 1 00 110 000000 rn rd", MOVE_XD),
  FMOV_DX("fmov", X, "100 11110 01 1 00 111 000000 rn rd", MOVE_DX),
  FMOV_XV("fmov", X, "100 11110 10 1 01 110 000000 rn rd", MOVE_XV),
  FMOV_VX("fmov", X, "100 11110 10 1 01 111 000000 rn rd", MOVE_VX),

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
  private final VectorShape shape;
  private final LaneOp op;

  A64Insn(String mnemonic, Width registers, String pattern, A64Format format) {
    this(mnemonic, registers, pattern, format, SEQUENTIAL);
  }

  A64Insn(String mnemonic, Width registers, String pattern, A64Format format, ControlFlow flow) {
    this(mnemonic, registers, pattern, format, flow, costs(mnemonic, format));
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
    this(mnemonic, registers, pattern, format, flow, costs, special, null, null);
  }

  /** The function of vector registers that has the instruction's name. */
  A64Insn(String mnemonic, String pattern, A64Format format, VectorShape shape) {
    this(mnemonic, pattern, format, shape, LaneOp.valueOf(mnemonic.toUpperCase(Locale.ROOT)));
  }

  /** A function of vector registers. */
  A64Insn(String mnemonic, String pattern, A64Format format, VectorShape shape, LaneOp op) {
    this(mnemonic, X, pattern, format, SEQUENTIAL, costs(op), null, shape, op);
  }

  private A64Insn(
      String mnemonic,
      Width registers,
      String pattern,
      A64Format format,
      ControlFlow flow,
      InstructionClass costs,
      A64Insn special,
      VectorShape shape,
      LaneOp op) {
    this.mnemonic = mnemonic;
    this.registers = registers;
    this.pattern = new A64Pattern(pattern);
    this.format = format;
    this.flow = flow;
    this.costClass = costs;
    this.special = special;
    this.shape = shape;
    this.op = op;
  }

  private static InstructionClass costs(String mnemonic, A64Format format) {
    boolean stores = format.usual == InstructionClass.LOAD && mnemonic.startsWith("st");
    return stores ? InstructionClass.STORE : format.usual;
  }

  private static InstructionClass costs(LaneOp op) {
    return switch (op) {
      case FADD, FSUB, FABD, FADDP -> InstructionClass.FP_ADD;
      case FMUL, FNMUL, FMULX -> InstructionClass.FP_MUL;
      case FDIV -> InstructionClass.FP_DIV;
      case FSQRT -> InstructionClass.FP_SQRT;
      case FMLA, FMLS, FNMADD, FNMSUB, FRECPS, FRSQRTS -> InstructionClass.FP_FMA;
      case MUL, MLA, MLS, SMULL, UMULL, SMLAL, UMLAL, SMLSL, UMLSL, SQDMULL -> InstructionClass.MUL;
      default -> op.isFloat() ? InstructionClass.FP_OTHER : InstructionClass.ALU;
    };
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
    return format == INDEXED || format == VECTOR_INDEXED ? X : registers;
  }

  A64Pattern pattern() {
    return pattern;
  }

  /** How vector registers are divided, by the number that an encoding has of it. */
  public Lanes lanes(int variant) {
    return pattern.vector().lanes(variant);
  }

  /** The numbers of ways in which encodings of this row divide vector registers, a bit each. */
  public int variants() {
    return pattern.vector().variants();
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
    if (shape != null) {
      shape.apply(r, op);
      return;
    }
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
      case STR_B, STUR_B -> VectorLoadStore.store(r, 0);
      case STR_B_POST -> VectorLoadStore.storePost(r, 0);
      case STR_B_PRE -> VectorLoadStore.storePre(r, 0);
      case STR_B_REG -> VectorLoadStore.storeIndexed(r, 0);
      case LDR_B, LDUR_B -> VectorLoadStore.load(r, 0);
      case LDR_B_POST -> VectorLoadStore.loadPost(r, 0);
      case LDR_B_PRE -> VectorLoadStore.loadPre(r, 0);
      case LDR_B_REG -> VectorLoadStore.loadIndexed(r, 0);
      case STR_H, STUR_H -> VectorLoadStore.store(r, 1);
      case STR_H_POST -> VectorLoadStore.storePost(r, 1);
      case STR_H_PRE -> VectorLoadStore.storePre(r, 1);
      case STR_H_REG -> VectorLoadStore.storeIndexed(r, 1);
      case LDR_H, LDUR_H -> VectorLoadStore.load(r, 1);
      case LDR_H_POST -> VectorLoadStore.loadPost(r, 1);
      case LDR_H_PRE -> VectorLoadStore.loadPre(r, 1);
      case LDR_H_REG -> VectorLoadStore.loadIndexed(r, 1);
      case STR_S, STUR_S -> VectorLoadStore.store(r, 2);
      case STR_S_POST -> VectorLoadStore.storePost(r, 2);
      case STR_S_PRE -> VectorLoadStore.storePre(r, 2);
      case STR_S_REG -> VectorLoadStore.storeIndexed(r, 2);
      case LDR_S, LDUR_S -> VectorLoadStore.load(r, 2);
      case LDR_S_POST -> VectorLoadStore.loadPost(r, 2);
      case LDR_S_PRE -> VectorLoadStore.loadPre(r, 2);
      case LDR_S_REG -> VectorLoadStore.loadIndexed(r, 2);
      case STR_D, STUR_D -> VectorLoadStore.store(r, 3);
      case STR_D_POST -> VectorLoadStore.storePost(r, 3);
      case STR_D_PRE -> VectorLoadStore.storePre(r, 3);
      case STR_D_REG -> VectorLoadStore.storeIndexed(r, 3);
      case LDR_D, LDUR_D -> VectorLoadStore.load(r, 3);
      case LDR_D_POST -> VectorLoadStore.loadPost(r, 3);
      case LDR_D_PRE -> VectorLoadStore.loadPre(r, 3);
      case LDR_D_REG -> VectorLoadStore.loadIndexed(r, 3);
      case STR_Q, STUR_Q -> VectorLoadStore.store(r, 4);
      case STR_Q_POST -> VectorLoadStore.storePost(r, 4);
      case STR_Q_PRE -> VectorLoadStore.storePre(r, 4);
      case STR_Q_REG -> VectorLoadStore.storeIndexed(r, 4);
      case LDR_Q, LDUR_Q -> VectorLoadStore.load(r, 4);
      case LDR_Q_POST -> VectorLoadStore.loadPost(r, 4);
      case LDR_Q_PRE -> VectorLoadStore.loadPre(r, 4);
      case LDR_Q_REG -> VectorLoadStore.loadIndexed(r, 4);
      case LDR_LIT_S -> VectorLoadStore.loadLiteral(r, 2);
      case STNP_S, STP_S -> VectorLoadStore.storePair(r, 2);
      case STP_S_POST -> VectorLoadStore.storePairPost(r, 2);
      case STP_S_PRE -> VectorLoadStore.storePairPre(r, 2);
      case LDNP_S, LDP_S -> VectorLoadStore.loadPair(r, 2);
      case LDP_S_POST -> VectorLoadStore.loadPairPost(r, 2);
      case LDP_S_PRE -> VectorLoadStore.loadPairPre(r, 2);
      case LDR_LIT_D -> VectorLoadStore.loadLiteral(r, 3);
      case STNP_D, STP_D -> VectorLoadStore.storePair(r, 3);
      case STP_D_POST -> VectorLoadStore.storePairPost(r, 3);
      case STP_D_PRE -> VectorLoadStore.storePairPre(r, 3);
      case LDNP_D, LDP_D -> VectorLoadStore.loadPair(r, 3);
      case LDP_D_POST -> VectorLoadStore.loadPairPost(r, 3);
      case LDP_D_PRE -> VectorLoadStore.loadPairPre(r, 3);
      case LDR_LIT_Q -> VectorLoadStore.loadLiteral(r, 4);
      case STNP_Q, STP_Q -> VectorLoadStore.storePair(r, 4);
      case STP_Q_POST -> VectorLoadStore.storePairPost(r, 4);
      case STP_Q_PRE -> VectorLoadStore.storePairPre(r, 4);
      case LDNP_Q, LDP_Q -> VectorLoadStore.loadPair(r, 4);
      case LDP_Q_POST -> VectorLoadStore.loadPairPost(r, 4);
      case LDP_Q_PRE -> VectorLoadStore.loadPairPre(r, 4);
      case ST1_1_MULTIPLE -> Structures.store(r, 1, false, false);
      case ST1_1_MULTIPLE_POST -> Structures.store(r, 1, false, true);
      case LD1_1_MULTIPLE -> Structures.load(r, 1, false, false);
      case LD1_1_MULTIPLE_POST -> Structures.load(r, 1, false, true);
      case ST1_2_MULTIPLE -> Structures.store(r, 2, false, false);
      case ST1_2_MULTIPLE_POST -> Structures.store(r, 2, false, true);
      case LD1_2_MULTIPLE -> Structures.load(r, 2, false, false);
      case LD1_2_MULTIPLE_POST -> Structures.load(r, 2, false, true);
      case ST1_3_MULTIPLE -> Structures.store(r, 3, false, false);
      case ST1_3_MULTIPLE_POST -> Structures.store(r, 3, false, true);
      case LD1_3_MULTIPLE -> Structures.load(r, 3, false, false);
      case LD1_3_MULTIPLE_POST -> Structures.load(r, 3, false, true);
      case ST1_4_MULTIPLE -> Structures.store(r, 4, false, false);
      case ST1_4_MULTIPLE_POST -> Structures.store(r, 4, false, true);
      case LD1_4_MULTIPLE -> Structures.load(r, 4, false, false);
      case LD1_4_MULTIPLE_POST -> Structures.load(r, 4, false, true);
      case ST2_MULTIPLE -> Structures.store(r, 2, true, false);
      case ST2_MULTIPLE_POST -> Structures.store(r, 2, true, true);
      case LD2_MULTIPLE -> Structures.load(r, 2, true, false);
      case LD2_MULTIPLE_POST -> Structures.load(r, 2, true, true);
      case ST3_MULTIPLE -> Structures.store(r, 3, true, false);
      case ST3_MULTIPLE_POST -> Structures.store(r, 3, true, true);
      case LD3_MULTIPLE -> Structures.load(r, 3, true, false);
      case LD3_MULTIPLE_POST -> Structures.load(r, 3, true, true);
      case ST4_MULTIPLE -> Structures.store(r, 4, true, false);
      case ST4_MULTIPLE_POST -> Structures.store(r, 4, true, true);
      case LD4_MULTIPLE -> Structures.load(r, 4, true, false);
      case LD4_MULTIPLE_POST -> Structures.load(r, 4, true, true);
      case ST1_B -> Structures.storeLane(r, 1, 0, false);
      case ST1_B_POST -> Structures.storeLane(r, 1, 0, true);
      case ST1_H -> Structures.storeLane(r, 1, 1, false);
      case ST1_H_POST -> Structures.storeLane(r, 1, 1, true);
      case ST1_S -> Structures.storeLane(r, 1, 2, false);
      case ST1_S_POST -> Structures.storeLane(r, 1, 2, true);
      case ST1_D -> Structures.storeLane(r, 1, 3, false);
      case ST1_D_POST -> Structures.storeLane(r, 1, 3, true);
      case LD1_B -> Structures.loadLane(r, 1, 0, false);
      case LD1_B_POST -> Structures.loadLane(r, 1, 0, true);
      case LD1_H -> Structures.loadLane(r, 1, 1, false);
      case LD1_H_POST -> Structures.loadLane(r, 1, 1, true);
      case LD1_S -> Structures.loadLane(r, 1, 2, false);
      case LD1_S_POST -> Structures.loadLane(r, 1, 2, true);
      case LD1_D -> Structures.loadLane(r, 1, 3, false);
      case LD1_D_POST -> Structures.loadLane(r, 1, 3, true);
      case LD1R -> Structures.loadReplicated(r, 1, false);
      case LD1R_POST -> Structures.loadReplicated(r, 1, true);
      case ST2_B -> Structures.storeLane(r, 2, 0, false);
      case ST2_B_POST -> Structures.storeLane(r, 2, 0, true);
      case ST2_H -> Structures.storeLane(r, 2, 1, false);
      case ST2_H_POST -> Structures.storeLane(r, 2, 1, true);
      case ST2_S -> Structures.storeLane(r, 2, 2, false);
      case ST2_S_POST -> Structures.storeLane(r, 2, 2, true);
      case ST2_D -> Structures.storeLane(r, 2, 3, false);
      case ST2_D_POST -> Structures.storeLane(r, 2, 3, true);
      case LD2_B -> Structures.loadLane(r, 2, 0, false);
      case LD2_B_POST -> Structures.loadLane(r, 2, 0, true);
      case LD2_H -> Structures.loadLane(r, 2, 1, false);
      case LD2_H_POST -> Structures.loadLane(r, 2, 1, true);
      case LD2_S -> Structures.loadLane(r, 2, 2, false);
      case LD2_S_POST -> Structures.loadLane(r, 2, 2, true);
      case LD2_D -> Structures.loadLane(r, 2, 3, false);
      case LD2_D_POST -> Structures.loadLane(r, 2, 3, true);
      case LD2R -> Structures.loadReplicated(r, 2, false);
      case LD2R_POST -> Structures.loadReplicated(r, 2, true);
      case ST3_B -> Structures.storeLane(r, 3, 0, false);
      case ST3_B_POST -> Structures.storeLane(r, 3, 0, true);
      case ST3_H -> Structures.storeLane(r, 3, 1, false);
      case ST3_H_POST -> Structures.storeLane(r, 3, 1, true);
      case ST3_S -> Structures.storeLane(r, 3, 2, false);
      case ST3_S_POST -> Structures.storeLane(r, 3, 2, true);
      case ST3_D -> Structures.storeLane(r, 3, 3, false);
      case ST3_D_POST -> Structures.storeLane(r, 3, 3, true);
      case LD3_B -> Structures.loadLane(r, 3, 0, false);
      case LD3_B_POST -> Structures.loadLane(r, 3, 0, true);
      case LD3_H -> Structures.loadLane(r, 3, 1, false);
      case LD3_H_POST -> Structures.loadLane(r, 3, 1, true);
      case LD3_S -> Structures.loadLane(r, 3, 2, false);
      case LD3_S_POST -> Structures.loadLane(r, 3, 2, true);
      case LD3_D -> Structures.loadLane(r, 3, 3, false);
      case LD3_D_POST -> Structures.loadLane(r, 3, 3, true);
      case LD3R -> Structures.loadReplicated(r, 3, false);
      case LD3R_POST -> Structures.loadReplicated(r, 3, true);
      case ST4_B -> Structures.storeLane(r, 4, 0, false);
      case ST4_B_POST -> Structures.storeLane(r, 4, 0, true);
      case ST4_H -> Structures.storeLane(r, 4, 1, false);
      case ST4_H_POST -> Structures.storeLane(r, 4, 1, true);
      case ST4_S -> Structures.storeLane(r, 4, 2, false);
      case ST4_S_POST -> Structures.storeLane(r, 4, 2, true);
      case ST4_D -> Structures.storeLane(r, 4, 3, false);
      case ST4_D_POST -> Structures.storeLane(r, 4, 3, true);
      case LD4_B -> Structures.loadLane(r, 4, 0, false);
      case LD4_B_POST -> Structures.loadLane(r, 4, 0, true);
      case LD4_H -> Structures.loadLane(r, 4, 1, false);
      case LD4_H_POST -> Structures.loadLane(r, 4, 1, true);
      case LD4_S -> Structures.loadLane(r, 4, 2, false);
      case LD4_S_POST -> Structures.loadLane(r, 4, 2, true);
      case LD4_D -> Structures.loadLane(r, 4, 3, false);
      case LD4_D_POST -> Structures.loadLane(r, 4, 3, true);
      case LD4R -> Structures.loadReplicated(r, 4, false);
      case LD4R_POST -> Structures.loadReplicated(r, 4, true);
      case PMULL_D -> VectorMoves.polynomialProduct(r);
      case DUP_LANE -> VectorMoves.dupLane(r);
      case DUP_GENERAL -> VectorMoves.dupGeneral(r);
      case DUP_SCALAR -> VectorMoves.dupLane(r);
      case SMOV_W -> VectorMoves.smov(r, Width.W);
      case SMOV_X -> VectorMoves.smov(r, Width.X);
      case UMOV_W, UMOV_X -> VectorMoves.umov(r);
      case INS_GENERAL -> VectorMoves.insertGeneral(r);
      case INS_LANE -> VectorMoves.insertLane(r);
      case TRN1_V -> VectorMoves.transposed(r, 0);
      case TRN2_V -> VectorMoves.transposed(r, 1);
      case ZIP1_V -> VectorMoves.zipped(r, 0);
      case ZIP2_V -> VectorMoves.zipped(r, 1);
      case EXT_8 -> VectorMoves.ext(r);
      case EXT_16 -> VectorMoves.extWide(r);
      case TBL_1 -> VectorMoves.table(r, 1, false);
      case TBX_1 -> VectorMoves.table(r, 1, true);
      case TBL_2 -> VectorMoves.table(r, 2, false);
      case TBX_2 -> VectorMoves.table(r, 2, true);
      case TBL_3 -> VectorMoves.table(r, 3, false);
      case TBX_3 -> VectorMoves.table(r, 3, true);
      case TBL_4 -> VectorMoves.table(r, 4, false);
      case TBX_4 -> VectorMoves.table(r, 4, true);
      case MOVI_S, MOVI_H, MOVI_ONES, MOVI_B, MOVI_2D, FMOV_V_IMM, FMOV_2D_IMM ->
          VectorMoves.constant(r);
      case MOVI_D, FMOV_IMM -> VectorMoves.scalarConstant(r);
      case MVNI_S, MVNI_H, MVNI_ONES -> VectorMoves.invertedConstant(r);
      case ORR_V_IMM_S, ORR_V_IMM_H -> VectorMoves.orrConstant(r);
      case BIC_V_IMM_S, BIC_V_IMM_H -> VectorMoves.bicConstant(r);
      case AESE -> Cryptography.aesRound(r, LaneOp.AESE);
      case AESD -> Cryptography.aesRound(r, LaneOp.AESD);
      case AESMC -> Cryptography.aesColumns(r, LaneOp.AESMC);
      case AESIMC -> Cryptography.aesColumns(r, LaneOp.AESIMC);
      case SHA1C -> Cryptography.sha1c(r);
      case SHA1P -> Cryptography.sha1p(r);
      case SHA1M -> Cryptography.sha1m(r);
      case SHA1SU0 -> Cryptography.sha1su0(r);
      case SHA256H -> Cryptography.sha256h(r);
      case SHA256H2 -> Cryptography.sha256h2(r);
      case SHA256SU1 -> Cryptography.sha256su1(r);
      case SHA1H -> Cryptography.sha1h(r);
      case SHA1SU1 -> Cryptography.sha1su1(r);
      case SHA256SU0 -> Cryptography.sha256su0(r);
      case FMOV -> VectorMoves.fmov(r);
      case FCMP -> FloatGeneral.compare(r, LaneOp.FCMP, r.vm(0));
      case FCMP_ZERO -> FloatGeneral.compare(r, LaneOp.FCMP, r.constant(0));
      case FCMPE -> FloatGeneral.compare(r, LaneOp.FCMPE, r.vm(0));
      case FCMPE_ZERO -> FloatGeneral.compare(r, LaneOp.FCMPE, r.constant(0));
      case FCCMP_S, FCCMP_D -> FloatGeneral.conditionalCompare(r, LaneOp.FCMP);
      case FCCMPE_S, FCCMPE_D -> FloatGeneral.conditionalCompare(r, LaneOp.FCMPE);
      case FCSEL_S, FCSEL_D -> FloatGeneral.select(r);
      case FCVTNS_W -> FloatGeneral.toInteger(r, Width.W, LaneOp.GENERAL_NS);
      case FCVTNU_W -> FloatGeneral.toInteger(r, Width.W, LaneOp.GENERAL_NU);
      case FCVTAS_W -> FloatGeneral.toInteger(r, Width.W, LaneOp.GENERAL_AS);
      case FCVTAU_W -> FloatGeneral.toInteger(r, Width.W, LaneOp.GENERAL_AU);
      case FCVTPS_W -> FloatGeneral.toInteger(r, Width.W, LaneOp.GENERAL_PS);
      case FCVTPU_W -> FloatGeneral.toInteger(r, Width.W, LaneOp.GENERAL_PU);
      case FCVTMS_W -> FloatGeneral.toInteger(r, Width.W, LaneOp.GENERAL_MS);
      case FCVTMU_W -> FloatGeneral.toInteger(r, Width.W, LaneOp.GENERAL_MU);
      case FCVTZS_W -> FloatGeneral.toInteger(r, Width.W, LaneOp.GENERAL_ZS);
      case FCVTZU_W -> FloatGeneral.toInteger(r, Width.W, LaneOp.GENERAL_ZU);
      case SCVTF_W, SCVTF_FIXED_W -> FloatGeneral.fromSigned(r, Width.W);
      case UCVTF_W, UCVTF_FIXED_W -> FloatGeneral.fromUnsigned(r, Width.W);
      case FCVTZS_FIXED_W -> FloatGeneral.toInteger(r, Width.W, LaneOp.GENERAL_ZS);
      case FCVTZU_FIXED_W -> FloatGeneral.toInteger(r, Width.W, LaneOp.GENERAL_ZU);
      case FCVTNS_X -> FloatGeneral.toInteger(r, Width.X, LaneOp.GENERAL_NS);
      case FCVTNU_X -> FloatGeneral.toInteger(r, Width.X, LaneOp.GENERAL_NU);
      case FCVTAS_X -> FloatGeneral.toInteger(r, Width.X, LaneOp.GENERAL_AS);
      case FCVTAU_X -> FloatGeneral.toInteger(r, Width.X, LaneOp.GENERAL_AU);
      case FCVTPS_X -> FloatGeneral.toInteger(r, Width.X, LaneOp.GENERAL_PS);
      case FCVTPU_X -> FloatGeneral.toInteger(r, Width.X, LaneOp.GENERAL_PU);
      case FCVTMS_X -> FloatGeneral.toInteger(r, Width.X, LaneOp.GENERAL_MS);
      case FCVTMU_X -> FloatGeneral.toInteger(r, Width.X, LaneOp.GENERAL_MU);
      case FCVTZS_X -> FloatGeneral.toInteger(r, Width.X, LaneOp.GENERAL_ZS);
      case FCVTZU_X -> FloatGeneral.toInteger(r, Width.X, LaneOp.GENERAL_ZU);
      case SCVTF_X, SCVTF_FIXED_X -> FloatGeneral.fromSigned(r, Width.X);
      case UCVTF_X, UCVTF_FIXED_X -> FloatGeneral.fromUnsigned(r, Width.X);
      case FCVTZS_FIXED_X -> FloatGeneral.toInteger(r, Width.X, LaneOp.GENERAL_ZS);
      case FCVTZU_FIXED_X -> FloatGeneral.toInteger(r, Width.X, LaneOp.GENERAL_ZU);
      case FMOV_WS -> FloatGeneral.toGeneral(r, Width.W, 0);
      case FMOV_XD -> FloatGeneral.toGeneral(r, Width.X, 0);
      case FMOV_XV -> FloatGeneral.toGeneral(r, Width.X, 1);
      case FMOV_SW -> FloatGeneral.fromGeneral(r, Width.W);
      case FMOV_DX -> FloatGeneral.fromGeneral(r, Width.X);
      case FMOV_VX -> FloatGeneral.fromGeneralHigh(r);
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
      default -> throw new AssertionError("no semantics: " + this);
    }
  }
}
