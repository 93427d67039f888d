package bbt.reconstruct.gdb.targets;

import bbt.ptg.guest.GdbRegister;
import bbt.reconstruct.replay.state.MachineState;

/** Registers of a hart of a run that is over: to be looked at only. */
record ReplayedHart(MachineState state, int hart) implements HartState {
  @Override
  public long pc() {
    return state.pc(hart);
  }

  @Override
  public long get(GdbRegister register) {
    return switch (register.place()) {
      case GENERAL -> state.general(hart, register.index());
      case FLOATING -> state.floating(hart, register.index());
      case UPPER -> state.upperFloating(hart, register.index());
      case CONTROL -> state.control(hart, register.index()).orElse(0);
      case PC -> state.pc(hart);
      case PRIVILEGE -> state.privilege(hart);
    };
  }

  @Override
  public void set(GdbRegister register, long value) {
    throw new ProtocolException(ReplayTarget.PAST);
  }
}
