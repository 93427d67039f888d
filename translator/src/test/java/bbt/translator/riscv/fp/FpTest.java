package bbt.translator.riscv.fp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import bbt.ptg.riscv.semantics.FpOp;
import bbt.translator.riscv.cpu.Cpu;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation in every mode against {@link FpReference}: results and flags. */
class FpTest {
  private static final long BOX = 0xFFFFFFFF00000000L;
  private static final int DYNAMIC = 7;

  /** Moves of bits; they have a test of their own. */
  private static final Set<FpOp> MOVES =
      EnumSet.of(
          FpOp.FSGNJ_S,
          FpOp.FSGNJN_S,
          FpOp.FSGNJX_S,
          FpOp.FSGNJ_D,
          FpOp.FSGNJN_D,
          FpOp.FSGNJX_D,
          FpOp.FMV_X_W,
          FpOp.FMV_W_X,
          FpOp.FMV_X_D,
          FpOp.FMV_D_X,
          FpOp.FMV_X_H,
          FpOp.FMV_H_X);

  private final Cpu cpu = new Cpu(0);

  private static FpOp[] arithmetic() {
    return EnumSet.complementOf(EnumSet.copyOf(MOVES)).toArray(FpOp[]::new);
  }

  private FpReference.Result check(FpOp op, long a, long b, long c, int rm) {
    FpReference.Result expected = FpReference.compute(op, a, b, c, rm);
    // With NX set already other paths are taken; with other flags set none may be lost.
    for (int before : new int[] {0, 1, 0x1E}) {
      boolean dynamic = before != 0;
      cpu.fflags = before;
      cpu.fs = 1;
      cpu.frm = dynamic ? rm : (rm + 1) % 5;
      long result = FpFunctions.call(op, cpu, a, b, c, dynamic ? DYNAMIC : rm);
      if (result != expected.bits() || cpu.fflags != (before | expected.flags())) {
        fail(
            String.format(
                "%s a=%x b=%x c=%x rm=%d before=%x: %x flags %x, expected %x flags %x",
                op, a, b, c, rm, before, result, cpu.fflags, expected.bits(), expected.flags()));
      }
      if (cpu.fflags != before) {
        assertEquals(3, cpu.fs, "flags are part of the state that FS describes");
      }
    }
    return expected;
  }

  /** What the cases of one operation must contain so that they prove something, in each mode. */
  private static final class Coverage {
    private final int[][] flagged = new int[5][5];
    private final int[] cases = new int[5];
    private int ties;

    void add(int rm, FpReference.Result result) {
      cases[rm]++;
      for (int bit = 0; bit < 5; bit++) {
        flagged[rm][bit] += result.flags() >> bit & 1;
      }
    }

    void require(FpOp op, int count) {
      String name = op.name();
      for (int rm = 0; rm < (FpFunctions.rounds(op) ? 5 : 1); rm++) {
        String where = op + ", mode " + rm;
        assertEquals(count, cases[rm], where);
        boolean widening = name.matches("FCVT_D_(S|H|WU?)|FCVT_S_H");
        boolean fromInteger = FpFunctions.fromInteger(op);
        boolean arithmetic = FpFunctions.rounds(op) && !widening;
        boolean narrows = name.matches("F(MUL|DIV|N?MADD|N?MSUB|CVT_[SH]_[SDH])_?.?") && arithmetic;
        atLeast(arithmetic ? 200 : 0, flagged[rm][0], where + ": inexact");
        atLeast(narrows ? 100 : 0, flagged[rm][1], where + ": underflow");
        boolean overflows = narrows || name.matches("F(ADD|SUB)_.");
        atLeast(overflows ? 40 : 0, flagged[rm][2], where + ": overflow");
        atLeast(name.startsWith("FDIV") ? 40 : 0, flagged[rm][3], where + ": division by zero");
        boolean invalid = !fromInteger && !name.startsWith("FCLASS");
        atLeast(invalid ? 4 : 0, flagged[rm][4], where + ": invalid");
      }
      boolean canTie =
          FpFunctions.rounds(op) && !name.matches("FCVT_D_(S|H|WU?)|FCVT_S_H|FSQRT_.|FDIV_.");
      atLeast(canTie ? 20 : 0, ties, op + ": ties that go to even downwards");
    }

