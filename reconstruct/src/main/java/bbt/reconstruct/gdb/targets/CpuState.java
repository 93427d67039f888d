package bbt.reconstruct.gdb.targets;

import bbt.ptg.guest.GdbRegister;
import bbt.translator.hart.GuestTrap;
import bbt.translator.riscv.cpu.Cpu;

/**
 * Registers of a hart of a machine in this process.
 *
 * @param onChange told after each change
 */
record CpuState(Cpu cpu, Runnable onChange) implements HartState {
  /** Whether a hart has a control and status register. */
  static boolean exists(Cpu cpu, int csr) {
    try {
      cpu.csrs.read(csr);
      return true;
    } catch (GuestTrap none) {
      return false;
    }
  }

  @Override
  public long pc() {
    return cpu.pc;
  }

  @Override
  public long get(GdbRegister register) {
    int number = register.index();
    return switch (register.place()) {
      case GENERAL -> cpu.x(number);
      case FLOATING -> cpu.f(number);
      case CONTROL -> cpu.csrs.read(number);
      case PC -> cpu.pc;
      case PRIVILEGE -> cpu.priv;
    };
  }

  @Override
  public void set(GdbRegister register, long value) {
    int number = register.index();
    switch (register.place()) {
      case GENERAL -> cpu.setX(number, value);
      case FLOATING -> cpu.setF(number, value);
      case CONTROL -> cpu.csrs.write(number, value);
      case PC -> cpu.pc = value & ~1L;
      case PRIVILEGE -> {
        cpu.csrs.privilege((int) value);
        cpu.expire();
      }
    }
    onChange.run();
  }
}
