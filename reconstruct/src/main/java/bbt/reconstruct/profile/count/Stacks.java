package bbt.reconstruct.profile.count;

import bbt.packets.ExceptionKind;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.profile.ExceptionTally;
import bbt.reconstruct.profile.Timeline;
import bbt.reconstruct.profile.TreeBuilder;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.stack.FrameOrigin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds what the call stacks of all tasks share: where they count to, and who listens. */
final class Stacks {
  final ExceptionTally tally = new ExceptionTally();
  final RawFrames frames;

  /** Null where nobody wants it. */
  final TreeBuilder tree;

  /** The listener; null where nobody listens. */
  final FrameListener listener;

  /** The guest's causes of traps. */
  final TrapCauses causes;

  private final List<ProfiledTask> tasks = new ArrayList<>();

  /** By the function that served it; null where that is not known. */
  private final Map<Function, TrapTally> services = new HashMap<>();

  /** The hart that is walked now, and its retired count: for the listener. */
  int hart;

  long now;

  /** Selected instructions of that hart so far, see {@link Attribution#at}. */
  long at;

  /** Cycles of that hart so far; stays 0 without a cost model. */
  long cycles;

  /** Whether there is a cost model. */
  final boolean costs;

  /** Null where everything is selected. */
  private final SelectionScope scope;

  /**
   * Whether a function's frame means more than its instructions to somebody. If not, which is how
   * most reports are made, each call and each return saves what that would cost.
   */
  final boolean more;

  Stacks(
      TrapCauses causes,
      TreeBuilder tree,
      FrameListener listener,
      SelectionScope scope,
      boolean costs) {
    this.causes = causes;
    this.costs = costs;
    this.tree = tree;
    this.listener = listener;
    this.frames = new RawFrames(causes, listener);
    this.scope = scope;
    this.more = tree != null || listener != null || costs || (scope != null && scope.byFunction());
  }

  /** Whether the instructions inside a function are selected. */
  boolean selects(Function f) {
    Function.Extra x = f.extra;
    if (!x.looked) {
      x.looked = true;
      x.selected =
          scope != null
              && scope.byFunction()
              && scope.function(f.name, f.address, f.program.shown());
    }
    return x.selected;
  }

  /**
   * A task that was not there before.
   *
   * @param pid -1 when not known
   */
  ProfiledTask task(long id, int pid) {
    ProfiledTask task = new ProfiledTask(tasks.size(), id);
    task.selected = scope == null || scope.task(id, pid);
    tasks.add(task);
    frames.add(task);
    if (tree != null) {
      task.node = tree.child(TreeBuilder.ROOT, task.frame);
    }
    return task;
  }

  /** The tally of a system call; of those of which it is not known what served them, for null. */
  TrapTally service(Function f) {
    return services.computeIfAbsent(
        f, k -> new TrapTally(ExceptionKind.SYSTEM_CALL, causes.systemCall(), 0));
  }

  Map<Function, TrapTally> services() {
    return services;
  }

  /** All tasks, by number. */
  List<ProfiledTask> tasks() {
    return tasks;
  }

  /** Tells the listener, which must be there, of a stretch as far as it is in the window. */
  void executed(int task, long from, long to, Timeline.Mode mode, long cause) {
    long start = scope == null ? from : Math.max(from, scope.from());
    long end = scope == null ? to : Math.min(to, scope.to());
    if (start < end) {
      listener.executed(task, hart, start, end, mode, cause);
    }
  }

  void entered(ProfiledTask task, int depth, int frame, FrameOrigin how, ExceptionKind trap) {
    if (listener != null) {
      listener.entered(task.number, hart, now, depth, frame, how, trap);
    }
  }
}
