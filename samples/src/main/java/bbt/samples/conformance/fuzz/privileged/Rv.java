package bbt.samples.conformance.fuzz.privileged;

import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Encoder.Operands;
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

  static final int ECALL = r(Insn.ECALL, 0, 0, 0);
  static final int EBREAK = r(Insn.EBREAK, 0, 0, 0);
  static final int SRET = r(Insn.SRET, 0, 0, 0);
  static final int MRET = r(Insn.MRET, 0, 0, 0);
  static final int WFI = r(Insn.WFI, 0, 0, 0);
  static final int FENCE_I = r(Insn.FENCE_I, 0, 0, 0);
  static final int NOP = addi(0, 0, 0);
  static final int C_NOP = 0x0001;

  private static final List<Insn> LOADS =
      List.of(Insn.LB, Insn.LH, Insn.LW, Insn.LD, Insn.LBU, Insn.LHU, Insn.LWU);
  private static final List<Insn> STORES = List.of(Insn.SB, Insn.SH, Insn.SW, Insn.SD);
  private static final List<Insn> CSRS =
      List.of(Insn.CSRRW, Insn.CSRRS, Insn.CSRRC, Insn.CSRRWI, Insn.CSRRSI, Insn.CSRRCI);

  private Rv() {}

  /** rd, rs1, rs2. */
  static int r(Insn insn, int rd, int rs1, int rs2) {
    return Encoder.encode(insn, Operands.registers(rd, rs1, rs2));
  }

  /** rd, rs1, immediate: also loads (rd, base, offset) and CSR instructions (rd, rs1, number). */
  static int i(Insn insn, int rd, int rs1, int imm) {
    return Encoder.encode(insn, new Operands(rd, rs1, 0, 0, imm, 0));
  }

  /** Store of a register at base + offset. */
  static int s(Insn insn, int value, int base, int offset) {
    return Encoder.encode(insn, new Operands(0, base, value, 0, offset, 0));
  }

  static int lui(int rd, int high20) {
    return i(Insn.LUI, rd, 0, high20 << 12);
  }

  static int addi(int rd, int rs1, int imm) {
    return i(Insn.ADDI, rd, rs1, imm);
  }

  static int sltiu(int rd, int rs1, int imm) {
    return i(Insn.SLTIU, rd, rs1, imm);
  }

  static int slli(int rd, int rs1, int shift) {
    return i(Insn.SLLI, rd, rs1, shift);
  }

  static int add(int rd, int rs1, int rs2) {
    return r(Insn.ADD, rd, rs1, rs2);
  }

  static int xor(int rd, int rs1, int rs2) {
    return r(Insn.XOR, rd, rs1, rs2);
  }

  static int and(int rd, int rs1, int rs2) {
    return r(Insn.AND, rd, rs1, rs2);
  }

  static int ld(int rd, int base, int offset) {
    return i(Insn.LD, rd, base, offset);
  }

  /** A load by its width code: 0 to 6 for lb, lh, lw, ld, lbu, lhu, lwu. */
  static int load(int width, int rd, int base) {
    return i(LOADS.get(width), rd, base, 0);
  }

  static int sd(int value, int base, int offset) {
    return s(Insn.SD, value, base, offset);
  }

  /** A store by its width code: 0 to 3 for sb, sh, sw, sd. */
  static int store(int width, int value, int base, int offset) {
    return s(STORES.get(width), value, base, offset);
  }

  static int jalr(int rd, int rs1, int offset) {
    return i(Insn.JALR, rd, rs1, offset);
  }

  /** A CSR instruction: 1 csrrw, 2 csrrs, 3 csrrc, and plus 4 the immediate forms. */
  static int csr(int form, int rd, int csr, int source) {
    return i(CSRS.get(form < 4 ? form - 1 : form - 2), rd, source, csr);
  }

  static int csrr(int rd, int csr) {
    return i(Insn.CSRRS, rd, ZERO, csr);
  }

  static int csrw(int csr, int source) {
    return i(Insn.CSRRW, ZERO, source, csr);
  }

  static int csrs(int csr, int source) {
    return i(Insn.CSRRS, ZERO, source, csr);
  }

  static int csrc(int csr, int source) {
    return i(Insn.CSRRC, ZERO, source, csr);
  }

  /** sfence.vma of an address and an address space, x0 for all. */
  static int sfence(int address, int space) {
    return r(Insn.SFENCE_VMA, 0, address, space);
  }
}
