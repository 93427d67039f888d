package bbt.ptg.riscv;

/**
 * Encodes a row of the instruction table and operands as instruction bits: {@link Decoder} undone.
 */
public final class Encoder {
  /**
   * Operands by the names of {@link Decoded}.
   *
   * @param rd destination register
   * @param rs1 first source; for {@code csrrwi} and its like the five-bit immediate
   * @param imm immediate as {@link Decoded#imm}: for lui already shifted by 12, for branches and
   *     jumps the distance in bytes, for CSR instructions the CSR's number
   * @param rm rounding mode, 0 where there is none
   */
  public record Operands(int rd, int rs1, int rs2, int rs3, long imm, int rm) {
    /** Registers only. */
    public static Operands registers(int rd, int rs1, int rs2) {
      return new Operands(rd, rs1, rs2, 0, 0, 0);
    }
  }

  private Encoder() {}

  /**
   * Encodes one instruction; ordering bits are clear. Operands that the row fixes (rs1 of {@code
   * c.lwsp}, rd = rs1 of {@code c.addi}) must have their fixed value.
   *
   * @return 32 bits, or 16 zero-extended
   * @throws IllegalArgumentException when the row cannot have these operands
   */
  public static int encode(Insn insn, Operands o) {
    Pattern p = insn.pattern();
    int bits = p.encode(o.rd, o.rs1, o.rs2, o.rs3, o.imm, o.rm);
    boolean held =
        p.matches(bits)
            && p.rd(bits) == o.rd
            && p.rs1(bits) == o.rs1
            && p.rs2(bits) == o.rs2
            && p.rs3(bits) == o.rs3
            && p.rm(bits) == o.rm
            && (p.imm(bits) == o.imm);
    if (!held) {
      throw new IllegalArgumentException(insn.mnemonic() + " cannot have the operands " + o);
    }
    return bits;
  }

  /** Three registers. */
  public static int r(Insn insn, int rd, int rs1, int rs2) {
    return encode(insn, Operands.registers(rd, rs1, rs2));
  }

  /** Destination, source or base, immediate: arithmetic, loads, jumps; a CSR's number. */
  public static int i(Insn insn, int rd, int rs1, long imm) {
    return encode(insn, new Operands(rd, rs1, 0, 0, imm, 0));
  }

  /** A store of rs2; or a branch, whose offset is a distance. */
  public static int s(Insn insn, int rs2, int rs1, long offset) {
    return encode(insn, new Operands(0, rs1, rs2, 0, offset, 0));
  }

  /**
   * The row's encoding with every open bit taken from a number; it may not match the row, since
   * some values of its operands are reserved.
   */
  public static int fill(Insn insn, int open) {
    Pattern p = insn.pattern();
    int bits = p.match | open & ~p.mask;
    return p.width == 16 ? bits & 0xFFFF : bits;
  }
}
