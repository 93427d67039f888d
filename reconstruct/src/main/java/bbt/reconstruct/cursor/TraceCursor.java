package bbt.reconstruct.cursor;

import bbt.packets.Packet;
import bbt.ptg.guest.Node;
import bbt.reconstruct.map.TaskNames;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.ProcessImages;
import bbt.reconstruct.stack.CallFrame;
import bbt.reconstruct.walk.graph.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A cursor in the rebuilt execution, which moves both ways. It stops before each instruction that
 * was executed, at each exception (the instruction named there was attempted, or held back by an
 * interrupt), at each gap of a damaged trace, and at the end. With several harts the order is that
 * in which the machine executed them.
 *
 * <p>A segment is walked once, when the cursor first enters it, and kept as a log; moving inside it
 * is the same work in both directions. Not for use by several threads.
 */
public final class TraceCursor {
  /** Bytes of logs to keep, about. */
  private static final long KEPT = 192L << 20;

  /** The kinds of stops. */
  public enum Kind {
    /** An instruction that retired. */
    INSTRUCTION,
    /** An exception or interrupt. */
    TRAP,
    /** A stretch that is missing. */
    GAP,
    /** Nothing: the end of the trace. */
    END
  }

  private final TraceMap map;
  private final Map<Integer, SegmentLog> logs = new LinkedHashMap<>(16, 0.75f, true);
  private long weight;
  private SegmentLog log;
  private int entry;
  private int offset;

  /**
   * A cursor at the first stop.
   *
   * @throws IllegalArgumentException if the trace holds no frame that can be walked
   */
  public TraceCursor(TraceMap map) {
    if (map.segments() == 0) {
      throw new IllegalArgumentException("the trace holds no frame that can be read");
    }
    this.map = map;
    toStart();
  }

  /** The index of the trace that the cursor moves in. */
  public TraceMap map() {
    return map;
  }

  SegmentLog log() {
    return log;
  }

  int entry() {
    return entry;
  }

  int offset() {
    return offset;
  }

  /** Whether a segment's log is at hand. */
  boolean has(int segment) {
    return logs.containsKey(segment);
  }

  /** The log of a segment, walked now if it is not at hand. */
  SegmentLog log(int segment) {
    SegmentLog found = logs.get(segment);
    if (found == null) {
      found = SegmentLog.of(map, segment);
      logs.put(segment, found);
      weight += found.weight();
      var oldest = logs.entrySet().iterator();
      while (weight > KEPT && logs.size() > 2) {
        weight -= oldest.next().getValue().weight();
        oldest.remove();
      }
    }
    return found;
  }

  // ---- moving

  /** The position of the cursor. */
  public CursorPosition position() {
    return new CursorPosition(log.segment, entry, offset);
  }

  /**
   * Goes back to where a cursor of the same trace stood.
   *
   * @throws IllegalArgumentException if nothing can stand there
   */
  public void to(CursorPosition position) {
    if (position.segment() < 0 || position.segment() >= map.segments()) {
      throw new IllegalArgumentException("no such place in this trace: " + position);
    }
    SegmentLog its = log(position.segment());
    if (position.entry() < 0
        || position.entry() >= its.size()
        || position.offset() < 0
        || position.offset() >= its.stops(position.entry())) {
      throw new IllegalArgumentException("no such place in this trace: " + position);
    }
    stand(its, position.entry(), position.offset());
  }

  private void stand(SegmentLog its, int newEntry, int newOffset) {
    log = its;
    entry = newEntry;
    offset = newOffset;
  }

  /** Goes to the first stop. */
  public void toStart() {
    stand(log(0), -1, 0);
    if (!next()) {
      throw new IllegalArgumentException("nothing in the trace can be rebuilt");
    }
  }

  /** Goes to the end: behind the last instruction. */
  public void toEnd() {
    SegmentLog last = log(map.segments() - 1);
    stand(last, last.size() - 1, 0);
  }

  /**
   * Goes to where so many instructions (of all harts) have been executed: the first stop there or,
   * in a gap, behind it.
   */
  public void toClock(long clock) {
    SegmentLog its = log(map.segmentAt(clock));
    toClock(its, clock);
    // The traps with which the segment before ends come first.
    while (its.clock == clock && kind() != Kind.GAP && previous()) {
      if (clock() != clock || kind() == Kind.GAP) {
        next();
        return;
      }
    }
  }

