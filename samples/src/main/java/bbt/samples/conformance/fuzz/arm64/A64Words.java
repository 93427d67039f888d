package bbt.samples.conformance.fuzz.arm64;

import bbt.ptg.arm64.SystemRegisters;

/** Words of A64 instructions that random programs and their harness are made of. */
final class A64Words {
  static final int ISB = 0xD503_3FDF;
  static final int DSB = 0xD503_3F9F;
  static final int ERET = 0xD69F_03E0;
  static final int WFI = 0xD503_207F;
  static final int CLREX = 0xD503_3F5F;

  /** The register number of zero, and of the stack pointer where one is a base. */
  static final int ZERO = 31;

  private A64Words() {}

  /**
   * The number of a system register, or of an operation such as {@code tlbi vae1}.
   *
   * @throws IllegalArgumentException where there is none
   */
  static int number(String name) {
    String key = name.replace(' ', '_');
    int number = SystemRegisters.number(key);
    number = number < 0 ? SystemRegisters.number(key + ".") : number;
    if (number < 0) {
      throw new IllegalArgumentException("no register or operation " + name);
    }
    return number;
  }

  static int movz(int rd, int imm16, int quarter) {
    return 0xD280_0000 | quarter << 21 | imm16 << 5 | rd;
  }

  static int movk(int rd, int imm16, int quarter) {
    return 0xF280_0000 | quarter << 21 | imm16 << 5 | rd;
  }

  static int mov(int rd, int rm) {
    return 0xAA00_03E0 | rm << 16 | rd;
  }

  static int add(int rd, int rn, int imm12) {
    return 0x9100_0000 | imm12 << 10 | rn << 5 | rd;
  }

  static int subs(int rd, int rn, int imm12) {
    return 0xF100_0000 | imm12 << 10 | rn << 5 | rd;
  }

  /** {@code eor rd, rn, rm, ror #by}. */
  static int eor(int rd, int rn, int rm, int by) {
    return 0xCAC0_0000 | rm << 16 | by << 10 | rn << 5 | rd;
  }

  static int addRegister(int rd, int rn, int rm) {
    return 0x8B00_0000 | rm << 16 | rn << 5 | rd;
  }

  /** {@code lsr rd, rn, #by}. */
  static int lsr(int rd, int rn, int by) {
    return 0xD340_FC00 | by << 16 | rn << 5 | rd;
  }

  /** {@code and rd, rn, #(2 to the power of bits) - 1}. */
  static int low(int rd, int rn, int bits) {
    return 0x9240_0000 | bits - 1 << 10 | rn << 5 | rd;
  }

  static int ldr(int rt, int rn, int offset) {
    return 0xF940_0000 | offset / 8 << 10 | rn << 5 | rt;
  }

  static int str(int rt, int rn, int offset) {
    return 0xF900_0000 | offset / 8 << 10 | rn << 5 | rt;
  }

  /** A store at an offset of -256 to 255. */
  static int stur(int rt, int rn, int offset) {
    return 0xF800_0000 | (offset & 0x1FF) << 12 | rn << 5 | rt;
  }

  static int strb(int rt, int rn) {
    return 0x3900_0000 | rn << 5 | rt;
  }

  /** {@code strb rt, [rn, #1]!}. */
  static int strbBefore(int rt, int rn) {
    return 0x3800_1C00 | rn << 5 | rt;
  }

  /** {@code ldrb rt, [rn, #1]!}. */
  static int ldrbBefore(int rt, int rn) {
    return 0x3840_1C00 | rn << 5 | rt;
  }

  /** {@code cbnz rt, . + 4 * words}. */
  static int cbnz(int rt, int words) {
    return 0xB500_0000 | words << 5 | rt;
  }

  static int ldrWord(int rt, int rn, int offset) {
    return 0xB940_0000 | offset / 4 << 10 | rn << 5 | rt;
  }

  static int strWord(int rt, int rn, int offset) {
    return 0xB900_0000 | offset / 4 << 10 | rn << 5 | rt;
  }

  static int ldp(int rt, int second, int rn, int offset) {
    return 0xA940_0000 | (offset / 8 & 0x7F) << 15 | second << 10 | rn << 5 | rt;
  }

  static int stp(int rt, int second, int rn, int offset) {
    return 0xA900_0000 | (offset / 8 & 0x7F) << 15 | second << 10 | rn << 5 | rt;
  }

  /** {@code ldp rt, second, [rn], #by}. */
  static int ldpPost(int rt, int second, int rn, int by) {
    return 0xA8C0_0000 | (by / 8 & 0x7F) << 15 | second << 10 | rn << 5 | rt;
  }

  /** {@code stp rt, second, [rn], #by}. */
  static int stpPost(int rt, int second, int rn, int by) {
    return 0xA880_0000 | (by / 8 & 0x7F) << 15 | second << 10 | rn << 5 | rt;
  }

  static int ldrVector(int rt, int rn, int offset) {
    return 0x3DC0_0000 | offset / 16 << 10 | rn << 5 | rt;
  }

  static int strVector(int rt, int rn, int offset) {
    return 0x3D80_0000 | offset / 16 << 10 | rn << 5 | rt;
  }

  static int br(int rn) {
    return 0xD61F_0000 | rn << 5;
  }

  static int blr(int rn) {
    return 0xD63F_0000 | rn << 5;
  }

  static int ret(int rn) {
    return 0xD65F_0000 | rn << 5;
  }

  /** {@code adr rd, . + offset}. */
  static int adr(int rd, int offset) {
    return 0x1000_0000 | (offset & 3) << 29 | (offset >> 2 & 0x7_FFFF) << 5 | rd;
  }

  /** A write of a system register, or a system operation. */
  static int msr(int number, int rt) {
    return 0xD500_0000 | number << 5 | rt;
  }

  static int mrs(int rt, int number) {
    return 0xD520_0000 | number << 5 | rt;
  }

  static int svc(int imm16) {
    return 0xD400_0001 | imm16 << 5;
  }

  static int hvc(int imm16) {
    return 0xD400_0002 | imm16 << 5;
  }

  static int smc(int imm16) {
    return 0xD400_0003 | imm16 << 5;
  }

  static int brk(int imm16) {
    return 0xD420_0000 | imm16 << 5;
  }

  static int hlt(int imm16) {
    return 0xD440_0000 | imm16 << 5;
  }

  static int daifset(int masks) {
    return 0xD503_40DF | masks << 8;
  }

  static int daifclr(int masks) {
    return 0xD503_40FF | masks << 8;
  }

  static int spsel(int which) {
    return 0xD500_40BF | which << 8;
  }
}
