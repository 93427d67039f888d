package bbt.ptg.arm64.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Method;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Cases that random programs seldom come to, by the manual's shared pseudocode: operands, FPCR,
 * result and FPSR, of the lowest lane.
 */
class LaneFloatsTest {
  @ParameterizedTest
  @CsvSource({
    // Tiny before rounding (FPRound): it is the least normal number, and an underflow.
    "FMUL, 2, 007ffffe, 3f800002, 0, 0, 800000, 18",
    // Infinity times zero (FPMulAdd): the default NaN if a quiet one is added.
    "FMLA, 2, 7f800000, 0, 7fc01234, 0, 7fc00000, 1",
    "FMLA, 2, 0, 7f800000, 7f800001, 0, 7fc00001, 1",
    "FMLA, 2, 7f800000, 0, 3f800000, 0, 7fc00000, 1",
    // A signalling NaN is first, then the order (FPProcessNaNs).
    "FMUL, 2, 7fc00001, 7f800002, 0, 0, 7fc00002, 1",
    "FMUL, 2, 7fc00001, 7fc00002, 0, 0, 7fc00001, 0",
    "FMUL, 2, 7fc00001, 7fc00002, 0, 2000000, 7fc00000, 0",
    // Flushing (FPUnpack, FPRound).
    "FMUL, 2, 1, 3f800000, 0, 1000000, 0, 80",
    "FMUL, 2, 80800000, 3f000000, 0, 1000000, 80000000, 8",
    "FMUL, 2, 80800000, 3f000000, 0, 0, 80400000, 0",
    // Numbers win over quiet NaNs where the name says so (FPMaxNum).
    "FMAX, 2, 7fc00001, 3f800000, 0, 0, 7fc00001, 0",
    "FMAXNM, 2, 7fc00001, 3f800000, 0, 0, 3f800000, 0",
    "FMAXNM, 2, 7f800001, 3f800000, 0, 0, 7fc00001, 1",
    "FMIN, 2, 0, 80000000, 0, 0, 80000000, 0",
    // Steps (FPRecipStepFused, FPRSqrtStepFused), estimates.
    "FRECPS, 2, 7f800000, 80000000, 0, 0, 40000000, 0",
    "FRSQRTS, 2, 7f800000, 80000000, 0, 0, 3fc00000, 0",
    "FRECPE, 2, 80000000, 0, 0, 0, ff800000, 2",
    "FRSQRTE, 2, bf800000, 0, 0, 0, 7fc00000, 1",
    // To integers (FPToFixed): c is the width.
    "GENERAL_ZS, 2, 7fc00000, 0, 20, 0, 0, 1",
    "GENERAL_ZS, 2, 4f000000, 0, 20, 0, 7fffffff, 1",
    "GENERAL_ZU, 2, bf000000, 0, 40, 0, 0, 10",
    "GENERAL_AS, 2, 40200000, 0, 40, 0, 3, 10",
    "GENERAL_NS, 2, 40200000, 0, 40, 0, 2, 10",
    // Formats (FPConvert): rounded to odd, NaNs with their payload, the alternative half.
    "FCVTXN, 2, 3ff0000000000001, 0, 0, 0, 3f800001, 10",
    "SINGLE_TO_HALF, 2, ffc02000, 0, 0, 0, fe01, 0",
    "SINGLE_TO_HALF, 2, 7f800000, 0, 0, 4000000, 7fff, 1",
    "SINGLE_TO_HALF, 2, 47800000, 0, 0, 4000000, 7c00, 0",
    "HALF_TO_SINGLE, 1, 7c00, 0, 0, 4000000, 47800000, 0"
  })
  void doesWhatTheManualSays(
      LaneOp op,
      int size,
      String a,
      String b,
      String c,
      String control,
      String result,
      String status)
      throws ReflectiveOperationException {
    FloatStatus s = new FloatStatus();
    s.control(Integer.parseInt(control, 16));
    Class<?> number = long.class;
    Method function =
        op.home.getMethod(op.methodName(), FloatStatus.class, number, number, number, int.class);
    long value = (Long) function.invoke(null, s, hex(a), hex(b), hex(c), Lanes.one(size));
    assertEquals(result, Long.toHexString(value));
    assertEquals(status, Integer.toHexString(s.status()));
  }

  private static long hex(String text) {
    return Long.parseUnsignedLong(text, 16);
  }
}
