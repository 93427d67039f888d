package bbt.reconstruct.gdb;

import bbt.reconstruct.replay.MachineState;

/** Registers of a hart of a run that is over: to be looked at only. */
record ReplayedHart(MachineState state, int hart) implements HartState {
  @Override
  public long x(int number) {
    return state.x(hart, number);
  }

  @Override
  public long f(int number) {
    return state.f(hart, number);
  }

  @Override
  public long pc() {
    return state.pc(hart);
  }

  @Override
  public int privilege() {
    return state.privilege(hart);
  }

  @Override
  public long csr(int number) {
    return state.csr(hart, number).orElse(0);
  }

  @Override
  public void setX(int number, long value) {
    throw new ProtocolException(ReplayTarget.PAST);
  }

  @Override
  public void setF(int number, long value) {
    throw new ProtocolException(ReplayTarget.PAST);
  }

  @Override
  public void setPc(long value) {
    throw new ProtocolException(ReplayTarget.PAST);
  }

  @Override
  public void setPrivilege(int value) {
    throw new ProtocolException(ReplayTarget.PAST);
  }

  @Override
  public void setCsr(int number, long value) {
    throw new ProtocolException(ReplayTarget.PAST);
  }
}
