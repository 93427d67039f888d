package bbt.translator.riscv.fp;

import static bbt.ptg.guest.fp.FloatEnvironment.NX;
import static bbt.translator.riscv.fp.Fp.BOX;

import bbt.ptg.guest.fp.Rounding;
import bbt.translator.hart.RegionExit;
import bbt.translator.riscv.cpu.Cpu;

/**
 * Computes floating-point operations as compiled regions do them: on Java's own doubles and floats,
 * each in a method that HotSpot inlines, with few tests: of the state, and of the result. Results
 * and flags are those of {@link Fp} always.
 *
 * <p>{@code state} is what {@link #state} said since the region was entered. When it is {@link
 * #QUICK}, results are rounded to nearest even and NX is set already, as it is from a program's
 * first rounded result on. Then all that an operation can do besides computing is to overflow, to
 * underflow or to be invalid, and the result's magnitude tells:
 *
 * <ul>
 *   <li>a sum, difference or root that is finite had finite operands and did not overflow; where it
 *       is subnormal it is exact
 *   <li>a product, quotient or multiply-add strictly between the least normal number and infinity
 *       neither overflowed nor was tiny; a product or quotient of zero by a zero is exact
 * </ul>
 *
 * <p>While NX is clear, an error-free transformation tells whether the result is exact. It is well
 * inside the range of a double, or the answer is no: what overflows in it ends as an infinity or a
 * NaN, which is not the zero that is asked for. An exact result raises no flag, whatever it is.
 *
 * <p>What fails the tests is done by {@link Fp}: where {@code site} is negative it is called. Else
 * the region is left before the instruction ({@link RegionExit}), and the interpreter does it: a
 * region without such calls is much faster, since HotSpot knows at each place what every field and
 * register holds. A region that is left too often is compiled anew, with calls.
 *
 * <p>{@code rm} is the instruction's field, nearest even or dynamic; other modes go to {@link Fp}.
 * A single's register contents come as a float ({@link #unbox}), and as a double bit by bit where
 * the whole register is meant: HotSpot moves both without touching a NaN's payload.
 */
public final class Quick {
  /** The state in which results are rounded to nearest even, and mstatus.FS is not off. */
  public static final int NEAREST = 1;

  /** {@link #NEAREST}, and NX is set. */
  public static final int QUICK = 3;

  /** mstatus.FS: changed since it was saved. */
  private static final int DIRTY = 3;

  /** Below it the remainder of an operation could be too small for a double. */
  private static final double LEAST_D = 0x1p-900;

  private Quick() {}

  /** 0, {@link #NEAREST} or {@link #QUICK}; it can only rise inside a region. */
  public static int state(Cpu cpu) {
    boolean nearest = cpu.frm == Rounding.RNE && cpu.fs != 0;
    return nearest ? (cpu.fflags & NX) != 0 ? QUICK : NEAREST : 0;
  }

  /** Returns the state anew, after it may have changed. */
  public static int refresh(int state, Cpu cpu) {
    return state == QUICK ? state : state(cpu);
  }

  private static double leave(int site) {
    throw RegionExit.floating(site);
  }

  private static boolean exactSum(int state, double x, double y, double r) {
    double part = r - x;
    return state == NEAREST && (x - (r - part)) + (y - part) == 0;
  }

  private static boolean exactProduct(int state, double x, double y, double r) {
    return state == NEAREST && Math.abs(r) > LEAST_D && Math.fma(x, y, -r) == 0;
  }

  private static boolean exactQuotient(int state, double x, double y, double r) {
    return state == NEAREST && Math.abs(x) > LEAST_D && Math.fma(-r, y, x) == 0;
  }

  /** Whether a sum of singles is exact; a sum that is exact as a single is exact as a double. */
  private static boolean exactSumS(int state, double x, double y, float r) {
    double sum = x + y;
    double part = sum - x;
    return state == NEAREST && sum == r && (x - (sum - part)) + (y - part) == 0;
  }

  /** Whether a product of singles is exact; a double holds it. */
  private static boolean exactSingle(int state, double wide, float r) {
    return state == NEAREST && wide == r;
  }

  // ---- registers

  /** The single in a register: the canonical NaN unless it is boxed. */
  public static float unbox(double register) {
    long raw = Double.doubleToRawLongBits(register);
    return raw >> 32 == -1 ? Float.intBitsToFloat((int) raw) : Float.NaN;
  }

