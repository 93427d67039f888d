package bbt.reconstruct.gdb.targets;

import bbt.ptg.guest.PrivilegeMode;
import bbt.reconstruct.replay.state.MachineState;

/** A traced run at a position, for {@code monitor} commands. */
record StateView(MachineState state) implements Monitoring.View {
  @Override
  public int harts() {
    return state.harts();
  }

  @Override
  public long pc(int hart) {
    return state.pc(hart);
  }

  @Override
  public long retired(int hart) {
    return state.retired(hart);
  }

  @Override
  public PrivilegeMode mode(int hart) {
    return state.guest().mode(state.privilege(hart));
  }

  @Override
  public String activity(int hart) {
    return hart == state.hart() ? "executing" : "";
  }

  @Override
  public long ticks() {
    return state.ticks();
  }

  @Override
  public long translate(int hart, long address) {
    return state.translate(hart, address).orElse(-1);
  }

  @Override
  public byte[] physical(long address, int length) {
    byte[] bytes = state.readPhysical(address, length);
    return bytes.length == length ? bytes : null;
  }
}
