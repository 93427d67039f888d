package bbt.samples.conformance.changing;

import static bbt.samples.conformance.changing.Program.*;

import bbt.ptg.asm.Assembler;
import bbt.ptg.riscv.Insn;
import bbt.samples.conformance.fuzz.run.Image;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Random programs of blocks of loads and stores, many through one base register, as functions save
 * and structures are read. Bases lie near the ends of pages; pages are written, read only, without
 * D or A, or not there, and pairs of them share an entry of the TLB. Some stores change a page
 * table entry, some instructions a base; fences and atomic accesses come between.
 */
final class RandomPages {
  private static final int PAGES = 8;

  /** Pages so far apart share an entry of the data TLB. */
  private static final int CONFLICT = 1024;

  /** The page of the window that shows the page table entries of the first ones. */
  private static final int TABLE = 9;

  private static final int DATA = 0x100000;
  private static final int[] BITS = {RWX, RWX, RWX, READ_ONLY, RWX & ~0x80, RWX & ~0xC0, 0};
  private static final int[] BASES = {S2, S3, S4};
  private static final int[] WORDS = {T0, T1, T2, A0, A1, A2, A3};

  /** Registers with page table entries. */
  private static final int[] ENTRIES = {25, 26};

  private static final List<Insn> LOADS =
      List.of(Insn.LB, Insn.LBU, Insn.LH, Insn.LHU, Insn.LW, Insn.LWU, Insn.LD, Insn.LD, Insn.LD);
  private static final List<Insn> STORES =
      List.of(Insn.SB, Insn.SH, Insn.SW, Insn.SD, Insn.SD, Insn.SD);

  private final Random random;
  private final Program p = new Program(false);

  private RandomPages(long seed) {
    random = new Random(seed);
  }

  /** A program that repeats its blocks so many times. */
  static Image image(long seed, int rounds) {
    return new RandomPages(seed).make(rounds);
  }

  private Image make(int rounds) {
    List<Integer> physical = new ArrayList<>(IntStream.range(0, 2 * PAGES).boxed().toList());
    Collections.shuffle(physical, random);
    for (int i = 0; i < 2 * PAGES; i++) {
      int page = i < PAGES ? i : i - PAGES + CONFLICT;
      p.map(page, DATA + 0x1000 * physical.get(i), BITS[random.nextInt(BITS.length)]);
    }
    p.map(TABLE, LEAVES, RWX);
    p.supervisor();
    p.a.li(S5, WINDOW + 0x1000 * TABLE);
    p.a.li(S6, random.nextLong()).li(S7, 0x5851F42D4C957F2DL);
    for (int entry : ENTRIES) {
      p.a.li(entry, pte(DATA + 0x1000 * random.nextInt(PAGES), BITS[random.nextInt(4)]));
    }
    p.rounds(rounds);
    for (int block = 0; block < 12; block++) {
      block();
    }
    for (int word : WORDS) {
      p.a.r(Insn.XOR, A0, A0, word);
    }
    return p.end().out(A0).image();
  }

  /** A block with bases of its own: near the end of a page, or the start, aligned or not. */
  private void block() {
    Assembler a = p.a;
    for (int base : BASES) {
      a.r(Insn.MUL, S6, S6, S7).i(Insn.ADDI, S6, S6, 1237);
      a.i(Insn.SRLI, base, S6, 40).i(Insn.ANDI, base, base, PAGES - 1).i(Insn.SLLI, base, base, 12);
      a.i(Insn.SRLI, RA, S6, 50).i(Insn.ANDI, RA, RA, random.nextBoolean() ? 0xF8 : 0xFF);
      a.r(Insn.ADD, base, base, RA).li(RA, WINDOW + (random.nextInt(3) == 0 ? 0xF40 : 0x100));
      a.r(Insn.ADD, base, base, RA);
      if (random.nextInt(3) == 0) {
        a.li(RA, (long) CONFLICT << 12).r(Insn.ADD, base, base, RA);
      }
    }
    int bases = 1 + random.nextInt(BASES.length);
    int length = 3 + random.nextInt(14);
    int step = 1 << random.nextInt(4);
    for (int i = 0; i < length; i++) {
      instruction(BASES[random.nextInt(bases)], step);
    }
    if (random.nextBoolean()) {
      a.r(Insn.SFENCE_VMA, 0, 0, 0);
    }
  }

  private void instruction(int base, int step) {
    Assembler a = p.a;
    int word = WORDS[random.nextInt(WORDS.length)];
    int offset = step * (random.nextInt(24) - 4);
    switch (random.nextInt(26)) {
      case 0 -> a.r(Insn.ADD, word, word, WORDS[random.nextInt(WORDS.length)]);
      case 1 -> a.i(Insn.ADDI, base, base, 8 * (random.nextInt(9) - 4));
      case 2 -> a.i(Insn.LD, base, base, offset);
      case 3 -> a.s(Insn.SD, ENTRIES[random.nextInt(2)], S5, 8 * random.nextInt(PAGES));
      case 4 -> {
        if (random.nextInt(4) == 0) {
          a.r(Insn.SFENCE_VMA, 0, 0, 0);
        }
      }
      case 5 -> {
        if (random.nextInt(4) == 0) {
          a.r(Insn.AMOADD_D, word, base, word);
        }
      }
      case 6, 7, 8, 9, 10, 11, 12, 13, 14 ->
          a.s(STORES.get(random.nextInt(STORES.size())), word, base, offset);
      default -> a.i(LOADS.get(random.nextInt(LOADS.size())), word, base, offset);
    }
  }
}