  private void toClock(SegmentLog its, long clock) {
    if (its.clock > clock) {
      stand(its, -1, 0);
      next();
      return;
    }
    int at = its.entryAfter(clock);
    // What stands before that entry and executes nothing belongs to the same count.
    while (at > 0 && its.clockAt(at - 1) == clock) {
      at--;
    }
    if (at == its.size()) {
      stand(its, at - 1, Math.max(0, its.stops(at - 1) - 1));
      if (its.stops(at - 1) == 0 || this.clock() < clock) {
        next();
      }
      return;
    }
    if (its.step(at) != null) {
      stand(its, at, (int) (clock - its.clockAt(at)));
      return;
    }
    stand(its, at, 0);
    if (its.stops(at) == 0) {
      next(); // a mark that nobody stops at, or the instructions of a gap
    }
  }

  /**
   * Goes to a moment of the machine's run: so many instructions executed, then so many traps taken.
   */
  public void toMoment(long clock, int traps) {
    toClock(clock);
    while (clock() == clock && trapsHere() < traps && next()) {
      // The traps at that count are stops of their own.
    }
  }

  /** Goes to the next stop; stays and returns false at the end. */
  public boolean next() {
    if (entry >= 0 && offset + 1 < log.stops(entry)) {
      offset++;
      return true;
    }
    SegmentLog its = log;
    int at = entry + 1;
    while (true) {
      while (at < its.size()) {
        if (its.stops(at) > 0) {
          stand(its, at, 0);
          return true;
        }
        at++;
      }
      if (its.segment + 1 >= map.segments()) {
        return false;
      }
      its = log(its.segment + 1);
      at = 0;
    }
  }

  /** Goes to the stop before this one; stays and returns false at the start. */
  public boolean previous() {
    if (offset > 0) {
      offset--;
      return true;
    }
    SegmentLog its = log;
    int at = entry - 1;
    while (true) {
      while (at >= 0) {
        int stops = its.stops(at);
        if (stops > 0) {
          stand(its, at, stops - 1);
          return true;
        }
        at--;
      }
      if (its.segment == 0) {
        return false;
      }
      its = log(its.segment - 1);
      at = its.size() - 1;
    }
  }

  // ---- what stands here

  /** The kind of thing that the cursor stands before. */
  public Kind kind() {
    LogMark mark = log.mark(entry);
    if (mark == null) {
      return Kind.INSTRUCTION;
    }
    return switch (mark.kind()) {
      case TRAP -> Kind.TRAP;
      case GAP -> Kind.GAP;
      default -> Kind.END;
    };
  }

  /** Instructions that all harts have executed before. */
  public long clock() {
    return log.clockAt(entry) + offset;
  }

  /** Instructions that this hart has executed before. */
  public long retired() {
    return clock() - state().offset();
  }

  /**
   * Exceptions and interrupts that were taken at this very clock before this stop: with {@link
   * #clock} it names a moment of the machine's run.
   */
  public int trapsHere() {
    long here = clock();
    int traps = 0;
    if (offset > 0) {
      return 0;
    }
    SegmentLog its = log;
    int at = entry - 1;
    while (true) {
      if (at < 0) {
        if (its.segment == 0) {
          return traps;
        }
        its = log(its.segment - 1);
        at = its.size() - 1;
        continue;
      }
      if (its.clockAt(at) < here || its.step(at) != null) {
        return traps;
      }
      LogMark mark = its.mark(at);
      if (mark.kind() == LogMark.Kind.TRAP) {
        traps++;
      }
      at--;
    }
  }

  LogMark.State state() {
    return log.state(entry);
  }

  /** State before the trap, if it stands at one: its mark says what holds behind it. */
  private LogMark.State stateBefore() {
    return log.stateBefore(entry);
  }

  /** The hart whose stop this is. */
  public int hart() {
    return state().hart();
  }

  /** Number of the privilege mode; at a trap that of what was interrupted. */
  public int privilege() {
    return stateBefore().privilege();
  }

  /** Serial number of the address space; at a trap that of what was interrupted. */
  public int addressSpace() {
    return stateBefore().addressSpace();
  }

  /** The task, as the trace names it. */
  public long task() {
    return stateBefore().task();
  }

