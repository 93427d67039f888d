package bbt.translator.riscv.fp;

import static bbt.ptg.guest.fp.FloatEnvironment.NV;
import static bbt.ptg.guest.fp.FloatEnvironment.NX;
import static bbt.ptg.guest.fp.Rounding.RNE;
import static bbt.ptg.guest.rtl.FloatFormat.DOUBLE;
import static bbt.ptg.guest.rtl.FloatFormat.HALF;
import static bbt.ptg.guest.rtl.FloatFormat.SINGLE;

import bbt.ptg.guest.fp.ExactArithmetic;
import bbt.ptg.guest.fp.Rounding;
import bbt.translator.riscv.cpu.Cpu;

/**
 * Computes the floating-point operations: one function for each {@link
 * bbt.ptg.riscv.semantics.FpOp}, named as {@link bbt.ptg.riscv.semantics.FpOp#methodName}.
 *
 * <p>Parameters are those of every such function: {@code a, b, c} register contents (those the
 * operation does not take are ignored), {@code rm} the instruction's rounding-mode field. A dynamic
 * mode must have been checked to be valid ({@link
 * bbt.ptg.riscv.semantics.RiscvRtl#requireRoundingMode}).
 *
 * <p>An arithmetic result above the least normal number and finite can raise nothing but NX: the
 * host's result is taken as it is when NX is set already or an error-free transformation shows that
 * nothing was rounded off. A sum that is zero is exact, and so is a product or quotient of zero.
 */
public final class Fp {
  /** Upper half of a boxed single. */
  static final long BOX = 0xFFFFFFFF_00000000L;

  /** The bits above a boxed half, all ones. */
  private static final long BOX_H = 0xFFFFFFFF_FFFF0000L;

  private static final int NAN_BITS_S = 0x7FC00000;
  static final long NAN_S = BOX | NAN_BITS_S;
  static final long NAN_D = 0x7FF80000_00000000L;
  static final long NAN_H = BOX_H | 0x7E00;

  /** Below it the remainder of an operation could be too small for a double. */
  private static final double LEAST_D = 0x1p-900;

  /** Above it the remainder of a sum could overflow. */
  private static final double MOST_D = 0x1p1000;

  private Fp() {}

  // ---- helpers

  private static float s(long raw) {
    return Float.intBitsToFloat(bitsS(raw));
  }

  /** The single in a register: the canonical NaN unless it is boxed. */
  static int bitsS(long raw) {
    return raw >> 32 == -1 ? (int) raw : NAN_BITS_S;
  }

  private static double d(long raw) {
    return Double.longBitsToDouble(raw);
  }

  /** The mode an instruction rounds in; its rm field was checked before (5 and 6 do not occur). */
  private static int mode(Cpu cpu, int rm) {
    return rm == Rounding.DYNAMIC ? cpu.frm : rm;
  }

  private static long box(int bits) {
    return BOX | bits & 0xFFFFFFFFL;
  }

  private static long box(float value) {
    return box(Float.floatToRawIntBits(value));
  }

  private static boolean allBoxed(long conjunction) {
    return conjunction >> 32 == -1;
  }

  private static boolean normal(float r) {
    float magnitude = Math.abs(r);
    return magnitude > Float.MIN_NORMAL && magnitude <= Float.MAX_VALUE;
  }

  private static boolean normal(double r) {
    double magnitude = Math.abs(r);
    return magnitude > Double.MIN_NORMAL && magnitude <= Double.MAX_VALUE;
  }

  private static boolean inexactKnown(Cpu cpu) {
    return (cpu.fflags & NX) != 0;
  }

  private static boolean nearest(Cpu cpu, int rm) {
    return mode(cpu, rm) == RNE;
  }

  /** Whether {@code sum = x + y} is exact; all well inside the range of a double. */
  private static boolean exactSum(double x, double y, double sum) {
    double part = sum - x;
    return (x - (sum - part)) + (y - part) == 0;
  }

