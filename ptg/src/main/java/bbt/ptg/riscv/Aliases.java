package bbt.ptg.riscv;

/** Finds the assembler's shorter forms of instructions, those that objdump prints by default. */
final class Aliases {
  private Aliases() {}

  /** Mnemonic, tab, template as in {@link Format}; null when the instruction has no alias. */
  static String form(Decoded d) {
    boolean noRd = d.rd() == 0;
    boolean noRs1 = d.rs1() == 0;
    boolean noRs2 = d.rs2() == 0;
    long imm = d.imm();
    return switch (d.insn()) {
      case ADDI -> addi(d);
      case XORI -> imm == -1 ? "not\td,s" : null;
      case ANDI -> imm == 255 ? "zext.b\td,s" : null;
      case SLTIU -> imm == 1 ? "seqz\td,s" : null;
      case ADDIW -> imm == 0 ? "sext.w\td,s" : null;
      case ADD -> d.compressed() == Insn.C_MV ? "mv\td,t" : null;
      case ADD_UW -> noRs2 ? "zext.w\td,s" : null;
      case SUB -> noRs1 ? "neg\td,t" : null;
      case SUBW -> noRs1 ? "negw\td,t" : null;
      case SLTU -> noRs1 ? "snez\td,t" : null;
      case SLT -> noRs2 ? "sltz\td,s" : noRs1 ? "sgtz\td,t" : null;
      case BEQ -> noRs2 ? "beqz\ts,p" : null;
      case BNE -> noRs2 ? "bnez\ts,p" : null;
      case BLT -> noRs2 ? "bltz\ts,p" : noRs1 ? "bgtz\tt,p" : null;
      case BGE -> noRs1 ? "blez\tt,p" : noRs2 ? "bgez\ts,p" : null;
      case JAL -> noRd ? "j\tp" : d.rd() == 1 ? "jal\tp" : null;
      case JALR -> jalr(d);
      case FENCE -> fence(d);
      case SFENCE_VMA -> noRs2 ? (noRs1 ? "sfence.vma" : "sfence.vma\ts") : null;
      case CSRRW -> csrrw(d);
      case CSRRS -> csrrs(d);
      case CSRRC -> noRd ? "csrc\tE,s" : null;
      case CSRRWI -> csrrwi(d);
      case CSRRSI -> noRd ? "csrsi\tE,Z" : null;
      case CSRRCI -> noRd ? "csrci\tE,Z" : null;
      case FSGNJ_S -> sameSources(d, "fmv.s\tD,S");
      case FSGNJN_S -> sameSources(d, "fneg.s\tD,S");
      case FSGNJX_S -> sameSources(d, "fabs.s\tD,S");
      case FSGNJ_D -> sameSources(d, "fmv.d\tD,S");
      case FSGNJN_D -> sameSources(d, "fneg.d\tD,S");
      case FSGNJX_D -> sameSources(d, "fabs.d\tD,S");
      // Exact conversions: the assembler's default mode is to nearest even and not shown.
      case FCVT_D_W, FCVT_D_WU -> d.rm() == 0 ? d.insn().mnemonic() + "\tD,s" : null;
      case FCVT_D_S -> d.rm() == 0 ? "fcvt.d.s\tD,S" : null;
      case FCVT_S_H -> d.rm() == 0 ? "fcvt.s.h\tD,S" : null;
      case FCVT_D_H -> d.rm() == 0 ? "fcvt.d.h\tD,S" : null;
      default -> null;
    };
  }

  private static String addi(Decoded d) {
    if (d.rs1() == 0) {
      boolean nop = d.rd() == 0 && d.imm() == 0;
      return nop ? "nop" : "li\td,j";
    }
    return d.imm() == 0 && d.compressed() == null ? "mv\td,s" : null;
  }

  private static String jalr(Decoded d) {
    if (d.rd() == 0) {
      return d.imm() != 0 ? "jr\tj(s)" : d.rs1() == 1 ? "ret" : "jr\ts";
    }
    if (d.rd() == 1) {
      return d.imm() != 0 ? "jalr\tj(s)" : "jalr\ts";
    }
    return d.imm() == 0 ? "jalr\td,s" : null;
  }

  private static String fence(Decoded d) {
    if (d.imm() == 0x0FF) {
      return "fence";
    }
    return d.imm() == 0x833 ? "fence.tso" : null;
  }

  private static String csrrw(Decoded d) {
    boolean noRd = d.rd() == 0;
    return switch (d.csr()) {
      case 0x001 -> noRd ? "fsflags\ts" : "fsflags\td,s";
      case 0x002 -> noRd ? "fsrm\ts" : "fsrm\td,s";
      case 0x003 -> noRd ? "fscsr\ts" : "fscsr\td,s";
      case 0xC00 -> noRd && d.rs1() == 0 ? "unimp" : noRd ? "csrw\tE,s" : null;
      default -> noRd ? "csrw\tE,s" : null;
    };
  }

  private static String csrrwi(Decoded d) {
    boolean noRd = d.rd() == 0;
    return switch (d.csr()) {
      case 0x001 -> "fsflagsi\td,Z";
      case 0x002 -> "fsrmi\td,Z";
      default -> noRd ? "csrwi\tE,Z" : null;
    };
  }

  private static String csrrs(Decoded d) {
    if (d.rs1() == 0) {
      return switch (d.csr()) {
        case 0x001 -> "frflags\td";
        case 0x002 -> "frrm\td";
        case 0x003 -> "frcsr\td";
        case 0xC00 -> "rdcycle\td";
        case 0xC01 -> "rdtime\td";
        case 0xC02 -> "rdinstret\td";
        default -> "csrr\td,E";
      };
    }
    return d.rd() == 0 ? "csrs\tE,s" : null;
  }

  private static String sameSources(Decoded d, String form) {
    return d.rs1() == d.rs2() ? form : null;
  }
}
