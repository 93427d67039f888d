package bbt.ptg.guest.fp;

import bbt.ptg.guest.rtl.FloatFormat;

/** The rounding mode and flags of a guest, and what its rules leave open in IEEE 754. */
public interface FloatEnvironment {
  /** Inexact. */
  int NX = 1;

  /** Underflow: tiny and inexact. */
  int UF = 2;

  /** Overflow. */
  int OF = 4;

  /** Division by zero. */
  int DZ = 8;

  /** Invalid. */
  int NV = 16;

  /** Raises exception flags. */
  void raise(int flags);

  /** The result of an invalid operation on numbers. */
  default long defaultNan(FloatFormat format) {
    return format.nan;
  }

  /**
   * Whether a result below the normal range before rounding is tiny; else it is one that is below
   * it after rounding with an unbounded exponent (IEEE 754, 7.5).
   */
  default boolean tinyBeforeRounding() {
    return false;
  }

  /** Whether a tiny result of a format becomes zero, which is an underflow and nothing else. */
  default boolean flushesTiny(FloatFormat format) {
    return false;
  }
}
