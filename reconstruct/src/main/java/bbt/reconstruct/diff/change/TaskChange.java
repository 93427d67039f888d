package bbt.reconstruct.diff.change;

import bbt.reconstruct.diff.align.TaskPair;

/**
 * A task in both runs, without the interrupts that came in it; or an interrupt.
 *
 * @param tasks null of an interrupt
 * @param a instructions in A
 * @param b instructions in B
 */
public record TaskChange(String title, TaskPair tasks, long a, long b) {
  /** Instructions of B minus those of A. */
  public long change() {
    return b - a;
  }

  /** Whether it is in both runs or in one, and whether its cost changed. */
  public Fate fate() {
    return Fate.of(a > 0, b > 0, a == b);
  }
}