  static boolean signalling(int bits) {
    return (bits & 0x7FC00000) == 0x7F800000 && (bits & 0x3FFFFF) != 0;
  }

  static boolean signalling(long bits) {
    return (bits & 0x7FF80000_00000000L) == 0x7FF00000_00000000L && (bits & 0x7FFFF_FFFFFFFFL) != 0;
  }

  /** Whether the operands hold a NaN; raises NV when one of them is signalling. */
  private static boolean nanS(Cpu cpu, int a, int b) {
    if (signalling(a) || signalling(b)) {
      cpu.raise(NV);
      return true;
    }
    return Float.isNaN(Float.intBitsToFloat(a)) || Float.isNaN(Float.intBitsToFloat(b));
  }

  private static boolean nanD(Cpu cpu, long a, long b) {
    if (signalling(a) || signalling(b)) {
      cpu.raise(NV);
      return true;
    }
    return Double.isNaN(d(a)) || Double.isNaN(d(b));
  }

  // ---- single precision

  public static long faddS(Cpu cpu, long a, long b, long c, int rm) {
    if (allBoxed(a & b) && nearest(cpu, rm)) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      float r = x + y;
      if (r == 0
          || (normal(r)
              && (inexactKnown(cpu) || ((double) x + y == r && exactSum(x, y, (double) x + y))))) {
        return box(r);
      }
    }
    return nanS(cpu, bitsS(a), bitsS(b))
        ? NAN_S
        : box((int) ExactArithmetic.add(cpu, s(a), s(b), SINGLE, mode(cpu, rm)));
  }

  public static long fsubS(Cpu cpu, long a, long b, long c, int rm) {
    if (allBoxed(a & b) && nearest(cpu, rm)) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      float r = x - y;
      if (r == 0
          || (normal(r)
              && (inexactKnown(cpu) || ((double) x - y == r && exactSum(x, -y, (double) x - y))))) {
        return box(r);
      }
    }
    return nanS(cpu, bitsS(a), bitsS(b))
        ? NAN_S
        : box((int) ExactArithmetic.add(cpu, s(a), -s(b), SINGLE, mode(cpu, rm)));
  }

  public static long fmulS(Cpu cpu, long a, long b, long c, int rm) {
    if (allBoxed(a & b) && nearest(cpu, rm)) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      float r = x * y;
      if ((r == 0 && (x == 0 || y == 0))
          || (normal(r) && (inexactKnown(cpu) || ((double) x * y == r)))) {
        return box(r);
      }
    }
    return nanS(cpu, bitsS(a), bitsS(b))
        ? NAN_S
        : box((int) ExactArithmetic.multiply(cpu, s(a), s(b), SINGLE, mode(cpu, rm)));
  }

  public static long fdivS(Cpu cpu, long a, long b, long c, int rm) {
    if (allBoxed(a & b) && nearest(cpu, rm)) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      float r = x / y;
      if ((r == 0 && x == 0) || (normal(r) && (inexactKnown(cpu) || ((double) r * y == x)))) {
        return box(r);
      }
    }
    return nanS(cpu, bitsS(a), bitsS(b))
        ? NAN_S
        : box((int) ExactArithmetic.divide(cpu, s(a), s(b), SINGLE, mode(cpu, rm)));
  }

  public static long fsqrtS(Cpu cpu, long a, long b, long c, int rm) {
    if (allBoxed(a) && nearest(cpu, rm)) {
      float x = Float.intBitsToFloat((int) a);
      float r = (float) Math.sqrt(x);
      if (normal(r) && (inexactKnown(cpu) || (double) r * r == x)) {
        return box(r);
      }
    }
    return nanS(cpu, bitsS(a), bitsS(a))
        ? NAN_S
        : box((int) ExactArithmetic.squareRoot(cpu, s(a), SINGLE, mode(cpu, rm)));
  }

  public static long fmaddS(Cpu cpu, long a, long b, long c, int rm) {
    if (allBoxed(a & b & c) && inexactKnown(cpu) && nearest(cpu, rm)) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      float z = Float.intBitsToFloat((int) c);
      float r = Math.fma(x, y, z);
      if (normal(r)) {
        return box(r);
      }
    }
    return multiplyAddS(cpu, a, b, c, false, false, rm);
  }

  public static long fmsubS(Cpu cpu, long a, long b, long c, int rm) {
    if (allBoxed(a & b & c) && inexactKnown(cpu) && nearest(cpu, rm)) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      float z = Float.intBitsToFloat((int) c);
      float r = Math.fma(x, y, -z);
      if (normal(r)) {
        return box(r);
      }
    }
    return multiplyAddS(cpu, a, b, c, false, true, rm);
  }

  public static long fnmsubS(Cpu cpu, long a, long b, long c, int rm) {
    if (allBoxed(a & b & c) && inexactKnown(cpu) && nearest(cpu, rm)) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      float z = Float.intBitsToFloat((int) c);
      float r = Math.fma(-x, y, z);
      if (normal(r)) {
        return box(r);
      }
    }
    return multiplyAddS(cpu, a, b, c, true, false, rm);
  }

  public static long fnmaddS(Cpu cpu, long a, long b, long c, int rm) {
    if (allBoxed(a & b & c) && inexactKnown(cpu) && nearest(cpu, rm)) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      float z = Float.intBitsToFloat((int) c);
      float r = Math.fma(-x, y, -z);
      if (normal(r)) {
        return box(r);
      }
    }
    return multiplyAddS(cpu, a, b, c, true, true, rm);
  }

  private static long multiplyAddS(
      Cpu cpu, long a, long b, long c, boolean negateProduct, boolean negateSum, int rm) {
    float x = s(a);
    float y = s(b);
    float z = s(c);
    if (Float.isNaN(x) || Float.isNaN(y) || Float.isNaN(z)) {
      invalidNan(cpu, signalling(bitsS(a)) || signalling(bitsS(b)) || signalling(bitsS(c)), x, y);
      return NAN_S;
    }
    return box(
        (int)
            ExactArithmetic.multiplyAdd(
                cpu, negateProduct ? -x : x, y, negateSum ? -z : z, SINGLE, mode(cpu, rm)));
  }

  /**
   * A multiply-add of NaNs: invalid if one signals, or for infinity times zero plus a quiet NaN.
   */
  private static void invalidNan(Cpu cpu, boolean signalling, double x, double y) {
    boolean undefined = Double.isInfinite(x) ? y == 0 : Double.isInfinite(y) && x == 0;
    if (signalling || undefined) {
      cpu.raise(NV);
    }
  }

  public static long fsgnjS(Cpu cpu, long a, long b, long c, int rm) {
    return box(bitsS(a) & 0x7FFFFFFF | (bitsS(b)) & 0x80000000);
  }

  public static long fsgnjnS(Cpu cpu, long a, long b, long c, int rm) {
    return box(bitsS(a) & 0x7FFFFFFF | (~bitsS(b)) & 0x80000000);
  }

  public static long fsgnjxS(Cpu cpu, long a, long b, long c, int rm) {
    return box(bitsS(a) & 0x7FFFFFFF | (bitsS(a) ^ bitsS(b)) & 0x80000000);
  }

  public static long fminS(Cpu cpu, long a, long b, long c, int rm) {
    float x = s(a);
    float y = s(b);
    if (nanS(cpu, bitsS(a), bitsS(b))) {
      return Float.isNaN(x) ? (Float.isNaN(y) ? NAN_S : box(y)) : box(x);
    }
    return box(Math.min(x, y));
  }

  public static long fmaxS(Cpu cpu, long a, long b, long c, int rm) {
    float x = s(a);
    float y = s(b);
    if (nanS(cpu, bitsS(a), bitsS(b))) {
      return Float.isNaN(x) ? (Float.isNaN(y) ? NAN_S : box(y)) : box(x);
    }
    return box(Math.max(x, y));
  }

  public static long feqS(Cpu cpu, long a, long b, long c, int rm) {
    return nanS(cpu, bitsS(a), bitsS(b)) || s(a) != s(b) ? 0 : 1;
  }

  public static long fltS(Cpu cpu, long a, long b, long c, int rm) {
    float x = s(a);
    float y = s(b);
    if (x < y) {
      return 1;
    }
    if (Float.isNaN(x) || Float.isNaN(y)) {
      cpu.raise(NV);
    }
    return 0;
  }

  public static long fleS(Cpu cpu, long a, long b, long c, int rm) {
    float x = s(a);
    float y = s(b);
    if (x <= y) {
      return 1;
    }
    if (Float.isNaN(x) || Float.isNaN(y)) {
      cpu.raise(NV);
    }
    return 0;
  }

  public static long fclassS(Cpu cpu, long a, long b, long c, int rm) {
    int bits = bitsS(a);
    return classify(
        bits < 0,
        (bits & 0x7F800000) == 0,
        (bits & 0x7F800000) == 0x7F800000,
        (bits & 0x7FFFFF) == 0,
        signalling(bits));
  }

  /** The ten classes of fclass as one bit each (table "Format of result of FCLASS"). */
  private static long classify(
      boolean negative,
      boolean leastExponent,
      boolean greatestExponent,
      boolean zeroFraction,
      boolean signalling) {
    if (greatestExponent) {
      return zeroFraction ? (negative ? 1 : 1 << 7) : (signalling ? 1 << 8 : 1 << 9);
    }
    if (leastExponent) {
      return zeroFraction ? (negative ? 1 << 3 : 1 << 4) : (negative ? 1 << 2 : 1 << 5);
    }
    return negative ? 1 << 1 : 1 << 6;
  }

  public static long fmvXW(Cpu cpu, long a, long b, long c, int rm) {
    return (int) a;
  }

  public static long fmvWX(Cpu cpu, long a, long b, long c, int rm) {
    return box((int) a);
  }

  // ---- double precision

  public static long faddD(Cpu cpu, long a, long b, long c, int rm) {
    if (nearest(cpu, rm)) {
      double x = d(a);
      double y = d(b);
      double r = x + y;
      if (r == 0
          || (normal(r)
              && (inexactKnown(cpu)
                  || (Math.abs(x) < MOST_D && Math.abs(y) < MOST_D && exactSum(x, y, r))))) {
        return Double.doubleToRawLongBits(r);
      }
    }
    return nanD(cpu, a, b) ? NAN_D : ExactArithmetic.add(cpu, d(a), d(b), DOUBLE, mode(cpu, rm));
  }

  public static long fsubD(Cpu cpu, long a, long b, long c, int rm) {
    if (nearest(cpu, rm)) {
      double x = d(a);
      double y = d(b);
      double r = x - y;
      if (r == 0
          || (normal(r)
              && (inexactKnown(cpu)
                  || (Math.abs(x) < MOST_D && Math.abs(y) < MOST_D && exactSum(x, -y, r))))) {
        return Double.doubleToRawLongBits(r);
      }
    }
    return nanD(cpu, a, b) ? NAN_D : ExactArithmetic.add(cpu, d(a), -d(b), DOUBLE, mode(cpu, rm));
  }

  public static long fmulD(Cpu cpu, long a, long b, long c, int rm) {
    if (nearest(cpu, rm)) {
      double x = d(a);
      double y = d(b);
      double r = x * y;
      if ((r == 0 && (x == 0 || y == 0))
          || (normal(r)
              && (inexactKnown(cpu) || (Math.abs(r) > LEAST_D && Math.fma(x, y, -r) == 0)))) {
        return Double.doubleToRawLongBits(r);
      }
    }
    return nanD(cpu, a, b)
        ? NAN_D
        : ExactArithmetic.multiply(cpu, d(a), d(b), DOUBLE, mode(cpu, rm));
  }

  public static long fdivD(Cpu cpu, long a, long b, long c, int rm) {
    if (nearest(cpu, rm)) {
      double x = d(a);
      double y = d(b);
      double r = x / y;
      if ((r == 0 && x == 0)
          || (normal(r)
              && (inexactKnown(cpu) || (Math.abs(x) > LEAST_D && Math.fma(-r, y, x) == 0)))) {
        return Double.doubleToRawLongBits(r);
      }
    }
    return nanD(cpu, a, b) ? NAN_D : ExactArithmetic.divide(cpu, d(a), d(b), DOUBLE, mode(cpu, rm));
  }

  public static long fsqrtD(Cpu cpu, long a, long b, long c, int rm) {
    if (nearest(cpu, rm)) {
      double x = d(a);
      double r = Math.sqrt(x);
      if (normal(r) && (inexactKnown(cpu) || (x > LEAST_D && Math.fma(-r, r, x) == 0))) {
        return Double.doubleToRawLongBits(r);
      }
    }
    return nanD(cpu, a, a) ? NAN_D : ExactArithmetic.squareRoot(cpu, d(a), DOUBLE, mode(cpu, rm));
  }

  public static long fmaddD(Cpu cpu, long a, long b, long c, int rm) {
    if (inexactKnown(cpu) && nearest(cpu, rm)) {
      double r = Math.fma(d(a), d(b), d(c));
      if (normal(r)) {
        return Double.doubleToRawLongBits(r);
      }
    }
    return multiplyAddD(cpu, a, b, c, false, false, rm);
  }

  public static long fmsubD(Cpu cpu, long a, long b, long c, int rm) {
    if (inexactKnown(cpu) && nearest(cpu, rm)) {
      double r = Math.fma(d(a), d(b), -d(c));
      if (normal(r)) {
        return Double.doubleToRawLongBits(r);
      }
    }
    return multiplyAddD(cpu, a, b, c, false, true, rm);
  }

  public static long fnmsubD(Cpu cpu, long a, long b, long c, int rm) {
    if (inexactKnown(cpu) && nearest(cpu, rm)) {
      double r = Math.fma(-d(a), d(b), d(c));
      if (normal(r)) {
        return Double.doubleToRawLongBits(r);
      }
    }
    return multiplyAddD(cpu, a, b, c, true, false, rm);
  }

  public static long fnmaddD(Cpu cpu, long a, long b, long c, int rm) {
    if (inexactKnown(cpu) && nearest(cpu, rm)) {
      double r = Math.fma(-d(a), d(b), -d(c));
      if (normal(r)) {
        return Double.doubleToRawLongBits(r);
      }
    }
    return multiplyAddD(cpu, a, b, c, true, true, rm);
  }

  private static long multiplyAddD(
      Cpu cpu, long a, long b, long c, boolean negateProduct, boolean negateSum, int rm) {
    double x = d(a);
    double y = d(b);
    double z = d(c);
    if (Double.isNaN(x) || Double.isNaN(y) || Double.isNaN(z)) {
      invalidNan(cpu, signalling(a) || signalling(b) || signalling(c), x, y);
      return NAN_D;
    }
    return ExactArithmetic.multiplyAdd(
        cpu, negateProduct ? -x : x, y, negateSum ? -z : z, DOUBLE, mode(cpu, rm));
  }

  public static long fsgnjD(Cpu cpu, long a, long b, long c, int rm) {
    return a & Long.MAX_VALUE | b & Long.MIN_VALUE;
  }

  public static long fsgnjnD(Cpu cpu, long a, long b, long c, int rm) {
    return a & Long.MAX_VALUE | ~b & Long.MIN_VALUE;
  }

  public static long fsgnjxD(Cpu cpu, long a, long b, long c, int rm) {
    return a & Long.MAX_VALUE | (a ^ b) & Long.MIN_VALUE;
  }

  public static long fminD(Cpu cpu, long a, long b, long c, int rm) {
    double x = d(a);
    double y = d(b);
    if (nanD(cpu, a, b)) {
      return Double.isNaN(x) ? (Double.isNaN(y) ? NAN_D : b) : a;
    }
    return Double.doubleToRawLongBits(Math.min(x, y));
  }

  public static long fmaxD(Cpu cpu, long a, long b, long c, int rm) {
    double x = d(a);
    double y = d(b);
    if (nanD(cpu, a, b)) {
      return Double.isNaN(x) ? (Double.isNaN(y) ? NAN_D : b) : a;
    }
    return Double.doubleToRawLongBits(Math.max(x, y));
  }

  public static long feqD(Cpu cpu, long a, long b, long c, int rm) {
    return nanD(cpu, a, b) || d(a) != d(b) ? 0 : 1;
  }

  public static long fltD(Cpu cpu, long a, long b, long c, int rm) {
    double x = d(a);
    double y = d(b);
    if (x < y) {
      return 1;
    }
    if (Double.isNaN(x) || Double.isNaN(y)) {
      cpu.raise(NV);
    }
    return 0;
  }

  public static long fleD(Cpu cpu, long a, long b, long c, int rm) {
    double x = d(a);
    double y = d(b);
    if (x <= y) {
      return 1;
    }
    if (Double.isNaN(x) || Double.isNaN(y)) {
      cpu.raise(NV);
    }
    return 0;
  }

  public static long fclassD(Cpu cpu, long a, long b, long c, int rm) {
    long exponent = a & 0x7FF00000_00000000L;
    return classify(
        a < 0,
        exponent == 0,
        exponent == 0x7FF00000_00000000L,
        (a & 0xFFFFF_FFFFFFFFL) == 0,
        signalling(a));
  }

  public static long fmvXD(Cpu cpu, long a, long b, long c, int rm) {
    return a;
  }

  public static long fmvDX(Cpu cpu, long a, long b, long c, int rm) {
    return a;
  }

  // ---- conversions

  public static long fcvtWS(Cpu cpu, long a, long b, long c, int rm) {
    return Conversions.toWord(cpu, s(a), mode(cpu, rm));
  }

  public static long fcvtSW(Cpu cpu, long a, long b, long c, int rm) {
    return box((int) ExactArithmetic.fromLong(cpu, (int) a, SINGLE, mode(cpu, rm)));
  }

  public static long fcvtWD(Cpu cpu, long a, long b, long c, int rm) {
    return Conversions.toWord(cpu, d(a), mode(cpu, rm));
  }

  public static long fcvtDW(Cpu cpu, long a, long b, long c, int rm) {
    return Double.doubleToRawLongBits((double) ((int) a));
  }

  public static long fcvtWuS(Cpu cpu, long a, long b, long c, int rm) {
    return Conversions.toUnsignedWord(cpu, s(a), mode(cpu, rm));
  }

  public static long fcvtSWu(Cpu cpu, long a, long b, long c, int rm) {
    return box((int) ExactArithmetic.fromLong(cpu, a & 0xFFFFFFFFL, SINGLE, mode(cpu, rm)));
  }

  public static long fcvtWuD(Cpu cpu, long a, long b, long c, int rm) {
    return Conversions.toUnsignedWord(cpu, d(a), mode(cpu, rm));
  }

  public static long fcvtDWu(Cpu cpu, long a, long b, long c, int rm) {
    return Double.doubleToRawLongBits((double) (a & 0xFFFFFFFFL));
  }

  public static long fcvtLS(Cpu cpu, long a, long b, long c, int rm) {
    return Conversions.toLong(cpu, s(a), mode(cpu, rm));
  }

  public static long fcvtSL(Cpu cpu, long a, long b, long c, int rm) {
    return box((int) ExactArithmetic.fromLong(cpu, a, SINGLE, mode(cpu, rm)));
  }

  public static long fcvtLD(Cpu cpu, long a, long b, long c, int rm) {
    return Conversions.toLong(cpu, d(a), mode(cpu, rm));
  }

  public static long fcvtDL(Cpu cpu, long a, long b, long c, int rm) {
    return ExactArithmetic.fromLong(cpu, a, DOUBLE, mode(cpu, rm));
  }

  public static long fcvtLuS(Cpu cpu, long a, long b, long c, int rm) {
    return Conversions.toUnsignedLong(cpu, s(a), mode(cpu, rm));
  }

  public static long fcvtSLu(Cpu cpu, long a, long b, long c, int rm) {
    return box((int) ExactArithmetic.fromUnsignedLong(cpu, a, SINGLE, mode(cpu, rm)));
  }

  public static long fcvtLuD(Cpu cpu, long a, long b, long c, int rm) {
    return Conversions.toUnsignedLong(cpu, d(a), mode(cpu, rm));
  }

  public static long fcvtDLu(Cpu cpu, long a, long b, long c, int rm) {
    return ExactArithmetic.fromUnsignedLong(cpu, a, DOUBLE, mode(cpu, rm));
  }

  public static long fcvtSD(Cpu cpu, long a, long b, long c, int rm) {
    double x = d(a);
    if (nearest(cpu, rm)) {
      float r = (float) x;
      if (normal(r) && (inexactKnown(cpu) || r == x)) {
        return box(r);
      }
    }
    return nanD(cpu, a, a)
        ? NAN_S
        : box((int) ExactArithmetic.convert(cpu, x, SINGLE, mode(cpu, rm)));
  }

  public static long fcvtDS(Cpu cpu, long a, long b, long c, int rm) {
    int bits = bitsS(a);
    return nanS(cpu, bits, bits) ? NAN_D : Double.doubleToRawLongBits(Float.intBitsToFloat(bits));
  }

  // ---- half precision

  /** The half in a register: the canonical NaN unless it is boxed. */
  private static int bitsH(long raw) {
    return raw >> 16 == -1 ? (int) raw & 0xFFFF : (int) NAN_H & 0xFFFF;
  }

  /** Whether a half is a NaN; raises NV when it is signalling. */
  private static boolean nanH(Cpu cpu, int bits) {
    boolean nan = (bits & 0x7FFF) > 0x7C00;
    if (nan && (bits & 0x200) == 0) {
      cpu.raise(NV);
    }
    return nan;
  }

  public static long fcvtSH(Cpu cpu, long a, long b, long c, int rm) {
    int bits = bitsH(a);
    return nanH(cpu, bits) ? NAN_S : box(Float.float16ToFloat((short) bits));
  }

  public static long fcvtDH(Cpu cpu, long a, long b, long c, int rm) {
    int bits = bitsH(a);
    return nanH(cpu, bits) ? NAN_D : Double.doubleToRawLongBits(Float.float16ToFloat((short) bits));
  }

  public static long fcvtHS(Cpu cpu, long a, long b, long c, int rm) {
    int bits = bitsS(a);
    return nanS(cpu, bits, bits)
        ? NAN_H
        : BOX_H | ExactArithmetic.convert(cpu, s(a), HALF, mode(cpu, rm));
  }

  public static long fcvtHD(Cpu cpu, long a, long b, long c, int rm) {
    return nanD(cpu, a, a)
        ? NAN_H
        : BOX_H | ExactArithmetic.convert(cpu, d(a), HALF, mode(cpu, rm));
  }

  public static long fmvXH(Cpu cpu, long a, long b, long c, int rm) {
    return (short) a;
  }

  public static long fmvHX(Cpu cpu, long a, long b, long c, int rm) {
    return BOX_H | a & 0xFFFF;
  }
}
