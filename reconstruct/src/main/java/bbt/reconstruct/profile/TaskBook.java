package bbt.reconstruct.profile;

import bbt.packets.SidebandRecord;
import java.util.HashMap;
import java.util.Map;

/** The stacks of all tasks: which one a hart executes, what they are called, when they end. */
final class TaskBook {
  private final Stacks stacks;
  private final Ledger ledger;
  private final Map<Long, TaskStack> tasks = new HashMap<>();

  /** A task that a hart alone knows: none yet, or one that another hart executes, too. */
  private record OwnTask(int hart, long task) {}

  private final Map<OwnTask, TaskStack> ownTasks = new HashMap<>();

  TaskBook(Stacks stacks, Ledger ledger) {
    this.stacks = stacks;
    this.ledger = ledger;
  }

  /** The current hart executes a task from now on. */
  void take(long id) {
    HartState hart = ledger.hart;
    TaskStack its = id == 0 ? null : of(id);
    if (its == null || (its.hart >= 0 && its.hart != hart.number)) {
      its = ownTasks.computeIfAbsent(new OwnTask(hart.number, id), k -> new TaskStack(stacks, id));
    }
    its.hart = hart.number;
    hart.taskId = id;
    hart.task = its;
    ledger.task = its;
  }

  private TaskStack of(long id) {
    return tasks.computeIfAbsent(id, k -> new TaskStack(stacks, id));
  }

  /** A task's name is said. */
  void name(SidebandRecord.Task named) {
    TaskStack t = of(named.task());
    Task its = t.task;
    boolean current = t == ledger.task;
    boolean elsewhere = !current && t.hart >= 0; // another hart is in the middle of it
    if (its.pid != -1 && named.pid() != -1 && its.pid != named.pid() && !elsewhere) {
      its = usedAgain(t, named);
    }
    its.pid = named.pid();
    its.name = named.name();
    if (t.thread) {
      return; // its program is its process's
    }
    Program p = t.program;
    // What the kernel itself executes is named when it begins, not before: its thread had another.
    boolean begins = current && p != null && named.retired() == p.since;
    if (begins || (p != null && (p.provisional || p.name == null))) {
      p.name = named.name();
      p.provisional = false;
    }
  }

  /** The task_struct was used again: what it did in an earlier life says nothing of this one. */
  private Task usedAgain(TaskStack t, SidebandRecord.Task named) {
    t.program = null;
    if (t == ledger.task) {
      currentAgain(t, named);
    } else {
      // The current task's frames are no outer calls of its frames.
      if (ledger.task != null) {
        ledger.task.suspend();
      }
      end(t);
      if (ledger.task != null) {
        ledger.task.unsuspend();
      }
      t.task = stacks.task(named.task(), named.pid());
    }
    return t.task;
  }

  private void currentAgain(TaskStack t, SidebandRecord.Task named) {
    HartState hart = ledger.hart;
    // Notes come late at a trace's end or in a gap.
    long at = ledger.at(Math.max(named.retired(), hart.raw));
    ledger.segment(at);
    t.discard(ledger.clock(at));
    t.task = stacks.task(named.task(), named.pid());
    t.push(hart.current, TaskStack.NO_LINK, ledger.clock(at), FrameListener.How.ROOT);
    ledger.reselect(at);
    if (ledger.counts()) {
      t.task.switches++;
    }
    ledger.newMode();
    ledger.runs(hart.current, at);
  }

  /** All tasks end, and none is executed now. */
  void endAll() {
    tasks.values().forEach(this::end);
    ownTasks.values().forEach(this::end);
  }

  /** A task that is not executed now ends. */
  private void end(TaskStack suspended) {
    stacks.now = suspended.stoppedAt;
    stacks.cycles = suspended.stoppedCycles - suspended.cycleOffset;
    suspended.unsuspend();
    end(suspended, suspended.stopped);
  }

  /** A task that is executed ends. */
  void end(TaskStack running, long clock) {
    running.discard(clock);
    running.resumed = -1;
    running.leaves(clock);
    running.hart = -1;
  }
}
