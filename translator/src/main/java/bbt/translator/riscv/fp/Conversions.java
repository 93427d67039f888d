package bbt.translator.riscv.fp;

import static bbt.ptg.guest.fp.FloatEnvironment.NV;
import static bbt.ptg.guest.fp.FloatEnvironment.NX;

import bbt.ptg.guest.fp.Rounding;
import bbt.translator.riscv.cpu.Cpu;

/**
 * Converts floating point to integers. Singles come as doubles, which hold them exactly. A value
 * out of range, rounded, saturates and raises NV alone; a NaN converts as positive infinity does
 * (unprivileged specification, table "Domains of float-to-integer conversions").
 */
final class Conversions {
  private Conversions() {}

  /** The integral double next to a finite or infinite x in the given mode. */
  private static double integral(double x, int mode) {
    return switch (mode) {
      case Rounding.RNE -> Math.rint(x);
      case Rounding.RTZ -> x < 0 ? Math.ceil(x) : Math.floor(x);
      case Rounding.RDN -> Math.floor(x);
      case Rounding.RUP -> Math.ceil(x);
      case Rounding.RMM -> {
        double truncated = x < 0 ? Math.ceil(x) : Math.floor(x);
        // Exact: from 2^52 on there is no fraction to subtract.
        boolean away = Math.abs(x - truncated) >= 0.5;
        yield away ? truncated + Math.copySign(1, x) : truncated;
      }
      default -> throw new IllegalArgumentException("rounding mode " + mode);
    };
  }

  private static long inRange(Cpu cpu, boolean exact, long value) {
    if (!exact) {
      cpu.raise(NX);
    }
    return value;
  }

  private static long saturate(Cpu cpu, long value) {
    cpu.raise(NV);
    return value;
  }

  static long toWord(Cpu cpu, double x, int mode) {
    double r = integral(x, mode);
    if (r >= -0x1p31 && r < 0x1p31) {
      return inRange(cpu, r == x, (int) r);
    }
    return saturate(cpu, r < 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE);
  }

  /** The result is sign-extended from 32 bits, as every word result is. */
  static long toUnsignedWord(Cpu cpu, double x, int mode) {
    double r = integral(x, mode);
    if (r >= 0 && r < 0x1p32) {
      return inRange(cpu, r == x, (int) (long) r);
    }
    return saturate(cpu, r < 0 ? 0 : -1);
  }

  static long toLong(Cpu cpu, double x, int mode) {
    double r = integral(x, mode);
    if (r >= -0x1p63 && r < 0x1p63) {
      return inRange(cpu, r == x, (long) r);
    }
    return saturate(cpu, r < 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
  }

  static long toUnsignedLong(Cpu cpu, double x, int mode) {
    double r = integral(x, mode);
    if (r >= 0 && r < 0x1p64) {
      long value = r < 0x1p63 ? (long) r : (long) (r - 0x1p63) + Long.MIN_VALUE;
      return inRange(cpu, r == x, value);
    }
    return saturate(cpu, r < 0 ? 0 : -1);
  }
}
