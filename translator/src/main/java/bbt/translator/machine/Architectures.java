package bbt.translator.machine;

import bbt.ptg.Guests;
import bbt.ptg.guest.GuestIsa;
import bbt.translator.arm64.board.ArmVirt;
import bbt.translator.boot.KernelFile;
import bbt.translator.config.MachineConfig;
import bbt.translator.guest.GuestArchitecture;
import bbt.translator.riscv.board.RiscvVirt;
import java.nio.file.Path;
import java.util.List;

/**
 * Lists the architectures of guests that there are: the one place of the translator that names
 * them.
 */
public final class Architectures {
  private static final List<GuestArchitecture> ALL = List.of(new RiscvVirt(), new ArmVirt());

  private Architectures() {}

  /** Returns the architecture of a machine's kernel. */
  public static GuestArchitecture of(MachineConfig config) {
    return of(config.kernel());
  }

  /**
   * Returns the architecture that a kernel is for; where that does not tell, the loader complains
   * of it.
   */
  public static GuestArchitecture of(Path kernel) {
    return of(KernelFile.guest(kernel).orElse(Guests.DEFAULT));
  }

  /** Returns the architecture with an instruction set. */
  public static GuestArchitecture of(GuestIsa isa) {
    return ALL.stream().filter(each -> each.isa() == isa).findFirst().orElseThrow();
  }
}
