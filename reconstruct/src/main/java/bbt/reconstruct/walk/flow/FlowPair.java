package bbt.reconstruct.walk.flow;

import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.reconstruct.walk.graph.Step;

/**
 * Passes events on to two listeners.
 *
 * @param first hears each event before the other does
 */
public record FlowPair(FlowListener first, FlowListener second) implements FlowListener {
  @Override
  public void hart(int number) {
    first.hart(number);
    second.hart(number);
  }

  @Override
  public void turn(long clock, long retired) {
    first.turn(clock, retired);
    second.turn(clock, retired);
  }

  @Override
  public void call(long retired, Step from, Step to, long target, long link) {
    first.call(retired, from, to, target, link);
    second.call(retired, from, to, target, link);
  }

  @Override
  public void ret(long retired, Step from, Step to, long target) {
    first.ret(retired, from, to, target);
    second.ret(retired, from, to, target);
  }

  @Override
  public void jump(long retired, Step from, Step to, long target) {
    first.jump(retired, from, to, target);
    second.jump(retired, from, to, target);
  }

  @Override
  public Rounds rounds(long retired) {
    return Rounds.of(first.rounds(retired), second.rounds(retired));
  }

  @Override
  public void exception(Packet.Exception packet) {
    first.exception(packet);
    second.exception(packet);
  }

  @Override
  public void normal(Packet.Normal packet) {
    first.normal(packet);
    second.normal(packet);
  }

  @Override
  public void trapReturn(long retired, long target, int privilege) {
    first.trapReturn(retired, target, privilege);
    second.trapReturn(retired, target, privilege);
  }

  @Override
  public void landed(long retired, Step to) {
    first.landed(retired, to);
    second.landed(retired, to);
  }

  @Override
  public void contextSwitch(Packet.Switch packet) {
    first.contextSwitch(packet);
    second.contextSwitch(packet);
  }

  @Override
  public void note(SidebandRecord item) {
    first.note(item);
    second.note(item);
  }

  @Override
  public void start(long retired, long pc, int privilege, int addressSpace, long task) {
    first.start(retired, pc, privilege, addressSpace, task);
    second.start(retired, pc, privilege, addressSpace, task);
  }

  @Override
  public void stop(long retired, boolean gap) {
    first.stop(retired, gap);
    second.stop(retired, gap);
  }
}
