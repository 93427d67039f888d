package bbt.translator.fp;

import bbt.ptg.guest.rtl.FloatFormat;

/** The rounding mode and flags of a guest, and what its rules leave open in IEEE 754. */
public interface FloatEnvironment {
  /** Inexact. */
  int NX = 1;

  /** Underflow: tiny after rounding with an unbounded exponent, and inexact. */
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
}
