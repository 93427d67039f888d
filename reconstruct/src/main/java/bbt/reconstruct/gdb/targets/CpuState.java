package bbt.reconstruct.gdb.targets;

import bbt.ptg.guest.GdbRegister;
import bbt.translator.hart.Hart;

/**
 * The registers of a hart of a machine in this process.
 *
 * @param onChange told after each change
 */
record CpuState(Hart cpu, Runnable onChange) implements HartState {
  @Override
  public long pc() {
    return cpu.pc;
  }

  @Override
  public long get(GdbRegister register) {
    int number = register.index();
    return switch (register.place()) {
      case GENERAL -> cpu.general(number);
      case FLOATING -> cpu.floating(number);
      case UPPER -> cpu.upperFloating(number);
      case CONTROL -> cpu.control(number).orElseThrow();
      case PC -> cpu.pc;
      case PRIVILEGE -> cpu.priv;
    };
  }

  @Override
  public void set(GdbRegister register, long value) {
    int number = register.index();
    switch (register.place()) {
      case GENERAL -> cpu.setGeneral(number, value);
      case FLOATING -> cpu.setFloating(number, value);
      case UPPER -> cpu.setUpperFloating(number, value);
      case CONTROL -> cpu.setControl(number, value);
      case PC -> cpu.pc = value & ~1L;
      case PRIVILEGE -> cpu.setPrivilege((int) value);
    }
    onChange.run();
  }
}
