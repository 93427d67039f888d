package bbt.reconstruct.cursor;

import bbt.packets.Packet;
import bbt.ptg.guest.Node;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.stack.CallFrame;
import bbt.reconstruct.stack.StackTracker;
import bbt.reconstruct.walk.graph.Step;
import java.io.IOException;
import java.util.List;

/**
 * Reads the rebuilt execution once, forwards, in the order in which the machine executed it: what a
 * {@link TraceCursor} stops at, without the way back. Not for use by several threads.
 */
public final class ExecutionReader {
  /** Hears what was executed. */
  public interface Listener {
    /**
     * Instructions of a node were executed and retired.
     *
     * @param clock instructions of all harts before the first of them
     * @param from the first one's number in the node
     * @param to number behind the last one
     * @return whether to go on
     */
    boolean node(long clock, Node node, int from, int to) throws IOException;

    /**
     * An exception, an interrupt, a reset or a call of firmware.
     *
     * @param clock instructions of all harts before
     * @return whether to go on
     */
    boolean exception(long clock, Packet.Exception packet) throws IOException;

    /**
     * Something is missing here.
     *
     * @param clock instructions of all harts before
     * @return whether to go on
     */
    boolean gap(long clock, String message) throws IOException;
  }

  private final TraceMap map;

  /** Whether {@link #stack} may be asked for. */
  private final boolean stacks;

  private SegmentLog log;
  private int entry;
  private LogMark.State state;
  private StackTracker tracker;
  private long changes;
  private long placeChanges;

  /**
   * A reader of a trace.
   *
   * @param stacks whether {@link #stack} will be asked for
   */
  public ExecutionReader(TraceMap map, boolean stacks) {
    this.map = map;
    this.stacks = stacks;
  }

  /**
   * Reads from a count on up to another.
   *
   * @param from instructions of all harts before the first that is told
   * @param to instructions of all harts before the first that is not
   * @throws IOException that the listener throws
   */
  public void read(long from, long to, Listener listener) throws IOException {
    if (map.isEmpty()) {
      return;
    }
    int first = map.segmentAt(from);
    // The traps with which the segment before ends come first.
    if (first > 0 && map.segment(first).clock() == from) {
      first--;
    }
    for (int i = first; i < map.segments(); i++) {
      log = SegmentLog.of(map, i);
      tracker = stacks ? log.tracker(map, 0) : null;
      changes++;
      for (entry = 0; entry < log.size(); entry++) {
        long clock = log.clockAt(entry);
        if (clock >= to || !entry(clock, from, to, listener)) {
          return;
        }
        if (tracker != null) {
          follow();
        }
      }
    }
  }

  private boolean entry(long clock, long from, long to, Listener listener) throws IOException {
    Step step = log.step(entry);
    if (step != null) {
      long behind = log.clockAt(entry + 1);
      if (behind <= from) {
        return true;
      }
      int skipped = (int) Math.max(0, from - clock);
      int end = log.executed(entry) - (int) Math.max(0, behind - to);
      return listener.node(clock + skipped, step.node(), skipped, end);
    }
    state = log.stateBefore(entry);
    placeChanges++;
    LogMark mark = log.mark(entry);
    boolean more = true;
    if (clock >= from) {
      if (mark.packet() instanceof Packet.Exception packet) {
        more = listener.exception(clock, packet);
      } else if (mark.kind() == LogMark.Kind.GAP
          || mark.kind() == LogMark.Kind.END && map.end() == null) {
        more = listener.gap(clock, mark.message());
      }
    }
    state = mark.state();
    return more;
  }

  private void follow() {
    Step step = log.step(entry);
    if (step == null || step.calls() || step.returns()) {
      StackReplay.tell(tracker, log, entry);
      changes++;
    }
  }

  // ---- what holds where the listener is told

  /** A number that changes each time that hart, mode, address space or task may have changed. */
  public long placeChanges() {
    return placeChanges;
  }

  /** At a node: what it is in the walk's graph. */
  public Step step() {
    return log.step(entry);
  }

  /** The hart that executes. */
  public int hart() {
    return state.hart();
  }

  /** Number of the privilege mode; at a trap that of what was interrupted. */
  public int privilege() {
    return state.privilege();
  }

  /** Serial number of the address space; at a trap that of what was interrupted. */
  public int addressSpace() {
    return state.addressSpace();
  }

  /** The task, as the trace names it. */
  public long task() {
    return state.task();
  }

  /** Whether all of the node was executed, and how it ends is known. */
  private boolean whole() {
    Step step = log.step(entry);
    return step != null && !step.truncated() && log.executed(entry) == step.node().count();
  }

  /** At a node: 1 if its branch was taken, 0 if not, -1 if it was executed up to none. */
  public int branch() {
    Step step = log.step(entry);
    if (!whole() || !step.branches()) {
      return -1;
    }
    return log.pcAfter(entry) == step.target() ? 1 : 0;
  }

  /** At a node: whether it was executed up to a jump whose target the code does not say. */
  public boolean jumps() {
    return whole() && log.step(entry).leavesTarget();
  }

  /** At a node: where the hart goes on behind it. */
  public long pcAfter() {
    return log.pcAfter(entry);
  }

  /** A number that changes each time that {@link #stack} may have changed. */
  public long stackChanges() {
    return changes;
  }

  /** The call stack, outermost frame first. */
  public List<CallFrame> stack() {
    tracker.hart(state.hart());
    return tracker.current().frames();
  }
}
