package bbt.samples.conformance.changing;

import static bbt.ptg.riscv.Insn.ADD;
import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.AMOSWAP_W;
import static bbt.ptg.riscv.Insn.FMV_D_X;
import static bbt.ptg.riscv.Insn.FMV_W_X;
import static bbt.ptg.riscv.Insn.FSD;
import static bbt.ptg.riscv.Insn.FSW;
import static bbt.ptg.riscv.Insn.LR_W;
import static bbt.ptg.riscv.Insn.SB;
import static bbt.ptg.riscv.Insn.SC_W;
import static bbt.ptg.riscv.Insn.SD;
import static bbt.ptg.riscv.Insn.SFENCE_VMA;
import static bbt.ptg.riscv.Insn.SH;
import static bbt.ptg.riscv.Insn.SLLI;
import static bbt.ptg.riscv.Insn.SRLI;
import static bbt.ptg.riscv.Insn.SW;
import static bbt.ptg.riscv.Insn.XOR;
import static bbt.samples.conformance.changing.Program.*;

import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Insn;
import bbt.samples.conformance.fuzz.run.Image;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Programs whose code changes, with what they must leave (docs/determinism.md 7). */
final class ChangingPrograms {
  private static final int ROUNDS = 60;

  /** Sum of 1 and 2 in turns. */
  private static final long SUM = ROUNDS / 2 * 3;

  private static final int CODE_PAGE = FUNCTIONS;
  private static final int OTHER_PAGE = FUNCTIONS + 0x1000;

  /**
   * A program and what it leaves.
   *
   * @param portable whether every machine must leave that
   */
  record Case(String name, Image image, long[] expected, boolean portable) {
    @Override
    public String toString() {
      return name;
    }
  }

  private final boolean fences;
  private final List<Case> cases = new ArrayList<>();

  private ChangingPrograms(boolean fences) {
    this.fences = fences;
  }

  /**
   * All of them.
   *
   * @param fences whether they execute fence.i where the specification asks for it
   */
  static List<Case> all(boolean fences) {
    ChangingPrograms all = new ChangingPrograms(fences);
    all.distances();
    all.widths();
    all.pageEdge();
    all.otherStores();
    all.ownInstruction();
    all.generated();
    all.aliases();
    all.manySites();
    all.remapping();
    all.addressSpaces();
    all.faults();
    all.data();
    return all.cases;
  }

  private void add(String name, boolean portable, Consumer<Program> body, long... expected) {
    Program p = new Program(fences);
    body.accept(p);
    cases.add(new Case(name, p.image(), expected, portable));
  }

  private void add(String name, Consumer<Program> body, long... expected) {
    add(name, true, body, expected);
  }

  /** A store at several distances before what it changes, and behind it. */
  private void distances() {
    for (int nops : new int[] {0, 1, 3, 30, 600}) {
      add(
          nops == 0 ? "the next instruction" : nops + " instructions ahead",
          p -> {
            p.a.la(S2, "patch");
            p.words(Program.add(1), Program.add(2)).rounds(ROUNDS);
            p.a.s(SW, T0, S2, 0);
            p.fence().nops(nops);
            p.a.label("patch").i(ADDI, A0, A0, 7);
            p.turn().end().out(A0);
          },
          SUM);
      add(
          nops + " instructions behind",
          p -> {
            p.a.la(S2, "patch");
            p.words(Program.add(2), Program.add(1)).rounds(ROUNDS);
            p.a.label("patch").i(ADDI, A0, A0, 1);
            p.nops(nops);
            p.a.s(SW, T0, S2, 0);
            p.fence().turn().end().out(A0);
          },
          SUM);
    }
  }

