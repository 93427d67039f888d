package bbt.reconstruct.testing;

import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.ADDIW;
import static bbt.ptg.riscv.Insn.AMOADD_D;
import static bbt.ptg.riscv.Insn.ANDI;
import static bbt.ptg.riscv.Insn.BEQ;
import static bbt.ptg.riscv.Insn.BNE;
import static bbt.ptg.riscv.Insn.CSRRS;
import static bbt.ptg.riscv.Insn.CSRRW;
import static bbt.ptg.riscv.Insn.ECALL;
import static bbt.ptg.riscv.Insn.FENCE_I;
import static bbt.ptg.riscv.Insn.JALR;
import static bbt.ptg.riscv.Insn.LD;
import static bbt.ptg.riscv.Insn.MRET;
import static bbt.ptg.riscv.Insn.SD;
import static bbt.ptg.riscv.Insn.SLLI;
import static bbt.ptg.riscv.Insn.SRLI;
import static bbt.ptg.riscv.Insn.SW;
import static bbt.ptg.riscv.Insn.WFI;
import static bbt.ptg.riscv.Insn.XOR;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Encoder;

/**
 * A bare-metal program for several harts. Each calls, branches at random, adds to a shared counter,
 * takes an ecall and a timer interrupt now and then, and waits once; hart 0 patches a function that
 * all of them call. When all are done, hart 0 powers the machine off.
 */
public final class SmpGuest {
  private static final long BASE = 0x8000_0000L;
  private static final int MEPC = 0x341;
  private static final int MCAUSE = 0x342;
  private static final int MTVEC = 0x305;
  private static final int MIE = 0x304;
  private static final int MSTATUS = 0x300;
  private static final int TIMER_EVERY = 150;

  private SmpGuest() {}

  /**
   * The program as an ELF file.
   *
   * @param harts that take part; there must be no others
   * @param rounds of each
   */
  public static byte[] elf(int harts, int rounds) {
    return TestElf.plain(BASE, program(harts, rounds).bytes());
  }

  private static Assembler program(int harts, int rounds) {
    int addOne = Encoder.i(ADDI, 9, 9, 1);
    int addTwo = Encoder.i(ADDI, 9, 9, 2);
    Assembler a = new Assembler();
    // s1 (x9) result, s2 (x18) hart, s3 (x19) data, s4 (x20) rounds, s5 (x21) random, s6 mtimecmp
    a.i(ADDI, 18, 10, 0).li(19, BASE + 0x8000).li(20, rounds).i(ADDI, 21, 10, 77).li(9, 0);
    a.i(SLLI, 22, 18, 3).li(5, 0x200_4000).r(bbt.ptg.riscv.Insn.ADD, 22, 22, 5);
    a.la(5, "trap").i(CSRRW, 0, 5, MTVEC);
    a.jal(1, "arm");
    a.li(5, 0x80).i(CSRRW, 0, 5, MIE).li(5, 8).i(CSRRS, 0, 5, MSTATUS);
    a.label("round");
    // An xorshift step; a branch by one of its bits.
    a.i(SLLI, 5, 21, 13).r(XOR, 21, 21, 5).i(SRLI, 5, 21, 7).r(XOR, 21, 21, 5);
    a.i(SLLI, 5, 21, 17).r(XOR, 21, 21, 5);
    a.i(ANDI, 5, 21, 1).branch(BEQ, 5, 0, "even");
    a.la(6, "patched").i(JALR, 1, 6, 0).jal(0, "both");
    a.label("even").jal(1, "patched");
    a.label("both").li(5, 1).r(AMOADD_D, 6, 19, 5);
    a.i(ANDI, 5, 21, 0x7E).branch(BNE, 5, 0, "quiet").op(ECALL);
    a.label("quiet").branch(BNE, 18, 0, "next");
    // Hart 0 changes the function when it has drawn so: others are in the middle of their turns.
    a.i(ANDI, 5, 21, 0x70).branch(BNE, 5, 0, "next");
    a.la(6, "place").li(7, addOne).i(ANDI, 5, 21, 0x80).branch(BEQ, 5, 0, "patch").li(7, addTwo);
    a.label("patch").s(SW, 7, 6, 0).op(FENCE_I);
    a.label("next").i(ADDI, 20, 20, -1).branch(BNE, 20, 0, "round");
    // Done; hart 0 waits for the others by looking, they wait for interrupts.
    a.i(ADDI, 6, 19, 8).li(5, 1).r(AMOADD_D, 0, 6, 5);
    a.branch(BEQ, 18, 0, "lead");
    a.label("sleep").op(WFI).jal(0, "sleep");
    a.label("lead").i(LD, 5, 19, 8).li(6, harts).branch(BNE, 5, 6, "lead");
    a.li(5, 0x10_0000).li(6, 0x5555).s(SW, 6, 5, 0);
    a.label("end").jal(0, "end");
    a.align(4096 / 16).label("patched").i(ADDI, 9, 9, 3);
    a.label("place").raw32(addOne).i(ADDIW, 9, 9, 0).i(JALR, 0, 1, 0);
    a.label("arm").li(5, 0x200_BFF8).i(LD, 5, 5, 0).i(ADDI, 5, 5, TIMER_EVERY).s(SD, 5, 22, 0);
    a.i(JALR, 0, 1, 0);
    a.align(4).label("trap").i(CSRRS, 28, 0, MCAUSE);
    a.i(ADDI, 29, 5, 0).i(ADDI, 30, 1, 0);
    a.branch(bbt.ptg.riscv.Insn.BLT, 28, 0, "timer");
    a.i(CSRRS, 28, 0, MEPC).i(ADDI, 28, 28, 4).i(CSRRW, 0, 28, MEPC).jal(0, "back");
    a.label("timer").jal(1, "arm");
    a.label("back").i(ADDI, 5, 29, 0).i(ADDI, 1, 30, 0).op(MRET);
    return a;
  }
}
