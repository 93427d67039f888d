package bbt.ptg.riscv;

/** The condition of a branch, as a comparison of registers. */
public final class Condition {
  private Condition() {}

  /**
   * What is true of the registers where a branch went one way: {@code a0 < s2 (unsigned)}.
   *
   * @param bits its encoding, compressed or not
   * @param taken which way
   * @return empty if it is no conditional branch
   */
  public static String text(int bits, boolean taken) {
    Decoded d = Decoder.decode(bits);
    if (d == null) {
      return "";
    }
    return switch (d.insn()) {
      case BEQ -> compared(d, taken, "==", "!=", false);
      case BNE -> compared(d, taken, "!=", "==", false);
      case BLT -> compared(d, taken, "<", ">=", false);
      case BGE -> compared(d, taken, ">=", "<", false);
      case BLTU -> compared(d, taken, "<", ">=", true);
      case BGEU -> compared(d, taken, ">=", "<", true);
      default -> "";
    };
  }

  private static String compared(
      Decoded d, boolean taken, String ifTaken, String ifNot, boolean unsigned) {
    return register(d.rs1())
        + " "
        + (taken ? ifTaken : ifNot)
        + " "
        + register(d.rs2())
        + (unsigned ? " (unsigned)" : "");
  }

  private static String register(int number) {
    return number == 0 ? "0" : Disassembler.x(number);
  }
}
