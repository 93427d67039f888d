package bbt.ptg.arm64;

import bbt.ptg.arm64.vector.Lanes;

/**
 * One decoded instruction. Registers that an encoding does not have are whatever stands in their
 * place.
 *
 * @param insn its row
 * @param rd bits 4:0: destination, or what a load or store transfers
 * @param rn bits 9:5: first source, or base of an address
 * @param rm bits 20:16: second source, or what tells whether an exclusive store was carried out
 * @param ra bits 14:10: third source, or what a pair transfers second
 * @param imm the immediate as the instruction uses it: shifted, scaled, a distance in bytes, a bit
 *     mask, or the shift to the left of a bit field
 * @param second second immediate: the amount of a shift, flags, the number of a bit, or the shift
 *     to the right of a bit field
 * @param bits the encoding
 */
public record A64Decoded(
    A64Insn insn, int rd, int rn, int rm, int ra, long imm, int second, int bits) {

  /** Number of the way in which vector registers are divided; a row has up to eight. */
  public int variant() {
    return insn.pattern().vector().variant(bits);
  }

  /** How vector registers are divided. */
  public Lanes lanes() {
    return insn.lanes(variant());
  }

  /** The condition of a branch, or of what selects or compares. */
  public int condition() {
    return (insn == A64Insn.B_COND ? bits : bits >>> 12) & 15;
  }

  /** How the second operand is shifted: to the left, to the right, arithmetically, or rotated. */
  public int shift() {
    return bits >>> 22 & 3;
  }

  /** How the second operand is extended: its width, and above that the sign. */
  public int option() {
    return bits >>> 13 & 7;
  }

  /** Number of a system register or operation: op0, op1, CRn, CRm and op2. */
  public int system() {
    return bits >>> 5 & 0xFFFF;
  }

  /** The immediate of a hint, a barrier or a field of PSTATE. */
  public int crm() {
    return bits >>> 8 & 15;
  }
}
