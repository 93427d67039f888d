package bbt.ptg.arm64.vector;

import bbt.ptg.guest.fp.FloatEnvironment;
import bbt.ptg.guest.fp.Rounding;
import bbt.ptg.guest.rtl.FloatFormat;

/**
 * FPCR and FPSR: how a processor's floating point rounds, and the flags that it has raised (manual,
 * "FPCR, Floating-point Control Register" and "FPSR, Floating-point Status Register").
 */
public final class FloatStatus implements FloatEnvironment {
  private static final int FLUSH = 1 << 24;
  private static final int DEFAULT_NAN = 1 << 25;
  private static final int ALTERNATIVE_HALF = 1 << 26;
  private static final int MODE_SHIFT = 22;
  private static final int INVALID = 1;
  private static final int INEXACT = 1 << 4;
  private static final int INPUT_DENORMAL = 1 << 7;
  private static final int SATURATED = 1 << 27;

  /** Rounding modes as FPCR numbers them. */
  private static final int[] MODES = {Rounding.RNE, Rounding.RUP, Rounding.RDN, Rounding.RTZ};

  /** FPCR. */
  private int control;

  /** FPSR. */
  private int status;

  /** A mode of {@link Rounding}. */
  private int mode = Rounding.RNE;

  /** Whether results are rounded to nearest even and nothing is flushed. */
  private boolean usual = true;

  /** FPCR. */
  public int control() {
    return control;
  }

  /** Writes FPCR; bits that are none of it must be zero. */
  public void control(int value) {
    control = value;
    mode = MODES[value >>> MODE_SHIFT & 3];
    usual = mode == Rounding.RNE && (value & FLUSH) == 0;
  }

  /** FPSR. */
  public int status() {
    return status;
  }

  /** Writes FPSR; bits that are none of it must be zero. */
  public void status(int value) {
    status = value;
  }

  int mode() {
    return mode;
  }

  boolean isUsual() {
    return usual;
  }

  /** Whether an inexact result changes nothing. */
  boolean inexactKnown() {
    return (status & INEXACT) != 0;
  }

  boolean defaultsNan() {
    return (control & DEFAULT_NAN) != 0;
  }

  boolean flushes() {
    return (control & FLUSH) != 0;
  }

  /** Whether halves have no infinities and NaNs. */
  boolean hasAlternativeHalf() {
    return (control & ALTERNATIVE_HALF) != 0;
  }

  /** Raises flags, which stand in FPSR in the reverse order. */
  @Override
  public void raise(int flags) {
    status |= Integer.reverse(flags) >>> 27;
  }

  void invalid() {
    status |= INVALID;
  }

  /** A denormal operand was taken for zero. */
  void inputDenormal() {
    status |= INPUT_DENORMAL;
  }

  /** A result was saturated. */
  void saturated() {
    status |= SATURATED;
  }

  @Override
  public boolean tinyBeforeRounding() {
    return true;
  }

  @Override
  public boolean flushesTiny(FloatFormat format) {
    return flushes() && format != FloatFormat.HALF;
  }
}