  /** A register that holds a single. */
  public static double box(float value) {
    return Double.longBitsToDouble(bits(value));
  }

  private static long bits(float x) {
    return BOX | Float.floatToRawIntBits(x) & 0xFFFFFFFFL;
  }

  private static float single(long raw) {
    return Float.intBitsToFloat((int) raw);
  }

  private static long bits(double x) {
    return Double.doubleToRawLongBits(x);
  }

  private static double d(long raw) {
    return Double.longBitsToDouble(raw);
  }

  private static boolean finite(double r) {
    return Math.abs(r) <= Double.MAX_VALUE;
  }

  private static boolean finite(float r) {
    return Math.abs(r) <= Float.MAX_VALUE;
  }

  private static boolean ordered(double x, double y) {
    return !Double.isNaN(x) && !Double.isNaN(y);
  }

  private static boolean ordered(float x, float y) {
    return !Float.isNaN(x) && !Float.isNaN(y);
  }

  private static boolean normal(double r) {
    double magnitude = Math.abs(r);
    return magnitude > Double.MIN_NORMAL && magnitude <= Double.MAX_VALUE;
  }

  private static boolean normal(float r) {
    float magnitude = Math.abs(r);
    return magnitude > Float.MIN_NORMAL && magnitude <= Float.MAX_VALUE;
  }

  // ---- double precision

  public static double faddD(int state, Cpu cpu, double x, double y, int rm, int site) {
    double r = x + y;
    if (state == QUICK ? finite(r) : exactSum(state, x, y, r)) {
      return r;
    }
    return site >= 0 ? leave(site) : d(Fp.faddD(cpu, bits(x), bits(y), 0, rm));
  }

  public static double fsubD(int state, Cpu cpu, double x, double y, int rm, int site) {
    double r = x - y;
    if (state == QUICK ? finite(r) : exactSum(state, x, -y, r)) {
      return r;
    }
    return site >= 0 ? leave(site) : d(Fp.fsubD(cpu, bits(x), bits(y), 0, rm));
  }

  public static double fmulD(int state, Cpu cpu, double x, double y, int rm, int site) {
    double r = x * y;
    if ((state == QUICK ? normal(r) : exactProduct(state, x, y, r))
        || (state != 0 && r == 0 && (x == 0 || y == 0))) {
      return r;
    }
    return site >= 0 ? leave(site) : d(Fp.fmulD(cpu, bits(x), bits(y), 0, rm));
  }

  public static double fdivD(int state, Cpu cpu, double x, double y, int rm, int site) {
    double r = x / y;
    if ((state == QUICK ? normal(r) : exactQuotient(state, x, y, r))
        || (state != 0 && x == 0 && y != 0 && finite(y))) {
      return r;
    }
    return site >= 0 ? leave(site) : d(Fp.fdivD(cpu, bits(x), bits(y), 0, rm));
  }

  public static double fsqrtD(int state, Cpu cpu, double x, int rm, int site) {
    double r = Math.sqrt(x);
    if (state == QUICK ? r <= Double.MAX_VALUE : exactQuotient(state, x, r, r)) {
      return r;
    }
    return site >= 0 ? leave(site) : d(Fp.fsqrtD(cpu, bits(x), 0, 0, rm));
  }

  public static double fmaddD(int state, Cpu cpu, double x, double y, double z, int rm, int site) {
    double r = Math.fma(x, y, z);
    if (state == QUICK && normal(r)) {
      return r;
    }
    return site >= 0 ? leave(site) : d(Fp.fmaddD(cpu, bits(x), bits(y), bits(z), rm));
  }

  public static double fmsubD(int state, Cpu cpu, double x, double y, double z, int rm, int site) {
    double r = Math.fma(x, y, -z);
    if (state == QUICK && normal(r)) {
      return r;
    }
    return site >= 0 ? leave(site) : d(Fp.fmsubD(cpu, bits(x), bits(y), bits(z), rm));
  }

  public static double fnmsubD(int state, Cpu cpu, double x, double y, double z, int rm, int site) {
    double r = Math.fma(-x, y, z);
    if (state == QUICK && normal(r)) {
      return r;
    }
    return site >= 0 ? leave(site) : d(Fp.fnmsubD(cpu, bits(x), bits(y), bits(z), rm));
  }