  /** Parts of an instruction. */
  private void widths() {
    add(
        "the upper half of an instruction",
        p -> {
          p.a.la(S2, "patch");
          p.words(Program.add(1) >>> 16, Program.add(2) >>> 16).rounds(ROUNDS);
          p.a.s(SH, T0, S2, 2);
          p.fence().a.label("patch").i(ADDI, A0, A0, 7);
          p.turn().end().out(A0);
        },
        SUM);
    add(
        "the last byte of an instruction",
        p -> {
          p.a.la(S2, "patch");
          p.words(Program.add(16) >>> 24, Program.add(32) >>> 24).rounds(ROUNDS);
          p.a.s(SB, T0, S2, 3);
          p.fence().a.label("patch").i(ADDI, A0, A0, 0);
          p.turn().end().out(A0);
        },
        16 * SUM);
    add(
        "two instructions at once, across a line",
        p -> {
          p.a.la(S2, "patch");
          p.a.li(T0, pair(1)).li(S3, pair(1) ^ pair(2));
          p.rounds(ROUNDS);
          p.a.s(SD, T0, S2, 0);
          p.fence();
          p.a.align(64);
          p.nops(15);
          p.a.label("patch").i(ADDI, A0, A0, 7).i(ADDI, A0, A0, 7);
          p.turn().end().out(A0);
        },
        2 * SUM);
    for (int code : new int[] {CODE_PAGE + 0x140, OTHER_PAGE}) {
      add(
          "data and the first instruction of the next "
              + (code == OTHER_PAGE ? "page" : "line")
              + " at once",
          p -> {
            p.place(code, Program.add(7), ret());
            p.a.li(S4, Image.BASE + code);
            p.a.li(T0, (long) Program.add(1) << 32);
            p.a.li(S3, (long) (Program.add(1) ^ Program.add(2)) << 32);
            p.rounds(ROUNDS);
            p.a.s(SD, T0, S4, -4);
            p.fence().call(S4).turn().end().out(A0);
          },
          SUM);
    }
  }

  private static long pair(int amount) {
    return Program.add(amount) & 0xFFFF_FFFFL | (long) Program.add(amount) << 32;
  }

  /** An instruction on two pages, changed as a whole and on either page. */
  private void pageEdge() {
    int toOther = Encoder.i(ADDI, A1, A0, 1);
    edge("an instruction on two pages", p -> p.a.s(SW, T0, S2, 0), 1, 2, SUM, 0);
    edge("its half on the second page", p -> p.a.s(SH, T1, S2, 2), 1, 2, SUM, 0);
    Program p = edgeProgram(q -> q.a.s(SH, T0, S2, 0), Program.add(1), toOther);
    cases.add(new Case("its half on the first page", p.image(), new long[] {30, 31}, true));
  }

  private void edge(String name, Consumer<Program> store, int one, int two, long... expected) {
    Program p = edgeProgram(store, Program.add(one), Program.add(two));
    cases.add(new Case(name, p.image(), expected, true));
  }

  private Program edgeProgram(Consumer<Program> store, int one, int two) {
    Program p = new Program(fences);
    int function = CODE_PAGE + 0xFFA;
    // c.nop, c.nop, the straddler, ret
    p.place(function, 0x00010001);
    p.place(function + 4, Program.add(1), ret());
    p.a.li(S2, Image.BASE + function + 4).li(S4, Image.BASE + function);
    p.words(one, two).rounds(ROUNDS);
    p.a.i(SRLI, T1, T0, 16);
    store.accept(p);
    p.fence().call(S4).turn().end().out(A0).out(A1);
    return p;
  }

  /** Stores that are not of the base instruction set. */
  private void otherStores() {
    stored("amoswap", p -> p.a.r(AMOSWAP_W, T1, S2, T0));
    stored("sc", p -> p.a.r(LR_W, T1, S2, 0).r(SC_W, T2, S2, T0).r(ADD, A1, A1, T2));
    stored("fsw", p -> p.a.r(FMV_W_X, 1, T0, 0).s(FSW, 1, S2, 0));
    stored(
        "fsd, over the instruction before, too",
        p -> p.a.i(SLLI, T1, T0, 32).i(ADDI, T1, T1, 0x13).r(FMV_D_X, 1, T1, 0).s(FSD, 1, S2, -4));
    stored("amoadd to the same word", p -> p.a.r(AMOSWAP_W, 0, S2, T0).r(Insn.AMOADD_W, 0, S2, 0));
    stored("c.sw", p -> p.a.i(ADDI, A2, S2, 0).i(ADDI, A3, T0, 0).raw16(0xC214));
  }

  private void stored(String name, Consumer<Program> store) {
    add(
        name,
        p -> {
          p.a.la(S2, "patch");
          p.words(Program.add(1), Program.add(2)).rounds(ROUNDS);
          store.accept(p);
          p.fence().nops(1);
          p.a.label("patch").i(ADDI, A0, A0, 7);
          p.turn().end().out(A0).out(A1);
        },
        SUM,
        0);
  }

