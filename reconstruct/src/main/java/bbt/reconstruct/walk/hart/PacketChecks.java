package bbt.reconstruct.walk.hart;

import bbt.packets.EventReader;
import bbt.packets.ExceptionKind;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.reconstruct.walk.flow.FlowListener;
import java.util.List;

/**
 * Checks what frames and packets state against where the walk stands, and takes from them what
 * changes there.
 */
final class PacketChecks {
  private final FlowListener listener;
  private final CurrentSpace space;
  private final PendingEdge edge;

  PacketChecks(FlowListener listener, CurrentSpace space, PendingEdge edge) {
    this.listener = listener;
    this.space = space;
    this.edge = edge;
  }

  /**
   * Checks the state at a frame's beginning.
   *
   * @throws WalkException if it does not go on where the last one ended
   */
  void begin(Frame frame, WalkState at) {
    var start = frame.start();
    if (at.connected) {
      expect(frame, at, "retired count", at.retired, start.retired(), false);
      expect(frame, at, "pc", at.pc, start.pc(), true);
      expect(frame, at, "privilege", at.privilege, start.privilege(), false);
      expect(frame, at, "address space", at.addressSpace, start.addressSpace(), false);
      expect(frame, at, "task", at.task, start.task(), true);
      return;
    }
    at.connected = true;
    at.retired = start.retired();
    at.pc = start.pc();
    at.privilege = start.privilege();
    at.addressSpace = start.addressSpace();
    at.task = start.task();
    space.enter(at, true);
    List<Packet> packets = frame.packets();
    if (!packets.isEmpty()
        && packets.getFirst() instanceof Packet.Exception first
        && first.kind() == ExceptionKind.FIRMWARE
        && first.retired() == at.retired) {
      // The call was the last instruction of the frame before, which is missing.
      at.firmwareSite = first.epc();
    }
    edge.land();
    listener.start(at.retired, at.pc, at.privilege, at.addressSpace, at.task);
  }

  /**
   * The walk arrives at a packet.
   *
   * @param events of the frame
   * @throws WalkException if it arrives elsewhere than the packet says
   */
  void arrive(Packet next, Frame frame, EventReader events, WalkState at) {
    expect(frame, at, "retired count", at.retired, next.retired(), false);
    if (!(next instanceof Packet.Normal)) {
      at.disconnects = at.packetsHere() + 1;
      at.lastDisconnect = at.retired;
    }
    switch (next) {
      case Packet.Normal normal -> {
        expect(frame, at, "pc", at.pc, normal.pc(), true);
        listener.normal(normal);
      }
      case Packet.Exception exception -> exception(exception, frame, events, at);
      case Packet.Switch to -> {
        expect(frame, at, "pc", at.pc, to.pc(), true);
        expect(frame, at, "previous task", at.task, to.previousTask(), true);
        at.addressSpace = to.addressSpace();
        at.task = to.task();
        space.enter(at, at.pc >= 0);
        edge.land();
        listener.contextSwitch(to);
      }
      case Packet.Gap gap -> {
        listener.stop(at.retired, true);
        edge.clear();
      }
    }
    if (at.firmwareSite != -1) {
      throw WalkException.at(
          frame,
          at,
          "a call of firmware retired at 0x"
              + Long.toHexString(at.firmwareSite)
              + ", but no firmware packet follows it");
    }
  }

  /** The walk has come to the end of a gap. */
  void leave(Packet.Gap gap, WalkState at) {
    at.pc = gap.pc();
    at.privilege = gap.privilege();
    at.addressSpace = gap.addressSpace();
    at.task = gap.task();
    at.hashKnown = gap.instructions() == 0 && at.hashKnown;
    at.joint = gap.instructions() == 0 ? at.joint : at.joint.gap();
    space.enter(at, true);
    edge.land();
    listener.start(at.retired, at.pc, at.privilege, at.addressSpace, at.task);
  }

  private void exception(Packet.Exception taken, Frame frame, EventReader events, WalkState at) {
    if (frame.verify()) {
      if (at.hashKnown) {
        expect(frame, at, "verify hash", at.hash, taken.verifyHash(), true);
      }
      at.joint = at.joint.states(at.retired, at.hash, taken.verifyHash());
      at.hash = taken.verifyHash();
      at.hashKnown = true;
    }
    // A hart that firmware starts anew goes on elsewhere: nothing leads there.
    if (taken.kind() != ExceptionKind.RESET) {
      expect(frame, at, "pc of the exception", at.pc, taken.epc(), true);
      if (taken.kind() == ExceptionKind.FIRMWARE) {
        expect(frame, at, "address of the firmware call", at.firmwareSite, taken.epc(), true);
        at.firmwareSite = -1;
      } else {
        events.exception(taken.epc());
      }
    }
    at.pc = taken.pc();
    at.privilege = taken.privilege();
    space.enter(at, at.pc >= 0);
    edge.land();
    listener.exception(taken);
  }

  private static void expect(
      Frame frame, WalkState at, String what, long walked, long traced, boolean hex) {
    if (walked != traced) {
      throw WalkException.at(
          frame,
          at,
          what
              + " differs: the walk has "
              + (hex ? "0x" + Long.toHexString(walked) : walked)
              + ", the trace "
              + (hex ? "0x" + Long.toHexString(traced) : traced));
    }
  }
}
