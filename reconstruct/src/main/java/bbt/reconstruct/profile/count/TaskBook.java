package bbt.reconstruct.profile.count;

import bbt.packets.SidebandRecord;
import bbt.reconstruct.stack.TaskStacks;
import java.util.Map;

/** Keeps the call stacks and names of all tasks. */
final class TaskBook extends TaskStacks<TaskStack> {
  private final Stacks stacks;
  private final Attribution attribution;
  private final FunctionTable functions;
  private final CurrentProgram program;

  TaskBook(
      Stacks stacks, Attribution attribution, FunctionTable functions, CurrentProgram program) {
    this.stacks = stacks;
    this.attribution = attribution;
    this.functions = functions;
    this.program = program;
  }

  @Override
  protected TaskStack first(Key key) {
    return new TaskStack(stacks, functions, key.task());
  }

  @Override
  protected void executes(TaskStack stack) {
    attribution.task = stack;
    program.enter(attribution.hart.privilege);
  }

  /** Gives functions what their frames have cost in tasks that no hart executes now. */
  void lendLate(Map<Function, Long> given) {
    each(
        (key, stack) -> {
          if (!stack.isCurrent()) {
            stack.lend(true, given);
          }
        });
  }

  /** A task's name is said. */
  void name(SidebandRecord.Task named) {
    TaskStack t = of(named.task());
    ProfiledTask its = t.task;
    boolean current = t == attribution.task;
    boolean elsewhere = !current && t.isCurrent(); // another hart is in the middle of it
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
  private ProfiledTask usedAgain(TaskStack t, SidebandRecord.Task named) {
    t.program = null;
    if (t == attribution.task) {
      currentAgain(t, named);
    } else {
      endSuspended(t);
      t.task = stacks.task(named.task(), named.pid());
    }
    return t.task;
  }

  private void currentAgain(TaskStack t, SidebandRecord.Task named) {
    ProfiledHart hart = attribution.hart;
    // Notes come late at a trace's end or in a gap.
    long at = attribution.at(Math.max(named.retired(), hart.raw));
    attribution.segment(at);
    t.discard();
    t.task = stacks.task(named.task(), named.pid());
    t.begin(hart.current);
    attribution.reselect(at);
    if (attribution.counts()) {
      t.task.switches++;
    }
    attribution.newMode();
    attribution.runs(hart.current, at);
  }
}
