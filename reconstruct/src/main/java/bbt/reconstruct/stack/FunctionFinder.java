package bbt.reconstruct.stack;

import bbt.reconstruct.walk.graph.Step;

/**
 * Finds the function that code belongs to, of the program that the current hart executes. Where it
 * says null, the stack stays as it is.
 *
 * @param <F> a function: the same one is the same object
 */
@FunctionalInterface
public interface FunctionFinder<F> {
  /**
   * The function that is entered at an address.
   *
   * @param from the step that leads there, or null
   * @param to the step there, or null where the walk has not reached it
   */
  F entered(Step from, Step to, long target);

  /**
   * The function that a return leads into.
   *
   * @param caller that of the frame below
   */
  default F returned(Step to, F caller) {
    return caller;
  }

  /**
   * The function that is executed behind a trap, a return from a trap, a switch or a start.
   *
   * @param top the one that was thought to be
   */
  default F landed(Step to, F top) {
    return top;
  }

  /** The function that a return from a trap leads to that did not go where the trap was taken. */
  default F elsewhere(long target) {
    return null;
  }

  /** Whether an address is a function's first instruction. */
  default boolean startsAt(F function, long target) {
    return true;
  }
}