  public static double fnmaddD(int state, Cpu cpu, double x, double y, double z, int rm, int site) {
    double r = Math.fma(-x, y, -z);
    if (state == QUICK && normal(r)) {
      return r;
    }
    return site >= 0 ? leave(site) : d(Fp.fnmaddD(cpu, bits(x), bits(y), bits(z), rm));
  }

  public static double fminD(Cpu cpu, double x, double y, int site) {
    if (ordered(x, y)) {
      return Math.min(x, y);
    }
    return site >= 0 ? leave(site) : d(Fp.fminD(cpu, bits(x), bits(y), 0, 0));
  }

  public static double fmaxD(Cpu cpu, double x, double y, int site) {
    if (ordered(x, y)) {
      return Math.max(x, y);
    }
    return site >= 0 ? leave(site) : d(Fp.fmaxD(cpu, bits(x), bits(y), 0, 0));
  }

  public static long feqD(Cpu cpu, double x, double y, int site) {
    if (x == y) {
      return 1;
    }
    if (ordered(x, y)) {
      return 0;
    }
    return site >= 0 ? (long) leave(site) : Fp.feqD(cpu, bits(x), bits(y), 0, 0);
  }

  public static long fltD(Cpu cpu, double x, double y, int site) {
    if (x < y) {
      return 1;
    }
    if (x >= y) {
      return 0;
    }
    return site >= 0 ? (long) leave(site) : Fp.fltD(cpu, bits(x), bits(y), 0, 0);
  }

  public static long fleD(Cpu cpu, double x, double y, int site) {
    if (x <= y) {
      return 1;
    }
    if (x > y) {
      return 0;
    }
    return site >= 0 ? (long) leave(site) : Fp.fleD(cpu, bits(x), bits(y), 0, 0);
  }

  // ---- single precision

  public static float faddS(int state, Cpu cpu, float x, float y, int rm, int site) {
    float r = x + y;
    if (state == QUICK ? finite(r) : exactSumS(state, x, y, r)) {
      return r;
    }
    return site >= 0 ? (float) leave(site) : single(Fp.faddS(cpu, bits(x), bits(y), 0, rm));
  }

  public static float fsubS(int state, Cpu cpu, float x, float y, int rm, int site) {
    float r = x - y;
    if (state == QUICK ? finite(r) : exactSumS(state, x, -y, r)) {
      return r;
    }
    return site >= 0 ? (float) leave(site) : single(Fp.fsubS(cpu, bits(x), bits(y), 0, rm));
  }

  public static float fmulS(int state, Cpu cpu, float x, float y, int rm, int site) {
    float r = x * y;
    if ((state == QUICK ? normal(r) : exactSingle(state, (double) x * y, r))
        || (state != 0 && r == 0 && (x == 0 || y == 0))) {
      return r;
    }
    return site >= 0 ? (float) leave(site) : single(Fp.fmulS(cpu, bits(x), bits(y), 0, rm));
  }

  public static float fdivS(int state, Cpu cpu, float x, float y, int rm, int site) {
    float r = x / y;
    if ((state == QUICK ? normal(r) : exactSingle(state, (double) r * y, x))
        || (state != 0 && x == 0 && y != 0 && finite(y))) {
      return r;
    }
    return site >= 0 ? (float) leave(site) : single(Fp.fdivS(cpu, bits(x), bits(y), 0, rm));
  }

  public static float fsqrtS(int state, Cpu cpu, float x, int rm, int site) {
    float r = (float) Math.sqrt(x);
    if (state == QUICK ? r <= Float.MAX_VALUE : exactSingle(state, (double) r * r, x)) {
      return r;
    }
    return site >= 0 ? (float) leave(site) : single(Fp.fsqrtS(cpu, bits(x), 0, 0, rm));
  }

  public static float fmaddS(int state, Cpu cpu, float x, float y, float z, int rm, int site) {
    float r = Math.fma(x, y, z);
    if (state == QUICK && normal(r)) {
      return r;
    }
    return site >= 0 ? (float) leave(site) : single(Fp.fmaddS(cpu, bits(x), bits(y), bits(z), rm));
  }

