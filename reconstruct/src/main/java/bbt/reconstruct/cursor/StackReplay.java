package bbt.reconstruct.cursor;

import bbt.packets.Packet;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.stack.StackTracker;
import bbt.reconstruct.walk.graph.Step;

/** Rebuilds the call stacks at an entry of a log: saved ones, and what happened since. */
final class StackReplay {
  private StackReplay() {}

  /** The stacks before an entry; the current one is that of the entry's hart. */
  static StackTracker at(TraceMap map, SegmentLog log, int entry) {
    StackTracker tracker = log.tracker(map, entry);
    for (int i = log.trackedFrom(entry); i < entry; i++) {
      tell(tracker, log, i);
    }
    tracker.hart(log.state(entry).hart());
    return tracker;
  }

  /** Tells a tracker what happened at an entry. */
  static void tell(StackTracker tracker, SegmentLog log, int entry) {
    Step step = log.step(entry);
    if (step != null) {
      if ((step.calls() || step.returns())
          && !step.truncated()
          && log.executed(entry) == step.node().count()) {
        edge(tracker, log, entry, step);
      }
      return;
    }
    LogMark mark = log.mark(entry);
    LogMark.State s = mark.state();
    tracker.hart(s.hart());
    switch (mark.kind()) {
      case TURN -> tracker.turn(s.offset(), 0);
      case TRAP, FIRMWARE -> tracker.exception((Packet.Exception) mark.packet());
      case TRAP_RETURN -> tracker.trapReturn(0, s.pc(), s.privilege());
      case SWITCH -> tracker.contextSwitch((Packet.Switch) mark.packet());
      case GAP -> {
        if (entry > 0) {
          tracker.stop(0, true);
        }
      }
      case START -> {
        if (entry > 0 || tracker.key() == null) {
          tracker.start(0, s.pc(), s.privilege(), s.addressSpace(), s.task());
        }
      }
      case NORMAL, END -> {
        // Nothing changes.
      }
    }
  }

  private static void edge(StackTracker tracker, SegmentLog log, int entry, Step step) {
    LogMark.State s = log.state(entry);
    long retired = log.clockAt(entry + 1) - s.offset();
    long target = log.pcAfter(entry);
    if (step.calls()) {
      tracker.call(retired, step, null, target, step.link());
    } else {
      tracker.ret(retired, step, null, target);
    }
  }
}
