package bbt.reconstruct.cursor;

import bbt.packets.Packet;
import bbt.reconstruct.stack.StackTracker;
import bbt.reconstruct.stack.TaskStacks.Key;
import bbt.reconstruct.walk.graph.Step;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The instructions that one call of a function executed before and behind a stop, as far as the
 * stop's segment holds: how often each instruction, and which way its branches went.
 */
public final class TakenPath {
  /** Entries to look at in each direction: enough for what a screen shows. */
  private static final int REACH = 200_000;

  private static final class Count {
    int before;
    int after;
    int taken;
    boolean last;
    Boolean next;
  }

  private final Map<Long, Count> counts = new HashMap<>();

  /** By address: what was attempted there and trapped. */
  private final Map<Long, Attempt> attempts = new HashMap<>();

  /** An exception in the place of an instruction, and whether it came before the stop. */
  public record Attempt(Packet.Exception trap, boolean before) {}

  private TakenPath() {}

  /** The path of the call that a cursor stands in. */
  public static TakenPath around(TraceCursor cursor) {
    TakenPath path = new TakenPath();
    SegmentLog log = cursor.log();
    int here = cursor.entry();
    StackTracker stack = StackReplay.at(cursor.map(), log, here);
    int depth = stack.depth();
    long entered = depth == 0 ? 0 : stack.clockOf(depth - 1);
    Key key = stack.key();
    int from = Math.max(0, here - REACH);
    while (from < here && log.clockAt(from) < entered) {
      from++;
    }
    StackTracker tracker = log.tracker(cursor.map(), from);
    for (int i = log.trackedFrom(from); i < from; i++) {
      StackReplay.tell(tracker, log, i);
    }
    int until = Math.min(log.size(), here + REACH);
    for (int i = from; i < until; i++) {
      Step step = log.step(i);
      if (step != null) {
        tracker.hart(log.state(i).hart());
        if (tracker.key().equals(key)) {
          if (i > here && tracker.depth() < depth) {
            break;
          }
          if (tracker.depth() == depth) {
            path.add(
                log, i, step, i < here ? step.node().count() : here == i ? cursor.offset() : 0);
          }
        }
      } else if (log.mark(i).kind() == LogMark.Kind.TRAP) {
        tracker.hart(log.stateBefore(i).hart());
        if (tracker.key().equals(key) && tracker.depth() == depth) {
          path.add((Packet.Exception) log.mark(i).packet(), i < here);
        }
      }
      StackReplay.tell(tracker, log, i);
    }
    return path;
  }

  /** Adds an entry of which the first so many instructions were executed before the stop. */
  private void add(SegmentLog log, int entry, Step step, int done) {
    int executed = log.executed(entry);
    for (int i = 0; i < executed; i++) {
      Count count = counts.computeIfAbsent(step.node().address(i), k -> new Count());
      boolean branch = step.branches() && !step.truncated() && i == step.node().count() - 1;
      boolean taken = branch && log.pcAfter(entry) == step.target();
      if (i < done) {
        count.before++;
        count.taken += taken ? 1 : 0;
        count.last = taken;
      } else {
        count.after++;
        if (branch && count.next == null) {
          count.next = taken;
        }
      }
    }
  }

  private void add(Packet.Exception trap, boolean before) {
    if (trap.cause() >= 0) {
      attempts.putIfAbsent(trap.epc(), new Attempt(trap, before));
    }
  }

  /** The first exception at an address; null where none came. */
  public Attempt attempt(long address) {
    return attempts.get(address);
  }

  private Count count(long address) {
    return counts.getOrDefault(address, new Count());
  }

  /** Times that an instruction was executed before the stop. */
  public int before(long address) {
    return count(address).before;
  }

  /** Times that it will be executed from the stop on. */
  public int after(long address) {
    return count(address).after;
  }

  /** Times that a branch was taken before the stop. */
  public int taken(long address) {
    return count(address).taken;
  }

  /** Whether a branch was taken the last time before the stop. */
  public boolean lastTaken(long address) {
    return count(address).last;
  }

  /** Whether a branch will be taken the next time; empty if it is not executed again. */
  public Optional<Boolean> next(long address) {
    return Optional.ofNullable(count(address).next);
  }
}
