package bbt.ptg.arm64;

import bbt.ptg.arm64.semantics.Width;

/**
 * Finds the assembler's preferred names of instructions, those that objdump prints by default
 * (sections "Alias conditions" of chapter C6).
 */
final class A64Aliases {
  /** The zero register, or the stack pointer. */
  private static final int ZERO = 31;

  private static final int LINK = 30;

  private A64Aliases() {}

  /** Mnemonic, tab, template as in {@link A64Format}; null when the instruction has no alias. */
  static String form(A64Decoded d) {
    boolean wide = d.insn().registers() == Width.X;
    boolean noRd = d.rd() == ZERO;
    boolean noRn = d.rn() == ZERO;
    boolean noRa = d.ra() == ZERO;
    return switch (d.insn()) {
      case ADD_IMM_W, ADD_IMM_X ->
          d.imm() == 0 && (d.bits() >>> 22 & 1) == 0 && (noRd || noRn)
              ? "mov\t{d|sp}, {n|sp}"
              : null;
      case ADDS_IMM_W, ADDS_IMM_X -> noRd ? "cmn\t{n|sp}, {imm12}" : null;
      case SUBS_IMM_W, SUBS_IMM_X -> noRd ? "cmp\t{n|sp}, {imm12}" : null;
      case ADDS_SHIFT_W, ADDS_SHIFT_X -> noRd ? "cmn\t{n}, {m}{shift}" : null;
      case SUB_SHIFT_W, SUB_SHIFT_X -> noRn ? "neg\t{d}, {m}{shift}" : null;
      case SUBS_SHIFT_W, SUBS_SHIFT_X ->
          noRd ? "cmp\t{n}, {m}{shift}" : noRn ? "negs\t{d}, {m}{shift}" : null;
      case ADDS_EXT_W, ADDS_EXT_X -> noRd ? "cmn\t{n|sp}, {extended}" : null;
      case SUBS_EXT_W, SUBS_EXT_X -> noRd ? "cmp\t{n|sp}, {extended}" : null;
      case SBC_W, SBC_X -> noRn ? "ngc\t{d}, {m}" : null;
      case SBCS_W, SBCS_X -> noRn ? "ngcs\t{d}, {m}" : null;
      case ANDS_IMM_W, ANDS_IMM_X -> noRd ? "tst\t{n}, {hex}" : null;
      case ANDS_SHIFT_W, ANDS_SHIFT_X -> noRd ? "tst\t{n}, {m}{shift}" : null;
      case ORR_IMM_W, ORR_IMM_X ->
          noRn && (noRd || !BitMask.isMoveWide(d.imm(), wide)) ? "mov\t{d|sp}, {hex}" : null;
      case ORR_SHIFT_W, ORR_SHIFT_X ->
          noRn && d.shift() == 0 && d.second() == 0 ? "mov\t{d}, {m}" : null;
      case ORN_SHIFT_W, ORN_SHIFT_X -> noRn ? "mvn\t{d}, {m}{shift}" : null;
      case MOVZ_W, MOVZ_X, MOVN_W, MOVN_X -> moveWide(d, wide);
      case SBFM_W, SBFM_X -> signedField(d, wide);
      case UBFM_W, UBFM_X -> unsignedField(d, wide);
      case BFM_W, BFM_X -> insertion(d, noRn);
      case EXTR_W, EXTR_X -> d.rn() == d.rm() ? "ror\t{d}, {n}, {dec}" : null;
      case CSINC_W, CSINC_X -> select(d, "cset", "cinc");
      case CSINV_W, CSINV_X -> select(d, "csetm", "cinv");
      case CSNEG_W, CSNEG_X -> select(d, null, "cneg");
      case MADD_W, MADD_X -> noRa ? "mul\t{d}, {n}, {m}" : null;
      case MSUB_W, MSUB_X -> noRa ? "mneg\t{d}, {n}, {m}" : null;
      case SMADDL -> noRa ? "smull\t{d}, {Wn}, {Wm}" : null;
      case SMSUBL -> noRa ? "smnegl\t{d}, {Wn}, {Wm}" : null;
      case UMADDL -> noRa ? "umull\t{d}, {Wn}, {Wm}" : null;
      case UMSUBL -> noRa ? "umnegl\t{d}, {Wn}, {Wm}" : null;
      case RET -> d.rn() == LINK ? "ret" : null;
      case HINT -> hint(d);
      case CLREX, ISB -> d.crm() == 15 ? d.insn().mnemonic() : null;
      case DSB -> d.crm() == 0 ? "ssbb" : d.crm() == 4 ? "pssbb" : null;
      case SYS, DC_ZVA -> operation(d);
      default -> VectorText.alias(d);
    };
  }

