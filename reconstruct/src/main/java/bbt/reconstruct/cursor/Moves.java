package bbt.reconstruct.cursor;

import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.stack.CallFrame;
import bbt.reconstruct.stack.SavedStack;
import bbt.reconstruct.stack.StackTracker;
import bbt.reconstruct.stack.TaskStacks.Key;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * Moves a cursor with regard to the call stack: over a call, out of a function, to its caller; and
 * all others with the hart to which the user has confined himself. A movement that finds nothing
 * leaves the cursor where it is.
 */
public final class Moves {
  private final TraceCursor cursor;
  private final BooleanSupplier interrupted;
  private final LongConsumer progress;

  /** The only hart whose stops count, or -1. */
  private int hart = -1;

  /** The stacks at the entry that was asked for last. */
  private StackTracker lastStack;

  private SegmentLog lastLog;
  private int lastEntry;

  /**
   * Creates the movements of a cursor.
   *
   * @param interrupted asked now and then whether to give up
   * @param progress is told the common clock now and then
   */
  public Moves(TraceCursor cursor, BooleanSupplier interrupted, LongConsumer progress) {
    this.cursor = cursor;
    this.interrupted = interrupted;
    this.progress = progress;
  }

  /** Confines movements to the stops of this hart; -1 for all. */
  public void confine(int toHart) {
    hart = toHart;
  }

  /** The only hart whose stops count, or -1. */
  public int confined() {
    return hart;
  }

  /** Moves to the nearest stop that is a target. */
  public Outcome to(SearchTarget target, boolean forward) {
    return to(List.of(countdown(target, 1)), forward, null);
  }

  /** Returns a countdown to the stop that is a target for the last of so many times. */
  public Countdown countdown(SearchTarget target, long times) {
    return new Countdown(hart < 0 ? target : target.onHart(hart), times);
  }

  /**
   * Moves to the nearest stop where one of some countdowns is over. They have counted all that was
   * passed, also where none is.
   *
   * @param limit the last stop to look at, or null
   */
  public Outcome to(List<Countdown> wanted, boolean forward, CursorPosition limit) {
    return CursorSearch.run(cursor, wanted, forward, limit, interrupted, progress);
  }

  /**
   * Moves to one of the times that a target is met in the whole trace.
   *
   * @param number 1 the first time, -1 the last
   */
  public Outcome to(SearchTarget target, int number) {
    CursorPosition here = cursor.position();
    boolean forward = number > 0;
    if (forward) {
      cursor.toStart();
    } else {
      cursor.toEnd();
    }
    Countdown left = countdown(target, Math.abs((long) number));
    if (forward && isAt(left.target())) {
      left.meet(1);
    }
    Outcome outcome = left.isOver() ? Outcome.FOUND : to(List.of(left), forward, null);
    if (outcome != Outcome.FOUND) {
      cursor.to(here);
    }
    return outcome;
  }

  /** Whether the cursor stands at a target. */
  private boolean isAt(SearchTarget target) {
    return target.maybe(cursor.log(), cursor.entry())
        && target.at(cursor.log(), cursor.entry(), cursor.offset());
  }

  /** One stop on or back. */
  public Outcome stop(boolean forward) {
    if (hart >= 0) {
      return to(Targets.any(), forward);
    }
    return (forward ? cursor.next() : cursor.previous()) ? Outcome.FOUND : Outcome.NONE;
  }

  /** A frame of a task's stack, by what never changes while it is there. */
  private record StackedFrame(Key key, int index, long clock) {}

  private StackTracker stackHere() {
    SegmentLog log = cursor.log();
    int entry = cursor.entry();
    if (log != lastLog || entry != lastEntry) {
      lastStack = StackReplay.at(cursor.map(), log, entry);
      lastLog = log;
      lastEntry = entry;
    }
    return lastStack;
  }

  private List<CallFrame> framesHere() {
    return stackHere().current().frames();
  }

  /** The key of the stack that the hart executes; in a gap there is none. */
  private Key key() {
    Key key = stackHere().key();
    LogMark.State s = cursor.log().stateBefore(cursor.entry());
    return key == null ? Key.of(s.task(), s.hart()) : key;
  }

