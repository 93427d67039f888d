package bbt.samples.conformance.fuzz.privileged;

/**
 * Encodings that the harness and the generated operations are written in, by format (unprivileged
 * specification, "RV32/64G Instruction Set Listings"). Only what they need.
 */
final class Rv {
  static final int ZERO = 0;
  static final int RA = 1;
  static final int GP = 3;
  static final int TP = 4;
  static final int T0 = 5;
  static final int S7 = 23;
  static final int S8 = 24;
  static final int S9 = 25;
  static final int S10 = 26;
  static final int S11 = 27;
  static final int T4 = 29;
  static final int T5 = 30;
  static final int T6 = 31;

  static final int ECALL = 0x00000073;
  static final int EBREAK = 0x00100073;
  static final int SRET = 0x10200073;
  static final int MRET = 0x30200073;
  static final int WFI = 0x10500073;
  static final int FENCE_I = 0x0000100F;
  static final int NOP = 0x00000013;
  static final int C_NOP = 0x0001;

  private Rv() {}

  private static int i(int opcode, int funct3, int rd, int rs1, int imm) {
    if (imm < -2048 || imm > 2047) {
      throw new IllegalArgumentException("immediate out of range: " + imm);
    }
    return imm << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
  }

  private static int r(int opcode, int funct3, int funct7, int rd, int rs1, int rs2) {
    return funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode;
  }

  static int lui(int rd, int high20) {
    return high20 << 12 | rd << 7 | 0x37;
  }

  static int auipc(int rd, int high20) {
    return high20 << 12 | rd << 7 | 0x17;
  }

  static int addi(int rd, int rs1, int imm) {
    return i(0x13, 0, rd, rs1, imm);
  }

  static int addiw(int rd, int rs1, int imm) {
    return i(0x1B, 0, rd, rs1, imm);
  }

  static int sltiu(int rd, int rs1, int imm) {
    return i(0x13, 3, rd, rs1, imm);
  }

  static int slli(int rd, int rs1, int shift) {
    return i(0x13, 1, rd, rs1, shift);
  }

  static int add(int rd, int rs1, int rs2) {
    return r(0x33, 0, 0, rd, rs1, rs2);
  }

  static int xor(int rd, int rs1, int rs2) {
    return r(0x33, 4, 0, rd, rs1, rs2);
  }

  static int and(int rd, int rs1, int rs2) {
    return r(0x33, 7, 0, rd, rs1, rs2);
  }

  static int sll(int rd, int rs1, int rs2) {
    return r(0x33, 1, 0, rd, rs1, rs2);
  }

  static int ld(int rd, int base, int offset) {
    return i(0x03, 3, rd, base, offset);
  }

  /** A load by its width code: 0 to 6 for lb, lh, lw, ld, lbu, lhu, lwu. */
  static int load(int width, int rd, int base) {
    return i(0x03, width, rd, base, 0);
  }

  static int sd(int value, int base, int offset) {
    return store(3, value, base, offset);
  }

  /** A store by its width code: 0 to 3 for sb, sh, sw, sd. */
  static int store(int width, int value, int base, int offset) {
    return s(0x23, width, value, base, offset);
  }

  private static int s(int opcode, int funct3, int value, int base, int offset) {
    return (offset >> 5 & 0x7F) << 25
        | value << 20
        | base << 15
        | funct3 << 12
        | (offset & 31) << 7
        | opcode;
  }

  /** flw (2) or fld (3). */
  static int floatLoad(int width, int fd, int base, int offset) {
    return i(0x07, width, fd, base, offset);
  }

  /** fsw (2) or fsd (3). */
  static int floatStore(int width, int value, int base, int offset) {
    return s(0x27, width, value, base, offset);
  }

  /** An instruction of the A extension: funct5, width 2 or 3. */
  static int atomic(int funct5, int width, int rd, int address, int value) {
    return r(0x2F, width, funct5 << 2, rd, address, value);
  }

  static int jalr(int rd, int rs1, int offset) {
    return i(0x67, 0, rd, rs1, offset);
  }

  static int jal(int rd, int offset) {
    return (offset >> 20 & 1) << 31
        | (offset >> 1 & 0x3FF) << 21
        | (offset >> 11 & 1) << 20
        | (offset >> 12 & 0xFF) << 12
        | rd << 7
        | 0x6F;
  }

  /** A conditional branch by its code: 0 beq, 1 bne, 4 blt, 5 bge, 6 bltu, 7 bgeu. */
  static int branch(int code, int rs1, int rs2, int offset) {
    return (offset >> 12 & 1) << 31
        | (offset >> 5 & 0x3F) << 25
        | rs2 << 20
        | rs1 << 15
        | code << 12
        | (offset >> 1 & 15) << 8
        | (offset >> 11 & 1) << 7
        | 0x63;
  }

  /** A CSR instruction: 1 csrrw, 2 csrrs, 3 csrrc, and plus 4 the immediate forms. */
  static int csr(int form, int rd, int csr, int source) {
    return csr << 20 | source << 15 | form << 12 | rd << 7 | 0x73;
  }

  static int csrr(int rd, int csr) {
    return csr(2, rd, csr, ZERO);
  }

  static int csrw(int csr, int source) {
    return csr(1, ZERO, csr, source);
  }

  static int csrs(int csr, int source) {
    return csr(2, ZERO, csr, source);
  }

  static int csrc(int csr, int source) {
    return csr(3, ZERO, csr, source);
  }

  /** sfence.vma of an address and an address space, x0 for all. */
  static int sfence(int address, int space) {
    return r(0x73, 0, 0x09, ZERO, address, space);
  }

  static int fmvDX(int fd, int rs1) {
    return r(0x53, 0, 0x79, fd, rs1, 0);
  }

  static int fmvXD(int rd, int fs1) {
    return r(0x53, 0, 0x71, rd, fs1, 0);
  }

  /** fadd.d with the dynamic rounding mode. */
  static int faddD(int fd, int fs1, int fs2) {
    return r(0x53, 7, 0x01, fd, fs1, fs2);
  }

  /** feq.d: the comparison that changes flags alone. */
  static int feqD(int rd, int fs1, int fs2) {
    return r(0x53, 2, 0x51, rd, fs1, fs2);
  }
}