  /** A store over itself: it still happens, and is another instruction the next time. */
  private void ownInstruction() {
    add(
        "the store itself",
        p -> {
          int store = Encoder.s(SW, T0, S2, 0);
          p.a.la(S2, "patch").li(T0, Program.add(1)).li(T1, store);
          p.rounds(ROUNDS);
          p.a.label("patch").s(SW, T0, S2, 0);
          p.fence();
          // Every fourth round it is made a store again.
          p.a.i(Insn.ANDI, T2, S1, 3).branch(Insn.BNE, T2, 0, "keep").s(SW, T1, S2, 0);
          p.fence().a.label("keep");
          p.end().out(A0);
        },
        44);
  }

  /** A function that is written anew, one instruction longer, in each round, and called. */
  private void generated() {
    int rounds = 40;
    add(
        "generated code",
        p -> {
          p.a.li(S2, Image.BASE + CODE_PAGE + 0x20).li(S4, Image.BASE + CODE_PAGE + 0x20);
          p.a.li(T0, Program.add(1)).li(T1, ret());
          p.rounds(rounds);
          p.a.s(SW, T0, S2, 0).s(SW, T1, S2, 4).i(ADDI, S2, S2, 4);
          p.fence().call(S4).end().out(A0);
        },
        rounds * (rounds + 1) / 2);
  }

  /** One physical page at several virtual ones. */
  private void aliases() {
    add(
        "stored through an alias, called at both",
        p -> {
          p.map(0, CODE_PAGE, RWX).map(1, CODE_PAGE, RWX);
          p.place(CODE_PAGE + 0x40, Program.add(7), ret());
          p.supervisor();
          p.a.li(S4, WINDOW + 0x40).li(S5, WINDOW + 0x1040);
          p.words(Program.add(1), Program.add(2)).rounds(ROUNDS);
          p.a.s(SW, T0, S5, 0);
          p.fence().call(S4).call(S5).turn().end().out(A0);
        },
        2 * SUM);
    add(
        "stored through the linear map by the page itself",
        p -> {
          p.map(3, CODE_PAGE, RX);
          int store = Encoder.s(SW, T0, S2, 0);
          int fence = fences ? Encoder.r(Insn.FENCE_I, 0, 0, 0) : 0x13;
          p.place(CODE_PAGE + 0x80, store, fence, Program.add(7), ret());
          p.supervisor();
          p.a.li(S2, Image.BASE + CODE_PAGE + 0x88).li(S4, WINDOW + 0x3080);
          p.words(Program.add(1), Program.add(2)).rounds(ROUNDS);
          p.call(S4).turn().end().out(A0);
        },
        SUM);
  }

  /** Alternatives: many places on two pages patched by a loop through the linear map. */
  private void manySites() {
    int sites = 160;
    add(
        "many sites patched by a loop",
        p -> {
          p.map(4, CODE_PAGE, RX).map(5, OTHER_PAGE, RX);
          int start = CODE_PAGE + 0x1000 - 4 * sites;
          for (int i = 0; i < 2 * sites; i++) {
            p.place(start + 4 * i, i % 2 == 0 ? 0x13 : Program.add(1));
          }
          p.place(start + 8 * sites, ret());
          p.supervisor();
          p.a.li(S4, WINDOW + 0x5000 - 4 * sites);
          p.words(Program.add(3), 0x13).rounds(12);
          p.a.li(S2, Image.BASE + start).li(T1, sites).label("site");
          p.a.s(SW, T0, S2, 0).i(ADDI, S2, S2, 8).i(ADDI, T1, T1, -1);
          p.whileNot(T1, "site").fence().call(S4).turn().end().out(A0);
        },
        12 * sites + 6 * 3 * sites);
  }

  /** A virtual page that shows one physical page and then another. */
  private void remapping() {
    for (int kind = 0; kind < 3; kind++) {
      int fenceKind = kind;
      // Without a fence the first call's translation stays: 1 each time, then 2 after the fence.
      add(
          new String[] {
                "remapped, fence of the page", "remapped, fence of all", "remapped, no fence"
              }
              [kind],
          kind != 2,
          p -> {
            remapped(p);
            p.rounds(ROUNDS);
            p.a.s(SD, T0, S5, 0);
            if (fenceKind == 0) {
              p.a.r(SFENCE_VMA, 0, S4, 0);
            } else if (fenceKind == 1) {
              p.a.r(SFENCE_VMA, 0, 0, 0);
            }
            p.call(S4).turn().end().out(A0);
            p.a.r(SFENCE_VMA, 0, 0, 0);
            p.call(S4).out(A0);
          },
          kind == 2 ? ROUNDS : SUM,
          kind == 2 ? ROUNDS + 2 : SUM + 2);
    }
  }

