package bbt.ptg.riscv;

/**
 * One decoded instruction. A compressed one is its expansion: {@link #insn} and the operands are
 * the 32-bit instruction's, {@link #length} is 2.
 *
 * @param insn the instruction, never a compressed row
 * @param compressed the compressed row that expanded to it, or null
 * @param rd destination register number (x or f by instruction); 0 when there is none
 * @param rs1 first source; for {@code csrrwi} and its like the five-bit immediate
 * @param rs2 second source
 * @param rs3 third source of the fused multiply-adds
 * @param imm the sign-extended immediate; shift amount; for lui and auipc already shifted by 12;
 *     for CSR instructions the CSR's number, 0 to 4095
 * @param rm rounding-mode field, 0 when the instruction has none; 7 is dynamic, 5 and 6 never occur
 * @param length 2 or 4 bytes
 * @param bits the encoding as fetched, zero-extended from 16 bits when compressed
 */
public record Decoded(
    Insn insn,
    Insn compressed,
    int rd,
    int rs1,
    int rs2,
    int rs3,
    long imm,
    int rm,
    int length,
    int bits) {

  /** CSR number of a CSR instruction. */
  public int csr() {
    return (int) imm & 0xFFF;
  }

  /** The acquire bit of an atomic instruction. */
  public boolean aq() {
    return (bits >>> 26 & 1) != 0;
  }

  /** The release bit of an atomic instruction. */
  public boolean rl() {
    return (bits >>> 25 & 1) != 0;
  }
}