  private static String moveWide(A64Decoded d, boolean wide) {
    int constant = d.bits() >>> 5 & 0xFFFF;
    int shift = d.bits() >>> 21 & 3;
    if (constant == 0 && shift != 0) {
      return null;
    }
    boolean inverted = d.insn() == A64Insn.MOVN_W || d.insn() == A64Insn.MOVN_X;
    return inverted && !wide && constant == 0xFFFF ? null : "mov\t{d}, {moved}";
  }

  private static String signedField(A64Decoded d, boolean wide) {
    int rotation = d.bits() >>> 16 & 63;
    int last = d.bits() >>> 10 & 63;
    if (last == (wide ? 63 : 31)) {
      return "asr\t{d}, {n}, {immr}";
    }
    if (last < rotation) {
      return "sbfiz\t{d}, {n}, {inserted}";
    }
    if (rotation == 0) {
      switch (last) {
        case 7 -> {
          return "sxtb\t{d}, {Wn}";
        }
        case 15 -> {
          return "sxth\t{d}, {Wn}";
        }
        case 31 -> {
          return "sxtw\t{d}, {Wn}";
        }
        default -> {}
      }
    }
    return "sbfx\t{d}, {n}, {extracted}";
  }

  private static String unsignedField(A64Decoded d, boolean wide) {
    int rotation = d.bits() >>> 16 & 63;
    int last = d.bits() >>> 10 & 63;
    if (last == (wide ? 63 : 31)) {
      return "lsr\t{d}, {n}, {immr}";
    }
    if (last + 1 == rotation) {
      return "lsl\t{d}, {n}, {inverted}";
    }
    if (last < rotation) {
      return "ubfiz\t{d}, {n}, {inserted}";
    }
    if (rotation == 0 && !wide && (last == 7 || last == 15)) {
      return last == 7 ? "uxtb\t{d}, {n}" : "uxth\t{d}, {n}";
    }
    return "ubfx\t{d}, {n}, {extracted}";
  }

  private static String insertion(A64Decoded d, boolean noRn) {
    if ((d.bits() >>> 10 & 63) < (d.bits() >>> 16 & 63)) {
      return noRn ? "bfc\t{d}, {inserted}" : "bfi\t{d}, {n}, {inserted}";
    }
    return "bfxil\t{d}, {n}, {extracted}";
  }

  /** Both sources are one register, and the condition is one that may be false. */
  private static String select(A64Decoded d, String ofZero, String ofRegister) {
    if (d.rn() != d.rm() || d.condition() >= 14) {
      return null;
    }
    return d.rn() == ZERO && ofZero != null
        ? ofZero + "\t{d}, {not cond}"
        : ofRegister + "\t{d}, {n}, {not cond}";
  }

  /** Hints of later versions of the architecture: nothing but a name for a Cortex-A53. */
  private static String hint(A64Decoded d) {
    return switch (d.bits() >>> 5 & 127) {
      case 7 -> "xpaclri";
      case 8 -> "pacia1716";
      case 10 -> "pacib1716";
      case 12 -> "autia1716";
      case 14 -> "autib1716";
      case 16 -> "esb";
      case 17 -> "psb\tcsync";
      case 18 -> "tsb\tcsync";
      case 20 -> "csdb";
      case 24 -> "paciaz";
      case 25 -> "paciasp";
      case 26 -> "pacibz";
      case 27 -> "pacibsp";
      case 28 -> "autiaz";
      case 29 -> "autiasp";
      case 30 -> "autibz";
      case 31 -> "autibsp";
      case 32 -> "bti";
      case 34 -> "bti\tc";
      case 36 -> "bti\tj";
      case 38 -> "bti\tjc";
      default -> null;
    };
  }

  private static String operation(A64Decoded d) {
    String name = SystemRegisters.operation(d.system());
    if (name == null) {
      return null;
    }
    boolean plain = name.endsWith(".");
    String text = name.replace('_', '\t').replace(".", "");
    return plain ? text : text + ", {d}";
  }
}
