package bbt.translator.riscv.fp;

import bbt.ptg.guest.fp.Rounding;
import bbt.translator.hart.GuestTrap;
import bbt.translator.riscv.cpu.Cpu;

/**
 * Checks the two conditions under which a floating-point instruction is illegal, each as regions
 * ask and as the interpreter does.
 *
 * <p>{@code state} is what {@link bbt.translator.riscv.fp.Quick#state} said, and not 0 implies both
 * conditions; {@code bits} is the instruction's encoding, {@code site} its place for the trap.
 */
public final class FloatGuards {
  private static final int ILLEGAL_INSTRUCTION = 2;

  private FloatGuards() {}

  /** mstatus.FS must not be off (privileged specification, "Extension Context Status"). */
  public static void requireFp(int state, Cpu cpu, int bits, int site) {
    if (state == 0 && cpu.fs == 0) {
      throw GuestTrap.of(ILLEGAL_INSTRUCTION, bits & 0xFFFFFFFFL, site);
    }
  }

  public static void requireFp(Cpu cpu, int site) {
    requireFp(0, cpu, 0, site);
  }

  /** A dynamic rounding mode must not be reserved (unprivileged specification, "fcsr"). */
  public static void requireRoundingMode(int state, Cpu cpu, int bits, int site) {
    if (state == 0 && cpu.frm > Rounding.RMM) {
      throw GuestTrap.of(ILLEGAL_INSTRUCTION, bits & 0xFFFFFFFFL, site);
    }
  }

  public static void requireRoundingMode(Cpu cpu, int rm, int site) {
    if (rm == Rounding.DYNAMIC) {
      requireRoundingMode(0, cpu, 0, site);
    }
  }
}
