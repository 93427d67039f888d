package bbt.reconstruct.stack;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Keeps the call stacks of all tasks: which of them each hart executes, and when they end.
 *
 * @param <S> a task's stack
 */
public abstract class TaskStacks<S extends FrameStack<?>> {
  /**
   * The key of a stack: a task's, or a hart's before it has a task.
   *
   * @param hart -1 of a task that any hart may go on with. Else only that one has it: no task yet,
   *     or one that another hart was executing, too
   */
  public record Key(int hart, long task) {
    /** The key for a task that a hart executes and no other hart does. */
    public static Key of(long task, int hart) {
      return new Key(task == 0 ? hart : -1, task);
    }
  }

  /** The state of a hart. */
  private static final class Hart<S> {
    /** Null before the hart has started, and in a gap. */
    S stack;

    long task;
  }

  private final Map<Long, S> tasks = new HashMap<>();
  private final Map<Key, S> ownTasks = new HashMap<>();
  private final List<Hart<S>> harts = new ArrayList<>();
  private int number;
  private Hart<S> hart = new Hart<>();

  /** None, with hart 0 as the current one. */
  protected TaskStacks() {
    harts.add(hart);
  }

  /** The stack of a task that is met for the first time. */
  protected abstract S first(Key key);

  /** The current hart executes another task from here on; what it executes is not known yet. */
  protected void executes(S stack) {}

  /** Forgets what suspended tasks do. */
  protected void forget() {
    each((key, stack) -> endLate(stack));
  }

  /** The current hart's stack; null before it has started, and in a gap. */
  public final S stack() {
    return hart.stack;
  }

  /** The task that the current hart was last seen to execute. */
  public final long task() {
    return hart.task;
  }

  /** Goes on with another hart. */
  public void hart(int newNumber) {
    if (newNumber == number) {
      return;
    }
    if (hart.stack != null) {
      hart.stack.away();
    }
    while (harts.size() <= newNumber) {
      harts.add(new Hart<>());
    }
    number = newNumber;
    hart = harts.get(newNumber);
    if (hart.stack != null) {
      hart.stack.back();
    }
  }

  /** Passes all stacks to a consumer. */
  protected final void each(BiConsumer<Key, S> consumer) {
    tasks.forEach((task, stack) -> consumer.accept(new Key(-1, task), stack));
    ownTasks.forEach(consumer);
  }

  /** The stack of a task that any hart may go on with. */
  protected final S of(long task) {
    return tasks.computeIfAbsent(task, k -> first(new Key(-1, task)));
  }

  /** The current hart starts, or goes on behind a gap. */
  public final void start(long pc, long task) {
    start(pc, task, task == 0);
  }

  /**
   * The current hart executes a task.
   *
   * @param own whether no other hart has that stack
   */
  final void start(long pc, long task, boolean own) {
    S its = own ? null : of(task);
    if (its == null || (its.hart >= 0 && its.hart != number)) {
      its = ownTasks.computeIfAbsent(new Key(number, task), this::first);
    }
    its.hart = number;
    hart.task = task;
    hart.stack = its;
    its.resumes();
    executes(its);
    its.executed(pc);
  }

  /**
   * Switches the current hart to a task.
   *
   * @return false if the task is the same: its address space is another one
   */
  public final boolean switchTo(long pc, long task) {
    if (task == hart.task) {
      return false;
    }
    if (hart.stack != null) {
      hart.stack.leaves();
      hart.stack.hart = -1;
    }
    start(pc, task);
    hart.stack.resumed = hart.stack.depth();
    return true;
  }

  /**
   * Nothing more follows of the current hart, or a gap does. In one, suspended tasks may have gone
   * on.
   */
  public final void stop(boolean gap) {
    if (hart.stack != null) {
      end(hart.stack);
      hart.stack = null;
    }
    if (gap || harts.stream().allMatch(each -> each.stack == null)) {
      forget();
    }
  }

  /**
   * Ends the stack of a task whose memory the guest used again for another: that one has no frames
   * yet.
   */
  protected final void endSuspended(S stack) {
    // The current task's frames are no outer calls of its frames.
    if (hart.stack != null) {
      hart.stack.away();
    }
    endLate(stack);
    if (hart.stack != null) {
      hart.stack.back();
    }
  }

  private void endLate(S stack) {
    if (stack.hart < 0) {
      stack.endsLate();
      end(stack);
    }
  }

  private void end(S stack) {
    stack.discard();
    stack.leaves();
    stack.hart = -1;
  }
}
