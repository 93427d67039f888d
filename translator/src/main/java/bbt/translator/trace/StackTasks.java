package bbt.translator.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Tells which task a hart goes on with when its stack pointer is loaded ({@link
 * ContextRule#STACK}). What it says depends on the guest alone. Guest thread only.
 *
 * <p>A task is the place in physical memory that its stack pointer is loaded from: a field of its
 * control block, whatever its stack pointer is by then, and however often that one was saved while
 * the kernel ran on a stack of its own. Three rules come before this one:
 *
 * <ul>
 *   <li>A stack pointer that is loaded and was there when a task was left, is that task's. So the
 *       code that the machine began with comes back as what it was, and a program whose kernel
 *       keeps its stack pointer elsewhere than that of the kernel's own code for it stays one task.
 *   <li>After a trap from a lower privilege, what the handler loads while the stack pointer is
 *       still the interrupted program's is no task: it takes its own stack.
 *   <li>Unless it goes down again with that very stack pointer, which was a task's then.
 * </ul>
 */
final class StackTasks {
  /** No place. */
  private static final long NONE = -1;

  /** A trap from a lower privilege that a hart handles at a higher one. */
  private static final class Handled {
    /** The stack pointer of what was interrupted. */
    final long interrupted;

    /** Where the handler loaded its own stack pointer from, or {@link #NONE}, and what that was. */
    long place = NONE;

    long stack;

    Handled(long interrupted) {
      this.interrupted = interrupted;
    }
  }

  /** What is known of a hart. */
  private static final class State {
    int privilege;

    /** By the handler's privilege; null: nothing is handled there that came from below. */
    final Handled[] handled = new Handled[4];
  }

  /** Tasks that were left, by the stack pointer that they had then. */
  private final Map<Long, Long> left = new HashMap<>();

  private State[] harts = new State[1];

  /** A hart begins. */
  void begins(int hart, int privilege) {
    if (hart >= harts.length) {
      harts = Arrays.copyOf(harts, hart + 1);
    }
    harts[hart] = new State();
    harts[hart].privilege = privilege;
  }

  /**
   * A hart entered a trap's handler; nothing of it is executed yet.
   *
   * @param privilege the handler's
   * @param stack the stack pointer
   */
  void trapped(int hart, int privilege, long stack) {
    State state = harts[hart];
    if (privilege > state.privilege) {
      state.handled[privilege] = new Handled(stack);
    }
    state.privilege = privilege;
  }

  /**
   * A hart returned from a trap's handler.
   *
   * @param privilege what it has now
   * @param task that it executed
   * @param stack the stack pointer
   * @return the task that it goes on with
   */
  long returned(int hart, int privilege, long task, long stack) {
    State state = harts[hart];
    Handled handled = state.handled[state.privilege];
    long next = task;
    if (privilege < state.privilege) {
      state.handled[state.privilege] = null;
      if (handled != null && handled.place != NONE && handled.stack == stack) {
        next = handled.place;
      }
    }
    state.privilege = privilege;
    return next;
  }

  /**
   * A hart's stack pointer was loaded, and is another now.
   *
   * @param task that the hart executed
   * @param before the stack pointer until then
   * @param now the stack pointer
   * @param place the physical address that it was loaded from
   * @return the task that it goes on with
   */
  long loaded(int hart, long task, long before, long now, long place) {
    State state = harts[hart];
    Handled handled = state.handled[state.privilege];
    if (handled != null && handled.interrupted == before && handled.place == NONE) {
      handled.place = place;
      handled.stack = now;
      return task;
    }
    Long known = left.get(now);
    long next = known != null ? known : place;
    if (next != task) {
      left.remove(now);
      left.put(before, task);
    }
    return next;
  }
}