  /**
   * The task that a hart executed before a switch.
   *
   * @param name of the task, or null
   */
  public record Switched(long task, TaskNames.Name name, int addressSpace) {}

  /** Task that the hart executed before, if a context switch leads to this very stop; else null. */
  public Switched switchedFrom() {
    for (int i = entry - 1; offset == 0 && i > 0; i--) {
      LogMark mark = log.mark(i);
      if (mark == null || mark.kind().stop) {
        return null;
      }
      if (mark.kind() == LogMark.Kind.SWITCH) {
        LogMark.State before = log.stateBefore(i);
        TaskNames.Name its = map.tasks().at(before.task(), clock());
        return new Switched(before.task(), its, before.addressSpace());
      }
    }
    return null;
  }

  /** The task's name, or null. */
  public TaskNames.Name taskName() {
    return map.tasks().at(task(), clock());
  }

  /** Where the images of the task's process are; null where the trace does not say it. */
  public ProcessImages images() {
    return map.tasks().images(task(), clock());
  }

  /** The name of the task's program. */
  public String program() {
    return map.tasks().program(task(), clock());
  }

  /** Address of the instruction; at a trap its epc; at the end where execution would go on. */
  public long pc() {
    Step step = log.step(entry);
    if (step != null) {
      return step.node().address(offset);
    }
    LogMark mark = log.mark(entry);
    return mark.packet() instanceof Packet.Exception trap ? trap.epc() : mark.state().pc();
  }

  /** The exception packet, if it stands at a trap; else null. */
  public Packet.Exception trap() {
    LogMark mark = log.mark(entry);
    return mark != null && mark.packet() instanceof Packet.Exception trap ? trap : null;
  }

  /** Says what is missing here, or how the trace ended; else null. */
  public String message() {
    LogMark mark = log.mark(entry);
    return mark == null ? null : mark.message();
  }

  /** The node being executed, or null at what is no instruction. */
  public Node node() {
    Step step = log.step(entry);
    return step == null ? null : step.node();
  }

  Step step() {
    return log.step(entry);
  }

  /** Number of the instruction in its node, from 0. */
  public int indexInNode() {
    return offset;
  }

  /** Whether it stands before the last instruction of a node that was executed whole. */
  public boolean atNodeEnd() {
    Step step = log.step(entry);
    return step != null && !step.truncated() && offset == step.node().count() - 1;
  }

  /** The bit of a conditional branch: 1 if it was taken, 0 if not; else empty. */
  public OptionalInt bit() {
    Step step = log.step(entry);
    if (step == null || !atNodeEnd() || !step.branches()) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(log.pcAfter(entry) == step.target() ? 1 : 0);
  }

  /** Where the hart executes behind this stop. */
  public long pcAfter() {
    Step step = log.step(entry);
    if (step != null && offset + 1 < log.executed(entry)) {
      return step.node().address(offset + 1);
    }
    Packet.Exception trap = trap();
    return trap != null ? trap.pc() : log.pcAfter(entry);
  }

  /**
   * Place in the packet stream.
   *
   * @param packet number of the hart's packet, from 0
   * @param node nodes of the packet entered before this one
   * @param bit branch bits of the packet consumed before
   * @param target targets of the packet consumed before
   */
  public record PacketPlace(long packet, int node, int bit, int target) {}

  /** The place in the packet stream of this hart. */
  public PacketPlace place() {
    LogMark.State here = state();
    int nodes = 0;
    int bits = 0;
    int targets = 0;
    SegmentLog its = log;
    for (int i = entry - 1; i >= 0; i--) {
      Step step = its.step(i);
      if (step == null) {
        LogMark mark = its.mark(i);
        if (mark.state().hart() == here.hart() && mark.state().packet() < here.packet()) {
          break;
        }
      } else if (its.state(i).hart() == here.hart()) {
        if (its.state(i).packet() < here.packet()) {
          break;
        }
        nodes++;
        if (!step.truncated() && its.executed(i) == step.node().count()) {
          bits += step.branches() ? 1 : 0;
          targets += step.leavesTarget() ? 1 : 0;
        }
      }
    }
    return new PacketPlace(Math.max(0, here.packet()), nodes, bits, targets);
  }

  // ---- call stack

  /** The call stack of what is executed here, innermost frame first. */
  public List<CallFrame> stack() {
    return StackReplay.at(map, log, entry).current().frames().reversed();
  }
}