  public static float fmsubS(int state, Cpu cpu, float x, float y, float z, int rm, int site) {
    float r = Math.fma(x, y, -z);
    if (state == QUICK && normal(r)) {
      return r;
    }
    return site >= 0 ? (float) leave(site) : single(Fp.fmsubS(cpu, bits(x), bits(y), bits(z), rm));
  }

  public static float fnmsubS(int state, Cpu cpu, float x, float y, float z, int rm, int site) {
    float r = Math.fma(-x, y, z);
    if (state == QUICK && normal(r)) {
      return r;
    }
    return site >= 0 ? (float) leave(site) : single(Fp.fnmsubS(cpu, bits(x), bits(y), bits(z), rm));
  }

  public static float fnmaddS(int state, Cpu cpu, float x, float y, float z, int rm, int site) {
    float r = Math.fma(-x, y, -z);
    if (state == QUICK && normal(r)) {
      return r;
    }
    return site >= 0 ? (float) leave(site) : single(Fp.fnmaddS(cpu, bits(x), bits(y), bits(z), rm));
  }

  public static float fminS(Cpu cpu, float x, float y, int site) {
    if (ordered(x, y)) {
      return Math.min(x, y);
    }
    return site >= 0 ? (float) leave(site) : single(Fp.fminS(cpu, bits(x), bits(y), 0, 0));
  }

  public static float fmaxS(Cpu cpu, float x, float y, int site) {
    if (ordered(x, y)) {
      return Math.max(x, y);
    }
    return site >= 0 ? (float) leave(site) : single(Fp.fmaxS(cpu, bits(x), bits(y), 0, 0));
  }

  public static long feqS(Cpu cpu, float x, float y, int site) {
    if (x == y) {
      return 1;
    }
    if (ordered(x, y)) {
      return 0;
    }
    return site >= 0 ? (long) leave(site) : Fp.feqS(cpu, bits(x), bits(y), 0, 0);
  }

  public static long fltS(Cpu cpu, float x, float y, int site) {
    if (x < y) {
      return 1;
    }
    if (x >= y) {
      return 0;
    }
    return site >= 0 ? (long) leave(site) : Fp.fltS(cpu, bits(x), bits(y), 0, 0);
  }

  public static long fleS(Cpu cpu, float x, float y, int site) {
    if (x <= y) {
      return 1;
    }
    if (x > y) {
      return 0;
    }
    return site >= 0 ? (long) leave(site) : Fp.fleS(cpu, bits(x), bits(y), 0, 0);
  }

  // ---- sign injection

  public static double fsgnjD(double x, double y) {
    return d(Fp.fsgnjD(null, bits(x), bits(y), 0, 0));
  }

  public static double fsgnjnD(double x, double y) {
    return d(Fp.fsgnjnD(null, bits(x), bits(y), 0, 0));
  }

  public static double fsgnjxD(double x, double y) {
    return d(Fp.fsgnjxD(null, bits(x), bits(y), 0, 0));
  }

  public static float fsgnjS(float x, float y) {
    return single(Fp.fsgnjS(null, bits(x), bits(y), 0, 0));
  }

  public static float fsgnjnS(float x, float y) {
    return single(Fp.fsgnjnS(null, bits(x), bits(y), 0, 0));
  }

  public static float fsgnjxS(float x, float y) {
    return single(Fp.fsgnjxS(null, bits(x), bits(y), 0, 0));
  }

  // ---- conversions

  public static float fcvtSD(int state, Cpu cpu, double x, int rm, int site) {
    float r = (float) x;
    if (normal(r) && (state == QUICK || r == x)) {
      return r;
    }
    if (r == 0 && x == 0) {
      return r;
    }
    return site >= 0 ? (float) leave(site) : single(Fp.fcvtSD(cpu, bits(x), 0, 0, rm));
  }

  public static double fcvtDS(Cpu cpu, float x, int site) {
    if (!Float.isNaN(x)) {
      return x;
    }
    return site >= 0 ? leave(site) : d(Fp.fcvtDS(cpu, bits(x), 0, 0, 0));
  }

  /**
   * Towards zero: whether nothing is rounded off, or that is known already. To raise NX once more
   * changes nothing but mstatus.FS: no f register is written that would make it dirty.
   */
  private static boolean known(int state, Cpu cpu, double x, double integer) {
    if (state != QUICK) {
      return integer == x;
    }
    if (cpu.fs != DIRTY && integer != x) {
      cpu.raise(NX);
    }
    return true;
  }

