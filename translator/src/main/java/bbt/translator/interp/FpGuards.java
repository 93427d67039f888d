package bbt.translator.interp;

import bbt.translator.runtime.Cpu;
import bbt.translator.runtime.GuestTrap;

/** The two conditions under which a floating-point instruction is illegal. */
final class FpGuards {
  private static final int ILLEGAL_INSTRUCTION = 2;

  private FpGuards() {}

  /** mstatus.FS must not be off (privileged specification, "Extension Context Status"). */
  static void requireFp(Cpu cpu) {
    if (cpu.fs == 0) {
      throw GuestTrap.of(ILLEGAL_INSTRUCTION, 0, -1);
    }
  }

  /** A dynamic rounding mode must be one of the five (unprivileged specification, "fcsr"). */
  static void requireRoundingMode(Cpu cpu, int rm) {
    if (rm == 7 && cpu.frm > 4) {
      throw GuestTrap.of(ILLEGAL_INSTRUCTION, 0, -1);
    }
  }
}