  /** PTEs of both pages in turns in t0, where the PTE stands in s5, the function in s4. */
  private static void remapped(Program p) {
    p.map(6, CODE_PAGE, RWX);
    p.place(CODE_PAGE + 0x100, Program.add(1), ret());
    p.place(OTHER_PAGE + 0x100, Program.add(2), ret());
    p.supervisor();
    p.a.li(S4, WINDOW + 0x6100).li(S5, Image.BASE + LEAVES + 6 * 8);
    p.a.li(T0, pte(CODE_PAGE, RWX)).li(S3, pte(CODE_PAGE, RWX) ^ pte(OTHER_PAGE, RWX));
  }

  /** Two address spaces with other code at the same address. */
  private void addressSpaces() {
    for (boolean asids : new boolean[] {true, false}) {
      add(
          asids ? "address spaces by ASID" : "address spaces with fences",
          p -> {
            p.map(7, CODE_PAGE, RX).mapSecond(7, OTHER_PAGE, RX);
            p.place(CODE_PAGE + 0x100, Program.add(1), ret());
            p.place(OTHER_PAGE + 0x100, Program.add(2), ret());
            p.supervisor();
            p.a.li(S4, WINDOW + 0x7100);
            p.a.li(S5, satp(ROOT, 1)).li(S6, satp(ROOT, 1) ^ satp(SECOND_ROOT, asids ? 2 : 1));
            p.rounds(ROUNDS).switchTo(S5);
            if (!asids) {
              p.a.r(SFENCE_VMA, 0, 0, 0);
            }
            p.call(S4).a.r(XOR, S5, S5, S6);
            p.end().out(A0);
          },
          SUM);
    }
  }

  /** Stores into code that fault change nothing. */
  private void faults() {
    add(
        "a store across into a page that may not be written",
        p -> {
          p.map(8, CODE_PAGE, RWX).map(9, OTHER_PAGE, RX);
          p.place(CODE_PAGE + 0xFF8, Program.add(1), ret());
          p.supervisor();
          p.a.li(S4, WINDOW + 0x8FF8).li(S2, Image.BASE + RESULTS + 0x800);
          p.rounds(ROUNDS).call(S4);
          // The handler leaves the cause; results are kept elsewhere meanwhile.
          p.a.r(ADD, S5, S0, 0).r(ADD, S0, S2, 0).raw32(misaligned());
          p.a.r(ADD, S0, S5, 0);
          p.end();
          p.out(A0).a.i(Insn.LD, A1, S2, 0);
          p.out(A1);
        },
        ROUNDS,
        15);
    add(
        "a store through an alias that may not be written",
        p -> {
          p.map(8, CODE_PAGE, RWX).map(9, CODE_PAGE, RX);
          p.place(CODE_PAGE + 0x40, Program.add(1), ret());
          p.supervisor();
          p.a.li(S4, WINDOW + 0x8040).li(S3, WINDOW + 0x9040);
          p.a.li(S2, Image.BASE + RESULTS + 0x800);
          p.rounds(ROUNDS).call(S4);
          p.a.r(ADD, S5, S0, 0).r(ADD, S0, S2, 0).s(SW, 0, S3, 0).r(ADD, S0, S5, 0);
          p.end().out(A0).a.i(Insn.LD, A1, S2, 0);
          p.out(A1);
        },
        ROUNDS,
        15);
  }

  /** {@code sd zero, 4(s4)}: the last word of a page and the first of the next. */
  private static int misaligned() {
    return Encoder.i(SD, 0, S4, 4);
  }

  /** Data that lies among code: in the page, and in the line. */
  private void data() {
    for (int distance : new int[] {4, 128}) {
      add(
          "data " + distance + " bytes behind the code",
          p -> {
            p.a.la(S2, "data");
            p.rounds(ROUNDS);
            p.a.i(Insn.LW, T0, S2, 0).i(ADDI, T0, T0, 3).s(SW, T0, S2, 0).i(ADDI, A0, A0, 1);
            p.end().a.i(Insn.LW, T0, S2, 0);
            p.out(T0).out(A0).a.jal(0, "behind");
            p.nops((distance - 4) / 4).a.label("data").raw32(0).label("behind");
          },
          3 * ROUNDS,
          ROUNDS);
    }
  }
}
