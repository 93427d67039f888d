package bbt.samples.conformance.changing;

import static bbt.ptg.riscv.Insn.ADD;
import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.AND;
import static bbt.ptg.riscv.Insn.ANDI;
import static bbt.ptg.riscv.Insn.BEQ;
import static bbt.ptg.riscv.Insn.BNE;
import static bbt.ptg.riscv.Insn.JALR;
import static bbt.ptg.riscv.Insn.LD;
import static bbt.ptg.riscv.Insn.MUL;
import static bbt.ptg.riscv.Insn.SD;
import static bbt.ptg.riscv.Insn.SFENCE_VMA;
import static bbt.ptg.riscv.Insn.SLLI;
import static bbt.ptg.riscv.Insn.SLTI;
import static bbt.ptg.riscv.Insn.SRLI;
import static bbt.ptg.riscv.Insn.XOR;
import static bbt.samples.conformance.changing.Program.*;

import bbt.samples.conformance.fuzz.run.Image;

/**
 * A kernel that ages its pages: it clears A and D bits, mostly without a fence, uses pages at
 * random for loads, stores and calls, reads the bits back and sums them up. What it reads depends
 * on what the TLBs hold at that moment.
 */
final class PageAgeing {
  /** Pages of the window: twice as many as the data TLB has entries. */
  private static final int PAGES = 2048;

  /** Physical pages behind them, each with a function and data. */
  private static final int PHYSICAL = 8;

  private PageAgeing() {}

  /**
   * The program.
   *
   * @param rounds pages used
   */
  static Image image(long seed, int rounds) {
    return image(seed, rounds, false);
  }

  /**
   * The program, with or without fences.
   *
   * @param fenced whether nothing stays in the TLBs from one page used to the next
   */
  static Image image(long seed, int rounds, boolean fenced) {
    Program p = new Program(false);
    for (int i = 0; i < PAGES; i++) {
      p.map(i, FUNCTIONS + 0x1000 * (i * 5 % PHYSICAL), RWX);
    }
    for (int i = 0; i < PHYSICAL; i++) {
      p.place(FUNCTIONS + 0x1000 * i + 0x40, Program.add(i + 1), ret());
    }
    p.supervisor();
    p.a.li(S2, WINDOW).li(S3, Image.BASE + LEAVES).li(S4, seed).li(S5, 0x5851F42D4C957F2DL);
    p.a.li(S6, PAGES - 1).li(S7, ~0xC0L).li(A0, 0);
    p.rounds(rounds);
    // The next page: its number in t1, address in t2, PTE's address in a2.
    p.a.r(MUL, S4, S4, S5).i(ADDI, S4, S4, 1237).i(SRLI, T0, S4, 40);
    p.a.r(AND, T1, T0, S6);
    // Three in four are among the first 64.
    p.a.i(ANDI, A3, T0, 0x300).branch(BEQ, A3, 0, "all").i(ANDI, T1, T1, 63).label("all");
    p.a.i(SLLI, T2, T1, 12).r(ADD, T2, T2, S2).i(SLLI, A2, T1, 3).r(ADD, A2, A2, S3);
    p.a.i(SRLI, T0, S4, 20).i(ANDI, T0, T0, 15);
    use(p, 3, "load", () -> p.a.i(LD, A3, T2, 0x7C0).r(ADD, A0, A0, A3));
    use(p, 5, "store", () -> p.a.s(SD, A0, T2, 0x7C0));
    use(p, 8, "call", () -> p.a.i(JALR, RA, T2, 0x40));
    // Young or old: the bits as they are go into the sum; then they are cleared.
    use(
        p,
        13,
        "age",
        () ->
            p.a
                .i(LD, A3, A2, 0)
                .i(SLLI, A0, A0, 1)
                .r(XOR, A0, A0, A3)
                .r(AND, A3, A3, S7)
                .s(SD, A3, A2, 0));
    use(p, 14, "fence", () -> p.a.r(SFENCE_VMA, 0, T2, 0));
    p.a.label("used").i(SRLI, T0, S4, 26).i(ANDI, T0, T0, 63).branch(BNE, T0, 0, "noFence");
    p.a.r(SFENCE_VMA, 0, 0, 0).label("noFence");
    if (fenced) {
      p.a.r(SFENCE_VMA, 0, 0, 0);
    }
    p.end().out(A0);
    return p.image();
  }

  /** Does something if t0, a number below 16, is below a bound, and then nothing else. */
  private static void use(Program p, int bound, String label, Runnable what) {
    p.a.i(SLTI, A3, T0, bound).branch(BEQ, A3, 0, "no " + label);
    what.run();
    p.a.jal(0, "used").label("no " + label);
  }
}
