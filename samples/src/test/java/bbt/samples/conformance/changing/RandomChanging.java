package bbt.samples.conformance.changing;

import static bbt.ptg.riscv.Insn.ADD;
import static bbt.ptg.riscv.Insn.ADDI;
import static bbt.ptg.riscv.Insn.AND;
import static bbt.ptg.riscv.Insn.ANDI;
import static bbt.ptg.riscv.Insn.BEQ;
import static bbt.ptg.riscv.Insn.FENCE_I;
import static bbt.ptg.riscv.Insn.LW;
import static bbt.ptg.riscv.Insn.MUL;
import static bbt.ptg.riscv.Insn.SB;
import static bbt.ptg.riscv.Insn.SD;
import static bbt.ptg.riscv.Insn.SH;
import static bbt.ptg.riscv.Insn.SLLI;
import static bbt.ptg.riscv.Insn.SRLI;
import static bbt.ptg.riscv.Insn.SW;
import static bbt.ptg.riscv.Insn.XOR;
import static bbt.samples.conformance.changing.Program.*;

import bbt.ptg.riscv.Encoder;
import bbt.ptg.riscv.Encoder.Operands;
import bbt.ptg.riscv.Insn;
import bbt.samples.conformance.fuzz.run.Image;
import java.util.Random;

/**
 * Random programs that change themselves: two pages of instructions, many of which store an
 * instruction of a small choice somewhere into the two pages, through the linear map or through a
 * mapping under which they run, as a word, as a half, unaligned, or as two at once.
 *
 * <p>A loop calls them at random places. Branches lead forwards and both pages end in returns, so
 * that it ends, unless halves of instructions come together to something else: a limit is needed.
 */
final class RandomChanging {
  private static final int[] WORDS = {T0, T1, T2, A2, A3};
  private static final int[] BASES = {S2, S3, S4, S5};
  private static final int CHOICE = FUNCTIONS + 0x8000;
  private static final int CHOICES = 16;
  private static final int SLOTS = 1024;
  private static final int RETURNS = 16;

  private final Random random;

  private RandomChanging(long seed) {
    random = new Random(seed);
  }

  /**
   * A program.
   *
   * @param rounds calls
   */
  static Image image(long seed, int rounds) {
    return new RandomChanging(seed).make(rounds);
  }

  private Image make(int rounds) {
    Program p = new Program(false);
    for (int page = 0; page < 2; page++) {
      p.map(page, FUNCTIONS + 0x1000 * page, RWX);
      p.map(page + 4, FUNCTIONS + 0x1000 * page, RWX);
      for (int slot = 0; slot < SLOTS; slot++) {
        boolean last = slot >= SLOTS - RETURNS;
        p.place(FUNCTIONS + 0x1000 * page + 4 * slot, last ? ret() : instruction());
      }
    }
    for (int i = 0; i < CHOICES; i++) {
      p.place(CHOICE + 4 * i, instruction());
    }
    p.supervisor();
    p.a.li(S2, WINDOW + 0x800).li(S3, WINDOW + 0x5800);
    p.a.li(S4, Image.BASE + FUNCTIONS + 0x800).li(S5, Image.BASE + FUNCTIONS + 0x1800);
    p.a.li(S6, random.nextLong()).li(S7, 0x5851F42D4C957F2DL);
    p.a.li(S8, Image.BASE + CHOICE);
    p.rounds(rounds);
    p.a.r(MUL, S6, S6, S7).i(ADDI, S6, S6, 1237);
    for (int i = 0; i < WORDS.length; i++) {
      p.a.i(SRLI, WORDS[i], S6, 30 + 6 * i).i(ANDI, WORDS[i], WORDS[i], 4 * (CHOICES - 1));
      p.a.r(ADD, WORDS[i], WORDS[i], S8).i(LW, WORDS[i], WORDS[i], 0);
    }
    // A place in one of the pages, by one of four mappings.
    p.a.i(SRLI, A1, S6, 20).li(RA, 0xFFC).r(AND, A1, A1, RA);
    for (int i = 0; i < BASES.length; i++) {
      String next = p.fresh();
      p.a.i(SRLI, RA, S6, 18).i(ANDI, RA, RA, 3).i(ADDI, RA, RA, -i).branch(Insn.BNE, RA, 0, next);
      p.a.r(ADD, A1, A1, BASES[i]).label(next);
    }
    p.a.i(ADDI, A1, A1, -0x800);
    p.call(A1).end().out(A0);
    return p.image();
  }

  private static int encode(Insn insn, int rd, int rs1, int rs2, long imm) {
    return Encoder.encode(insn, new Operands(rd, rs1, rs2, 0, imm, 0));
  }

  private int instruction() {
    int word = WORDS[random.nextInt(WORDS.length)];
    int base = BASES[random.nextInt(BASES.length)];
    // Words go before the returns, which stand 0x7C0 behind the base.
    int place = 4 * (random.nextInt(SLOTS - RETURNS - 2) - SLOTS / 2);
    return switch (random.nextInt(24)) {
      case 0, 1, 2, 3 -> encode(SW, 0, base, word, place);
      case 4 -> encode(SH, 0, base, word, place);
      case 5 -> encode(SB, 0, base, word, place + 3);
      case 6 -> encode(SW, 0, base, word, place + 2);
      case 7 -> encode(SD, 0, base, word, place & -8);
      case 8, 9 -> encode(BEQ, 0, A0, A0, 4 * (1 + random.nextInt(12)));
      case 10 -> encode(BEQ, 0, A0, A1, 4 * (1 + random.nextInt(12)));
      case 11 -> encode(Insn.BLT, 0, A0, A1, 4 * (1 + random.nextInt(12)));
      case 12 -> ret();
      case 13 -> encode(FENCE_I, 0, 0, 0, 0);
      case 14 -> encode(SLLI, A1, A0, 0, random.nextInt(64));
      case 15 -> encode(XOR, A0, A0, A1, 0);
      default -> add(1 + random.nextInt(2000));
    };
  }
}
