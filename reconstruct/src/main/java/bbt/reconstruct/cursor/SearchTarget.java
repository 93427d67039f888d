package bbt.reconstruct.cursor;

import bbt.packets.Packet;
import bbt.ptg.guest.Node;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.walk.graph.Step;
import java.util.BitSet;
import java.util.Collection;
import java.util.function.Predicate;

/** The thing that a {@link CursorSearch} looks for. */
public abstract class SearchTarget {
  private static final int USER = 0;

  SearchTarget() {}

  /** The segments where it may be, or null: anywhere. */
  BitSet segments(TraceMap map) {
    return null;
  }

  /**
   * Whether a walk can count how often it is met, by {@link #hits} and {@link #trap}: then a
   * segment is walked at full speed to find out whether it needs a closer look.
   */
  boolean counts() {
    return false;
  }

  /** The nodes that {@link #hits} must be told of, if a walk can count it. */
  Predicate<Node> watch() {
    return node -> false;
  }

  /**
   * Returns how often the target is met in a piece that was executed.
   *
   * @param instructions how many of the step's were executed
   */
  int hits(Step step, int instructions, int hart, long task) {
    return 0;
  }

  /**
   * Whether it is met at this exception or interrupt.
   *
   * @param addressSpace in which it was taken
   * @param clock when
   */
  boolean trap(Packet.Exception packet, int hart, long task, int addressSpace, long clock) {
    return false;
  }

  /** Whether it may be at a stop of this entry; quick. */
  boolean maybe(SegmentLog log, int entry) {
    return true;
  }

  /** Whether this stop is what is looked for. */
  abstract boolean at(SegmentLog log, int entry, int offset);

  /** Returns this target, found in some tasks alone. */
  public final SearchTarget inTasks(Collection<Long> tasks) {
    return where((hart, task) -> tasks.contains(task));
  }

  /** Returns this target, found on one hart alone. */
  public final SearchTarget onHart(int hart) {
    return where((its, task) -> its == hart);
  }

  /**
   * Returns this target, found in user mode of one program alone. What a task's program is called
   * depends on the time, so a walk cannot count it.
   */
  final SearchTarget inProgram(TraceMap map, String program) {
    return new Part(this) {
      @Override
      boolean is(LogMark.State state, long clock) {
        return state.privilege() == USER
            && map.tasks().program(state.task(), clock).equals(program);
      }
    };
  }

  /** Decides by hart and task whether a stop counts. */
  private interface Who {
    boolean is(int hart, long task);
  }

  private SearchTarget where(Who who) {
    SearchTarget all = this;
    return new Part(this) {
      @Override
      boolean counts() {
        return all.counts();
      }

      @Override
      Predicate<Node> watch() {
        return all.watch();
      }

      @Override
      int hits(Step step, int instructions, int hart, long task) {
        return who.is(hart, task) ? all.hits(step, instructions, hart, task) : 0;
      }

      @Override
      boolean trap(Packet.Exception packet, int hart, long task, int addressSpace, long clock) {
        return who.is(hart, task) && all.trap(packet, hart, task, addressSpace, clock);
      }

      @Override
      boolean is(LogMark.State state, long clock) {
        return who.is(state.hart(), state.task());
      }
    };
  }

  /** A part of another target's stops. */
  private abstract static class Part extends SearchTarget {
    private final SearchTarget all;

    Part(SearchTarget all) {
      this.all = all;
    }

    /** Whether this part holds a stop of the other target with this state, at a clock. */
    abstract boolean is(LogMark.State state, long clock);

    @Override
    BitSet segments(TraceMap map) {
      return all.segments(map);
    }

    @Override
    boolean maybe(SegmentLog log, int entry) {
      return all.maybe(log, entry);
    }

    @Override
    boolean at(SegmentLog log, int entry, int offset) {
      return all.at(log, entry, offset) && is(log.stateBefore(entry), log.clockAt(entry));
    }
  }
}