  /** The next stop in the same task that is no deeper: over a call, and over interrupts. */
  public Outcome over() {
    CursorPosition here = cursor.position();
    Key key = key();
    int depth = stackHere().depth();
    Outcome one = nextInstruction(key);
    if (one != Outcome.FOUND) {
      cursor.to(here);
      return one;
    }
    StackTracker stack = stackHere();
    if (stack.depth() <= depth) {
      return one;
    }
    Outcome out = leave(new StackedFrame(key, depth, stack.clockOf(depth)));
    if (out != Outcome.FOUND) {
      cursor.to(here);
    }
    return out;
  }

  /** The next instruction of a task. */
  private Outcome nextInstruction(Key key) {
    return instruction(key, true);
  }

  private Outcome instruction(Key key, boolean forward) {
    Outcome outcome = to(instructionsOf(key), forward);
    while (outcome == Outcome.FOUND && !key().equals(key)) {
      outcome = to(instructionsOf(key), forward); // another hart executed the task, too
    }
    return outcome;
  }

  private static SearchTarget instructionsOf(Key key) {
    return new SearchTarget() {
      @Override
      BitSet segments(TraceMap map) {
        return key.task() == 0 ? null : map.segmentsOfTask(key.task());
      }

      @Override
      boolean maybe(SegmentLog log, int entry) {
        LogMark.State s = log.state(entry);
        return (log.step(entry) != null || log.mark(entry).kind() != LogMark.Kind.TRAP)
            && s.task() == key.task()
            && (key.hart() < 0 || s.hart() == key.hart());
      }

      @Override
      boolean at(SegmentLog log, int entry, int offset) {
        return true;
      }
    };
  }

  /** Runs until the innermost function (or handler) has returned. */
  public Outcome out() {
    StackTracker stack = stackHere();
    if (stack.depth() == 0) {
      return Outcome.NONE;
    }
    int top = stack.depth() - 1;
    CursorPosition here = cursor.position();
    Outcome outcome = leave(new StackedFrame(stack.key(), top, stack.clockOf(top)));
    if (outcome != Outcome.FOUND) {
      cursor.to(here);
    }
    return outcome;
  }

  /** Runs until a task is no deeper than below a frame that it has now. */
  private Outcome leave(StackedFrame first) {
    StackedFrame frame = first;
    while (true) {
      Outcome outcome = leaveOnce(frame);
      if (outcome != Outcome.FOUND) {
        return outcome;
      }
      StackTracker stack = stackHere();
      if (stack.depth() <= frame.index()) {
        return outcome;
      }
      // It returned to an instruction that trapped at once: that was no place to stop.
      frame = new StackedFrame(frame.key(), frame.index(), stack.clockOf(frame.index()));
    }
  }

  /** Runs until a frame is no longer there, and its task goes on. */
  private Outcome leaveOnce(StackedFrame frame) {
    TraceMap map = cursor.map();
    int segment = lastWith(map, frame);
    SegmentLog log = cursor.log(segment);
    boolean same = segment == cursor.log().segment;
    int from = same ? cursor.entry() : 0;
    StackTracker tracker = log.tracker(map, from);
    for (int i = log.trackedFrom(from); i < log.size(); i++) {
      if (i >= from && log.stops(i) > 0 && gone(tracker, log, i, frame)) {
        if (log.step(i) != null || log.mark(i).kind() == LogMark.Kind.END) {
          cursor.to(new CursorPosition(segment, i, 0));
          return Outcome.FOUND;
        }
      }
      StackReplay.tell(tracker, log, i);
    }
    if (segment + 1 >= map.segments()) {
      return Outcome.NONE;
    }
    if (interrupted.getAsBoolean()) {
      return Outcome.INTERRUPTED;
    }
    // It is gone where the next segment starts, or the task goes on only later.
    cursor.to(new CursorPosition(segment, lastStop(log), log.stops(lastStop(log)) - 1));
    return nextInstruction(frame.key());
  }

