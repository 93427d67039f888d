package bbt.samples.conformance.fuzz.privileged;

import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Insn;
import java.util.List;

/** Short names for the instructions that the harness and the generated operations are made of. */
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

  static final int ECALL = Encoder.r(Insn.ECALL, 0, 0, 0);
  static final int EBREAK = Encoder.r(Insn.EBREAK, 0, 0, 0);
  static final int SRET = Encoder.r(Insn.SRET, 0, 0, 0);
  static final int MRET = Encoder.r(Insn.MRET, 0, 0, 0);
  static final int WFI = Encoder.r(Insn.WFI, 0, 0, 0);
  static final int FENCE_I = Encoder.r(Insn.FENCE_I, 0, 0, 0);
  static final int NOP = addi(0, 0, 0);
  static final int C_NOP = 0x0001;

  private static final List<Insn> LOADS =
      List.of(Insn.LB, Insn.LH, Insn.LW, Insn.LD, Insn.LBU, Insn.LHU, Insn.LWU);
  private static final List<Insn> STORES = List.of(Insn.SB, Insn.SH, Insn.SW, Insn.SD);
  private static final List<Insn> CSRS =
      List.of(Insn.CSRRW, Insn.CSRRS, Insn.CSRRC, Insn.CSRRWI, Insn.CSRRSI, Insn.CSRRCI);

  private Rv() {}

  static int lui(int rd, int high20) {
    return Encoder.i(Insn.LUI, rd, 0, high20 << 12);
  }

  static int addi(int rd, int rs1, int imm) {
    return Encoder.i(Insn.ADDI, rd, rs1, imm);
  }

  static int sltiu(int rd, int rs1, int imm) {
    return Encoder.i(Insn.SLTIU, rd, rs1, imm);
  }

  static int slli(int rd, int rs1, int shift) {
    return Encoder.i(Insn.SLLI, rd, rs1, shift);
  }

  static int add(int rd, int rs1, int rs2) {
    return Encoder.r(Insn.ADD, rd, rs1, rs2);
  }

  static int xor(int rd, int rs1, int rs2) {
    return Encoder.r(Insn.XOR, rd, rs1, rs2);
  }

  static int and(int rd, int rs1, int rs2) {
    return Encoder.r(Insn.AND, rd, rs1, rs2);
  }

  static int ld(int rd, int base, int offset) {
    return Encoder.i(Insn.LD, rd, base, offset);
  }

  /** A load by its width code: 0 to 6 for lb, lh, lw, ld, lbu, lhu, lwu. */
  static int load(int width, int rd, int base) {
    return Encoder.i(LOADS.get(width), rd, base, 0);
  }

  static int sd(int value, int base, int offset) {
    return Encoder.s(Insn.SD, value, base, offset);
  }

  /** A store by its width code: 0 to 3 for sb, sh, sw, sd. */
  static int store(int width, int value, int base, int offset) {
    return Encoder.s(STORES.get(width), value, base, offset);
  }

  static int jalr(int rd, int rs1, int offset) {
    return Encoder.i(Insn.JALR, rd, rs1, offset);
  }

  /** A CSR instruction: 1 csrrw, 2 csrrs, 3 csrrc, and plus 4 the immediate forms. */
  static int csr(int form, int rd, int csr, int source) {
    return Encoder.i(CSRS.get(form < 4 ? form - 1 : form - 2), rd, source, csr);
  }

  static int csrr(int rd, int csr) {
    return Encoder.i(Insn.CSRRS, rd, ZERO, csr);
  }

  static int csrw(int csr, int source) {
    return Encoder.i(Insn.CSRRW, ZERO, source, csr);
  }

  static int csrs(int csr, int source) {
    return Encoder.i(Insn.CSRRS, ZERO, source, csr);
  }

  static int csrc(int csr, int source) {
    return Encoder.i(Insn.CSRRC, ZERO, source, csr);
  }

  /** sfence.vma of an address and an address space, x0 for all. */
  static int sfence(int address, int space) {
    return Encoder.r(Insn.SFENCE_VMA, 0, address, space);
  }
}
