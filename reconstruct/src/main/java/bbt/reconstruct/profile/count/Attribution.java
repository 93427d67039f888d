package bbt.reconstruct.profile.count;

import bbt.reconstruct.profile.TimelineBuilder;
import bbt.reconstruct.select.SelectionScope;

/**
 * Attributes instructions (and cycles) to the function, the task and the hart that they were
 * executed for, as far as they are selected: {@link #at} turns a hart's retired count into a count
 * of selected ones, and every change of function, mode or task settles what came before.
 */
final class Attribution {
  private static final int USER_MODE = 0;

  private final Stacks stacks;

  /** See {@link Stacks#more}. */
  private final boolean more;

  /** Null where everything is selected. */
  private final SelectionScope scope;

  /** Null where nobody wants it. */
  private final TimelineBuilder timeline;

  /** Whether there is a cost model. */
  private final boolean costs;

  /** Switches the counting of blocks; null for none. */
  Profiler.Gate gate;

  /** The hart that is walked now. */
  ProfiledHart hart;

  /** The stack of the hart's task; null before the hart has started. */
  TaskStack task;

  /**
   * Creates an attribution that starts at the first hart.
   *
   * @param scope null where everything is selected
   * @param timeline null where nobody wants it
   * @param first the hart that is walked first
   */
  Attribution(Stacks stacks, SelectionScope scope, TimelineBuilder timeline, ProfiledHart first) {
    this.stacks = stacks;
    this.more = stacks.more;
    this.costs = stacks.costs;
    this.scope = scope;
    this.timeline = timeline;
    this.hart = first;
  }

  /** Tells the gate, if there is one, which of the hart's counts the window is. */
  void tellWindow() {
    if (gate != null && scope != null) {
      long to = scope.to() == Long.MAX_VALUE ? scope.to() : scope.to() - hart.clockOffset;
      gate.window(hart.number, scope.from() - hart.clockOffset, to);
    }
  }

  /** Selected instructions of the hart before a retired count. */
  long at(long retired) {
    if (more) {
      stacks.now = retired;
      stacks.cycles = hart.cycles;
    }
    if (scope == null) {
      hart.raw = retired;
      stacks.at = retired;
    } else {
      stacks.at = hart.settle(retired, scope);
    }
    return stacks.at;
  }

  /** Whether the current instruction is selected. */
  boolean counts() {
    return scope == null || (hart.on && scope.inWindow(hart.raw + hart.clockOffset));
  }

  /** Task, privilege or stack are other ones: finds out anew what is selected. */
  void reselect(long at) {
    if (scope == null) {
      return;
    }
    boolean on =
        hart.selected
            && scope.privilege(hart.privilege)
            && task.task.selected
            && (!scope.byFunction() || task.inside());
    if (on != hart.on) {
      segment(at);
      hart.on = on;
      if (gate != null) {
        gate.on(hart.number, on);
      }
    }
  }

  /** Instructions count for another function from here on. */
  void runs(Function f, long at) {
    ProfiledHart h = hart;
    long spent = at - h.mark;
    h.current.self += spent;
    if (more) {
      spend(spent);
    }
    h.mark = at;
    h.current = f;
  }

  private void spend(long instructions) {
    if (stacks.tree != null) {
      stacks.tree.add(hart.node, instructions);
    }
    if (costs) {
      spendCycles();
    }
    if (stacks.tree != null) {
      hart.node = task.topNode();
    }
  }

  private void spendCycles() {
    ProfiledHart h = hart;
    long cycles = h.cycles - h.cycleMark;
    h.cycleMark = h.cycles;
    h.current.extra.cycles += cycles;
    if (stacks.tree != null) {
      stacks.tree.addCycles(h.node, cycles);
    }
  }

  /** The task or its mode changes here. */
  void segment(long at) {
    ProfiledHart h = hart;
    long spent = at - h.segment;
    if (task != null) {
      task.task.instructions += spent;
      if (h.privilege == USER_MODE) {
        task.task.userInstructions += spent;
      }
      h.instructions += spent;
      task.task.cycles += h.cycles - h.cycleSegment;
      h.totalCycles += h.cycles - h.cycleSegment;
      if (h.on && h.raw > h.segmentRaw) {
        executed(h.segmentRaw + h.clockOffset, h.raw + h.clockOffset);
      }
    }
    h.segment = at;
    h.segmentRaw = h.raw;
    h.cycleSegment = h.cycles;
  }

  private void executed(long from, long to) {
    int number = task.task.number;
    if (timeline != null) {
      timeline.executed(hart.number, from, to, number, hart.mode, task.innermostCause());
    }
    if (stacks.listener != null) {
      stacks.executed(number, from, to, hart.mode, task.innermostCause());
    }
  }

  /** The mode after an event that {@link #segment} has seen coming. */
  void newMode() {
    hart.mode = task.mode(hart.privilege == USER_MODE);
  }

  /** A function was called at its first instruction. */
  void called(Function f) {
    if (counts()) {
      f.calls++;
      if (stacks.tree != null) {
        stacks.tree.called(task.topNode(), 1);
      }
      if (stacks.listener != null) {
        stacks.listener.counted(null);
      }
    }
  }

  /** A trap was taken that counts. */
  void taken(TrapTally cause) {
    cause.count++;
    stacks.tally.taken(cause.kind);
    hart.exceptions[cause.kind.ordinal()]++;
    if (timeline != null) {
      timeline.exception(hart.number, hart.raw + hart.clockOffset, cause.kind);
    }
    if (stacks.listener != null) {
      stacks.listener.counted(cause.kind);
    }
  }
}
