package bbt.ptg.arm64;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bbt.ptg.guest.ControlFlow;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The semantics of every row that is no work of the machine, against {@link NaiveA64}. */
class A64SemanticsTest {
  private static final int CASES = 400;
  private static final long PC = 0xFFFF_8000_1000L;
  private static final long[] VALUES = {
    0,
    1,
    2,
    31,
    32,
    63,
    64,
    -1,
    -2,
    0x80,
    0x7FFF,
    0x8000,
    0x7FFF_FFFF,
    0x8000_0000L,
    0xFFFF_FFFFL,
    1L << 32,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Integer.MIN_VALUE,
    0x0100_8000_01FF_0010L
  };

  private static A64Insn[] rows() {
    return A64Programs.rows().stream()
        .filter(insn -> !A64Programs.isVector(insn) || insn.name().matches("(ST|LD)P_Q(_PRE)?"))
        .toArray(A64Insn[]::new);
  }

  private static long value(Random random) {
    return random.nextInt(3) == 0
        ? random.nextLong() >> random.nextInt(64)
        : VALUES[random.nextInt(VALUES.length)];
  }

  @ParameterizedTest
  @MethodSource("rows")
  void doesWhatTheManualSays(A64Insn insn) {
    Random random = new Random(insn.name().hashCode());
    int done = 0;
    while (done < CASES) {
      int bits = random.nextInt() & ~insn.pattern().mask | insn.pattern().match;
      if (A64Decoder.row(bits) != insn) {
        continue; // a reserved value, or a special case
      }
      done++;
      A64State before = state(random, A64Decoder.decode(bits));
      A64State ours = new A64State(before);
      A64State theirs = new A64State(before);
      new EvaluatingA64(ours).step(bits);
      NaiveA64.step(theirs, bits);
      assertEquals(theirs, ours, () -> A64Disassembler.text(PC, bits) + "\nbefore " + before);
    }
  }

  private static A64State state(Random random, A64Decoded d) {
    A64State state = new A64State();
    for (int i = 0; i < state.x.length; i++) {
      state.x[i] = value(random);
    }
    if (random.nextInt(4) == 0) {
      state.x[d.rm()] = state.x[d.rn()];
    }
    for (int i = 0; i < state.vector.length; i++) {
      state.vector[i] = random.nextLong();
    }
    state.nzcv = random.nextInt(16);
    state.pc = PC;
    if (d.insn().flow() == ControlFlow.SEQUENTIAL && isAligned(d.insn())) {
      state.x[d.rn()] &= -16;
      state.reserved = random.nextInt(3) == 0 ? A64State.NONE : state.x[d.rn()];
    }
    return state;
  }

  /** Whether a misaligned address would trap. */
  private static boolean isAligned(A64Insn insn) {
    return switch (insn.format()) {
      case LOAD_EXCLUSIVE, STORE_EXCLUSIVE, LOAD_EXCLUSIVE_PAIR, STORE_EXCLUSIVE_PAIR -> true;
      default -> false;
    };
  }
}
