package bbt.translator.machine;

import bbt.translator.guest.GuestArchitecture;
import bbt.translator.riscv.board.RiscvVirt;

/** The architectures of guests that there are: the one place of the translator that names them. */
public final class Architectures {
  /** RISC-V, RV64GC. */
  public static final GuestArchitecture RISCV = new RiscvVirt();

  private Architectures() {}
}