    private static void atLeast(int least, int found, String what) {
      assertTrue(found >= least, what + ": " + found + " of at least " + least);
    }
  }

  @ParameterizedTest
  @MethodSource("arithmetic")
  void hardCases(FpOp op) {
    List<long[]> cases = FpCases.of(op);
    Coverage coverage = new Coverage();
    for (long[] row : cases) {
      FpReference.Result nearest = null;
      for (int rm = 0; rm < (FpFunctions.rounds(op) ? 5 : 1); rm++) {
        FpReference.Result result = check(op, row[0], row[1], row[2], rm);
        coverage.add(rm, result);
        if (rm == 0) {
          nearest = result;
        } else if (rm == 4 && nearest.bits() != result.bits()) {
          coverage.ties++;
        }
      }
    }
    coverage.require(op, cases.size());
  }

  @ParameterizedTest
  @EnumSource(names = {"FCVT_S_H", "FCVT_D_H"})
  void everyHalf(FpOp op) {
    int invalid = 0;
    for (int bits = 0; bits < 0x10000; bits++) {
      invalid += check(op, FpFormat.HALF.box() | bits, 0, 0, bits % 5).flags() >> 4;
    }
    assertEquals(2 * 0x1FF, invalid, "signalling NaNs");
  }

  @Property(tries = 500)
  void anyBitsDouble(
      @ForAll long a, @ForAll long b, @ForAll long c, @ForAll @IntRange(max = 4) int rm) {
    for (FpOp op : arithmetic()) {
      if (!FpFunctions.single(op)) {
        check(op, a, b, c, rm);
      }
    }
  }

  @Property(tries = 500)
  void anyBitsSingle(
      @ForAll int a, @ForAll int b, @ForAll int c, @ForAll @IntRange(max = 4) int rm) {
    for (FpOp op : arithmetic()) {
      if (FpFunctions.single(op)) {
        check(op, BOX | a, BOX | b, BOX | c, rm);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FSGNJ_S", "FSGNJN_S", "FSGNJX_S", "FSGNJ_D", "FSGNJN_D", "FSGNJX_D"})
  void signInjection(FpOp op) {
    FpFormat f = FpFunctions.source(op);
    long sign = f.signBit();
    for (long a : f.lattice()) {
      for (long b : f.lattice()) {
        long x = f.boxed(a) ? a : BOX | 0x7FC00000;
        long y = f.boxed(b) ? b : BOX | 0x7FC00000;
        boolean negative =
            switch (op) {
              case FSGNJ_S, FSGNJ_D -> (y & sign) != 0;
              case FSGNJN_S, FSGNJN_D -> (y & sign) == 0;
              default -> (x & sign) != (y & sign);
            };
        long expected = negative ? x | sign : x & ~sign;
        assertEquals(expected, FpFunctions.call(op, cpu, a, b, 0, 0));
      }
    }
    assertEquals(0, cpu.fflags);
  }

  @Test
  void moves() {
    long raw = 0x123456789ABCDEF0L;
    assertEquals(0xFFFFFFFF9ABCDEF0L, FpFunctions.call(FpOp.FMV_X_W, cpu, raw, 0, 0, 0));
    assertEquals(0x7FC00000L, FpFunctions.call(FpOp.FMV_X_W, cpu, 0x7FC00000L, 0, 0, 0));
    assertEquals(0xFFFFFFFF9ABCDEF0L, FpFunctions.call(FpOp.FMV_W_X, cpu, raw, 0, 0, 0));
    assertEquals(raw, FpFunctions.call(FpOp.FMV_X_D, cpu, raw, 0, 0, 0));
    assertEquals(raw, FpFunctions.call(FpOp.FMV_D_X, cpu, raw, 0, 0, 0));
    assertEquals(0xFFFFFFFFFFFFDEF0L, FpFunctions.call(FpOp.FMV_X_H, cpu, raw, 0, 0, 0));
    assertEquals(0x7E00L, FpFunctions.call(FpOp.FMV_X_H, cpu, 0x12347E00L, 0, 0, 0));
    assertEquals(0xFFFFFFFFFFFFDEF0L, FpFunctions.call(FpOp.FMV_H_X, cpu, raw, 0, 0, 0));
  }
}
