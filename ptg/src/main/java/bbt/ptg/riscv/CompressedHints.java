package bbt.ptg.riscv;

/** Names compressed encodings that have no effect: objdump shows them under their own names. */
final class CompressedHints {
  private CompressedHints() {}

  /** Mnemonic, tab, template as in {@link Format}; null for an ordinary instruction. */
  static String form(Decoded d) {
    boolean noRd = d.rd() == 0;
    return switch (d.compressed()) {
      case C_ADDI -> noRd && d.imm() != 0 ? "c.nop\tj" : null;
      case C_LI -> noRd ? "c.li\td,j" : null;
      case C_LUI -> noRd ? "c.lui\td,u" : null;
      case C_MV -> noRd ? "c.mv\td,t" : null;
      case C_ADD -> noRd ? "c.add\td,t" : null;
      case C_SLLI -> d.imm() == 0 ? "c.slli64\td" : noRd ? "c.slli\td,>" : null;
      case C_SRLI -> d.imm() == 0 ? "c.srli64\td" : null;
      case C_SRAI -> d.imm() == 0 ? "c.srai64\td" : null;
      default -> null;
    };
  }
}