  public static long fcvtWDTowardsZero(int state, Cpu cpu, double x, int site) {
    int r = (int) x;
    if (Math.abs(x) < 0x1p31 && known(state, cpu, x, r)) {
      return r;
    }
    return site >= 0 ? (long) leave(site) : Fp.fcvtWD(cpu, bits(x), 0, 0, Rounding.RTZ);
  }

  public static long fcvtWSTowardsZero(int state, Cpu cpu, float x, int site) {
    int r = (int) x;
    if (Math.abs(x) < 0x1p31f && known(state, cpu, x, r)) {
      return r;
    }
    return site >= 0 ? (long) leave(site) : Fp.fcvtWS(cpu, bits(x), 0, 0, Rounding.RTZ);
  }

  public static long fcvtWuDTowardsZero(int state, Cpu cpu, double x, int site) {
    long r = (long) x;
    if (x >= 0 && x < 0x1p32 && known(state, cpu, x, r)) {
      return (int) r;
    }
    return site >= 0 ? (long) leave(site) : Fp.fcvtWuD(cpu, bits(x), 0, 0, Rounding.RTZ);
  }

  public static long fcvtWuSTowardsZero(int state, Cpu cpu, float x, int site) {
    long r = (long) x;
    if (x >= 0 && x < 0x1p32f && known(state, cpu, x, r)) {
      return (int) r;
    }
    return site >= 0 ? (long) leave(site) : Fp.fcvtWuS(cpu, bits(x), 0, 0, Rounding.RTZ);
  }

  public static long fcvtLDTowardsZero(int state, Cpu cpu, double x, int site) {
    long r = (long) x;
    if (Math.abs(x) < 0x1p63 && known(state, cpu, x, r)) {
      return r;
    }
    return site >= 0 ? (long) leave(site) : Fp.fcvtLD(cpu, bits(x), 0, 0, Rounding.RTZ);
  }

  public static long fcvtLSTowardsZero(int state, Cpu cpu, float x, int site) {
    long r = (long) x;
    if (Math.abs(x) < 0x1p63f && known(state, cpu, x, r)) {
      return r;
    }
    return site >= 0 ? (long) leave(site) : Fp.fcvtLS(cpu, bits(x), 0, 0, Rounding.RTZ);
  }

  public static long fcvtLuDTowardsZero(int state, Cpu cpu, double x, int site) {
    long r = (long) x;
    if (x >= 0 && x < 0x1p63 && known(state, cpu, x, r)) {
      return r;
    }
    return site >= 0 ? (long) leave(site) : Fp.fcvtLuD(cpu, bits(x), 0, 0, Rounding.RTZ);
  }

  public static long fcvtLuSTowardsZero(int state, Cpu cpu, float x, int site) {
    long r = (long) x;
    if (x >= 0 && x < 0x1p63f && known(state, cpu, x, r)) {
      return r;
    }
    return site >= 0 ? (long) leave(site) : Fp.fcvtLuS(cpu, bits(x), 0, 0, Rounding.RTZ);
  }

  public static double fcvtDL(int state, Cpu cpu, long x, int rm, int site) {
    if (state == QUICK || x >> 53 == x >> 63) {
      return (double) x;
    }
    return site >= 0 ? leave(site) : d(Fp.fcvtDL(cpu, x, 0, 0, rm));
  }

  public static double fcvtDLu(int state, Cpu cpu, long x, int rm, int site) {
    if ((state == QUICK && x >= 0) || x >>> 53 == 0) {
      return (double) x;
    }
    return site >= 0 ? leave(site) : d(Fp.fcvtDLu(cpu, x, 0, 0, rm));
  }

  public static float fcvtSL(int state, Cpu cpu, long x, int rm, int site) {
    if (state == QUICK || x >> 24 == x >> 63) {
      return (float) x;
    }
    return site >= 0 ? (float) leave(site) : single(Fp.fcvtSL(cpu, x, 0, 0, rm));
  }

  public static float fcvtSLu(int state, Cpu cpu, long x, int rm, int site) {
    if ((state == QUICK && x >= 0) || x >>> 24 == 0) {
      return (float) x;
    }
    return site >= 0 ? (float) leave(site) : single(Fp.fcvtSLu(cpu, x, 0, 0, rm));
  }
}
