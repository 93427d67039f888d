package bbt.translator.runtime;

import bbt.translator.device.Bus;
import bbt.translator.engine.CodeMemory;
import bbt.translator.mmu.Mmu;
import bbt.translator.mmu.Ram;

/** Puts the parts of a hart together, in its reset state. */
public final class Hart {
  private Hart() {}

  /**
   * A hart in M-mode with pc 0; the machine sets pc, registers and what its firmware would have
   * set.
   */
  public static Cpu create(int hartId, Ram ram, CodeMemory code, Bus bus, Platform platform) {
    Cpu cpu = new Cpu(hartId);
    cpu.platform = platform;
    cpu.mmu = new Mmu(cpu, ram, code, bus);
    cpu.csrs = new Csrs(cpu);
    cpu.csrs.privilege(Cpu.M);
    return cpu;
  }
}
