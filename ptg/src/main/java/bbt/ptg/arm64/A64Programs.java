package bbt.ptg.arm64;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Makes random straight-line programs with forward branches, to compare machines. Each consists of
 * pieces: a branch leads to the start of one, and what an access needs in registers is set in its
 * own piece, so that every access lies in {@link #PAGE}.
 */
public final class A64Programs {
  /** Where the data lies that programs access: on two pages. */
  public static final long PAGE = 0x2000_0E00L;

  public static final int PAGE_BYTES = 1024;

  /** Words of a program at most. */
  public static final int WORDS = 124;

  /** One of so many pieces is one that the caller makes. */
  private static final int FOREIGN = 12;

  /** The stack pointer as the number of a base. */
  private static final int SP = 31;

  /** Room for the largest access, and for what a stack pointer's alignment takes. */
  private static final int MARGIN = 64;

  private static final int MOVZ = 0xD280_0000;
  private static final int MOVK = 0xF280_0000;
  private static final int ADD = 0x9100_0000;
  private static final int ADR = 0x1000_0000;
  private static final int NOP = 0xD503_201F;
  private static final int CLREX = 0xD503_3F5F;
  private static final int BLOCK = 16;

  /** The fields of a load that an exclusive store has registers in. */
  private static final int UNUSED = 0x001F_7C00;

  private static final A64Insn[] ROWS =
      Arrays.stream(A64Insn.values())
          .filter(
              insn ->
                  switch (insn.flow()) {
                    case SEQUENTIAL, CONDITIONAL_BRANCH, DIRECT_JUMP, INDIRECT_JUMP -> true;
                    case SYSTEM, TRAP, TRAP_RETURN -> false;
                  })
          .toArray(A64Insn[]::new);

  private final Random random;
  private final List<Integer> words = new ArrayList<>();
  private final List<Integer> starts = new ArrayList<>();

  /** Index of a word that refers to a place, and the number of pieces to go; -1: any word. */
  private final List<int[]> references = new ArrayList<>();

  private A64Programs(Random random) {
    this.random = random;
  }

  /**
   * Returns the words of a program that falls off its end.
   *
   * @param pieces at most
   * @param foreign makes further pieces, of 16 words at most, that may stand anywhere; null for
   *     none
   */
  public static int[] next(Random random, int pieces, Supplier<int[]> foreign) {
    A64Programs program = new A64Programs(random);
    for (int i = 0; i < pieces && program.words.size() < WORDS - BLOCK; i++) {
      program.starts.add(program.words.size());
      if (foreign != null && random.nextInt(FOREIGN) == 0) {
        Arrays.stream(foreign.get()).forEach(program.words::add);
      } else {
        program.piece(ROWS[random.nextInt(ROWS.length)]);
      }
    }
    while (program.words.size() < 4) { // so that a literal lies in it
      program.words.add(NOP);
    }
    program.resolve();
    return program.words.stream().mapToInt(w -> w).toArray();
  }

  private void resolve() {
    int end = words.size();
    for (int[] each : references) {
      int at = each[0];
      int piece = Math.min(pieceOf(at) + each[1], starts.size());
      int to =
          each[1] < 0 ? random.nextInt(end - 3) : piece < starts.size() ? starts.get(piece) : end;
      words.set(at, distance(words.get(at), to - at));
    }
  }

  private int pieceOf(int word) {
    int piece = 0;
    while (piece + 1 < starts.size() && starts.get(piece + 1) <= word) {
      piece++;
    }
    return piece;
  }

  /** Puts a distance in words into an instruction that has one. */
  private static int distance(int bits, int words) {
    return switch (A64Decoder.row(bits)) {
      case B, BL -> bits & 0xFC00_0000 | words & 0x03FF_FFFF;
      case TBZ_W, TBZ_X, TBNZ_W, TBNZ_X -> bits & 0xFFF8_001F | (words & 0x3FFF) << 5;
      default -> bits & 0xFF00_001F | (words & 0x7FFFF) << 5;
    };
  }

  private int fill(A64Insn insn) {
    int bits;
    do {
      bits = random.nextInt() & ~insn.pattern().mask | insn.pattern().match;
    } while (A64Decoder.row(bits) != insn);
    return bits;
  }

  private void piece(A64Insn insn) {
    int bits = fill(insn);
    A64Decoded d = A64Decoder.decode(bits);
    switch (insn.format()) {
      case JUMP, BRANCH, COMPARE_BRANCH, TEST_BRANCH -> refer(bits, 1 + random.nextInt(5));
      case JUMP_REGISTER -> {
        int register = random.nextInt(31);
        refer(ADR | register, 1 + random.nextInt(5));
        words.add(bits & ~0x3E0 | register << 5);
      }
      case LITERAL, VECTOR_LITERAL -> refer(bits, -1);
      case OFFSET,
          POST_INDEX,
          PRE_INDEX,
          INDEXED,
          PAIR_OFFSET,
          PAIR_POST,
          PAIR_PRE,
          VECTOR_OFFSET,
          VECTOR_POST,
          VECTOR_PRE,
          VECTOR_INDEXED,
          VECTOR_PAIR_OFFSET,
          VECTOR_PAIR_POST,
          VECTOR_PAIR_PRE,
          STRUCTURES_1,
          STRUCTURES_2,
          STRUCTURES_3,
          STRUCTURES_4,
          STRUCTURES_1_POST,
          STRUCTURES_2_POST,
          STRUCTURES_3_POST,
          STRUCTURES_4_POST,
          LANES_1,
          LANES_2,
          LANES_3,
          LANES_4,
          LANES_1_POST,
          LANES_2_POST,
          LANES_3_POST,
          LANES_4_POST ->
          access(insn, d);
      case LOAD_EXCLUSIVE, STORE_EXCLUSIVE, LOAD_EXCLUSIVE_PAIR, STORE_EXCLUSIVE_PAIR ->
          exclusive(insn, d);
      case SYSTEM_OPERATION -> {
        set(d.rd() % 31, PAGE + random.nextInt(PAGE_BYTES));
        words.add(d.rd() == SP ? bits & ~31 : bits);
      }
      default -> words.add(bits);
    }
  }

  private void refer(int bits, int pieces) {
    references.add(new int[] {words.size(), pieces});
    words.add(bits);
  }

  private void set(int register, long value) {
    words.add(MOVZ | (int) (value & 0xFFFF) << 5 | register);
    for (int i = 1; i < 4; i++) {
      int part = (int) (value >>> 16 * i & 0xFFFF);
      if (part != 0) {
        words.add(MOVK | i << 21 | part << 5 | register);
      }
    }
  }

  /** Sets a base register; the stack pointer by way of another, which is neither of these. */
  private void setBase(int base, long value, int not) {
    if (base != SP) {
      set(base, value);
      return;
    }
    int other = not == 7 ? 8 : 7;
    set(other, value & -BLOCK);
    words.add(ADD | other << 5 | SP);
  }

  private static boolean writesBack(A64Insn insn) {
    return switch (insn.format()) {
      case POST_INDEX, PRE_INDEX, PAIR_POST, PAIR_PRE -> true;
      default -> false;
    };
  }

  private static boolean isIndexed(A64Insn insn) {
    return insn.format() == A64Format.INDEXED || insn.format() == A64Format.VECTOR_INDEXED;
  }

  /** Whether it is on vector or floating-point registers. */
  static boolean isVector(A64Insn insn) {
    return (insn.pattern().match >>> 26 & 3) == 3;
  }

  /** Whether a register is transferred, so that a base that is written back must be another one. */
  private static boolean transfers(A64Insn insn, A64Decoded d, int register) {
    boolean pair = insn.format().template.contains("{a}");
    return !isVector(insn)
        && register != SP
        && (d.rd() == register || (pair && d.ra() == register));
  }

  private void access(A64Insn insn, A64Decoded d) {
    int bits = d.bits();
    boolean pair = insn.format().template.matches(".*[{]F?a[}].*");
    if ((writesBack(insn) && transfers(insn, d, d.rn()))
        || (pair && d.rd() == d.ra())
        || (isIndexed(insn) && (d.rm() == d.rn() || d.rm() == SP))) {
      piece(insn); // unpredictable, or nothing that can be set
      return;
    }
    long target = PAGE + MARGIN + random.nextInt(PAGE_BYTES - 2 * MARGIN);
    long offset =
        switch (insn.format()) {
          case INDEXED, VECTOR_INDEXED -> index(d);
          case OFFSET,
              PRE_INDEX,
              PAIR_OFFSET,
              PAIR_PRE,
              VECTOR_OFFSET,
              VECTOR_PRE,
              VECTOR_PAIR_OFFSET,
              VECTOR_PAIR_PRE ->
              d.imm();
          default -> 0;
        };
    setBase(d.rn(), target - offset, isIndexed(insn) ? d.rm() : -1);
    words.add(bits);
  }

  /** Sets the register of an index; returns what it adds to an address. */
  private long index(A64Decoded d) {
    boolean signed = d.option() >= 4;
    boolean word = (d.option() & 1) == 0;
    long small = random.nextInt(256) - (signed || !word ? 128 : 0);
    set(d.rm(), word ? small & 0xFFFF_FFFFL | random.nextLong() << 32 : small);
    return small << d.second();
  }

  /** A load and a store, or one of them alone. */
  private void exclusive(A64Insn insn, A64Decoded d) {
    boolean pair = insn.format().template.contains("{a}");
    int status = d.rm();
    if ((pair && d.rd() == d.ra())
        || status == d.rn()
        || status == d.rd()
        || (pair && status == d.ra())) {
      piece(insn); // unpredictable
      return;
    }
    setBase(d.rn(), PAGE + BLOCK * random.nextInt(PAGE_BYTES / BLOCK), -1);
    boolean stores = insn.name().startsWith("STX") || insn.name().startsWith("STLX");
    if (stores && random.nextInt(4) == 0) {
      words.add(CLREX); // a load of another size is what the manual leaves open
    } else if (stores) {
      // The load of the same size, into what is no base and, of a pair, the zero register.
      words.add(d.bits() & ~31 | 1 << 22 | UNUSED | (d.rn() == 3 ? 4 : 3));
      for (int i = random.nextInt(3); i > 0; i--) {
        words.add(ADD | random.nextInt(1 << 12) << 10 | 12 << 5 | (d.rn() == 12 ? 13 : 12));
      }
    }
    words.add(d.bits());
  }

  /** The rows that programs are made of. */
  public static List<A64Insn> rows() {
    return List.of(ROWS);
  }
}