  private static int lastStop(SegmentLog log) {
    int entry = log.size() - 1;
    while (entry > 0 && log.stops(entry) == 0) {
      entry--;
    }
    return entry;
  }

  private static boolean gone(StackTracker tracker, SegmentLog log, int entry, StackedFrame frame) {
    tracker.hart(log.stateBefore(entry).hart());
    return frame.key().equals(tracker.key())
        && (tracker.depth() <= frame.index() || tracker.clockOf(frame.index()) != frame.clock());
  }

  /** The last segment at whose start the frame is still there, or the cursor's own. */
  private int lastWith(TraceMap map, StackedFrame frame) {
    int low = cursor.log().segment;
    int high = map.segments();
    // A frame once gone never comes back.
    while (low + 1 < high) {
      int mid = (low + high) >>> 1;
      SavedStack stack = map.stackBefore(mid, frame.key());
      boolean there =
          stack.depth() > frame.index()
              && stack.frames().get(frame.index()).clock() == frame.clock();
      if (there) {
        low = mid;
      } else {
        high = mid;
      }
    }
    return low;
  }

  /** Moves back to the call instruction, or the trap, by which the innermost frame was entered. */
  public Outcome caller() {
    return caller(0);
  }

  /** Moves back to where a frame, counted from the innermost, was entered. */
  public Outcome caller(int frame) {
    List<CallFrame> frames = framesHere();
    if (frame >= frames.size()) {
      return Outcome.NONE;
    }
    return toEntry(frames, frames.size() - 1 - frame);
  }

  /** Moves back to where a frame, counted from the outermost, was entered. */
  private Outcome toEntry(List<CallFrame> frames, int index) {
    CallFrame frame = frames.get(index);
    long clock = frame.clock();
    Key key = key();
    CursorPosition here = cursor.position();
    if (frame.kind() == CallFrame.Kind.CALL) {
      cursor.toClock(clock - 1);
    } else {
      cursor.toClock(clock);
    }
    // Other stops of that count may come first, even others at that address: a handler whose first
    // instruction traps, and traps again.
    while (cursor.pc() != frame.site()
        || wrongKind(frame)
        || framesHere().size() != index
        || !key().equals(key)) {
      if (cursor.clock() > clock || !cursor.next()) {
        cursor.to(here);
        return Outcome.NONE;
      }
    }
    return Outcome.FOUND;
  }

  private boolean wrongKind(CallFrame frame) {
    boolean trap = frame.kind() == CallFrame.Kind.TRAP;
    return trap != (cursor.kind() == TraceCursor.Kind.TRAP);
  }

  /** The stop before this one in the same task that is no deeper. */
  public Outcome overBack() {
    CursorPosition here = cursor.position();
    Key key = key();
    int depth = stackHere().depth();
    while (true) {
      Outcome one = instruction(key, false);
      if (one != Outcome.FOUND) {
        cursor.to(here);
        return one;
      }
      List<CallFrame> frames = framesHere();
      if (frames.size() <= depth) {
        return one;
      }
      Outcome entry = toEntry(frames, depth);
      if (entry != Outcome.FOUND) {
        cursor.to(here);
        return entry;
      }
      if (cursor.kind() == TraceCursor.Kind.INSTRUCTION) {
        return entry;
      }
      // A trap: what it interrupted comes before it.
    }
  }

  /** Moves to the nearest stop in the same task that is a target, where the stack is so deep. */
  public Outcome toAtDepth(SearchTarget target, boolean forward, Predicate<Integer> depthFits) {
    CursorPosition here = cursor.position();
    Key key = key();
    while (true) {
      Outcome outcome = to(target, forward);
      if (outcome != Outcome.FOUND) {
        cursor.to(here);
        return outcome;
      }
      if (key().equals(key) && depthFits.test(stackHere().depth())) {
        return outcome;
      }
      if (interrupted.getAsBoolean()) {
        cursor.to(here);
        return Outcome.INTERRUPTED;
      }
    }
  }

  /** Depth of the stack here. */
  public int depth() {
    return stackHere().depth();
  }
}
