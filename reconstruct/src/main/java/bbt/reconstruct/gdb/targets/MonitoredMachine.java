package bbt.reconstruct.gdb.targets;

import bbt.ptg.guest.PrivilegeMode;
import bbt.translator.machine.Machine;

/** A machine in this process, for {@code monitor} commands. */
record MonitoredMachine(Machine machine, MachineMemory memory) implements Monitoring.View {
  @Override
  public int harts() {
    return machine.harts();
  }

  @Override
  public long pc(int hart) {
    return machine.hart(hart).pc;
  }

  @Override
  public long retired(int hart) {
    return machine.hart(hart).retired();
  }

  @Override
  public PrivilegeMode mode(int hart) {
    return machine.isa().mode(machine.hart(hart).priv);
  }

  @Override
  public String activity(int hart) {
    return machine.activity(hart);
  }

  @Override
  public long ticks() {
    return machine.ticks();
  }

  @Override
  public long translate(int hart, long address) {
    return machine.hart(hart).translateQuietly(address);
  }

  @Override
  public byte[] physical(long address, int length) {
    return memory.physical(address, length);
  }
}
