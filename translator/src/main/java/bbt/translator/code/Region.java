package bbt.translator.code;

import bbt.translator.hart.Hart;

/**
 * A region: several nodes of one page, compiled to one JVM method.
 *
 * <p>{@link #run} returns with {@code cpu.pc}, {@code cpu.budget}, {@code cpu.recordPointer} and
 * {@code cpu.verifyHash} written back, either at a node's start, or in the middle of a node where
 * only the interpreter can go on: then {@code cpu.nodeStart} is the virtual address of that node,
 * {@code cpu.partial} the number of its instructions already retired, and {@code cpu.budget} is as
 * at the node's start. It throws {@link bbt.translator.hart.GuestTrap} with {@code cpu.pc} at the
 * faulting instruction, {@code cpu.budget} exact, {@code cpu.partial} 0 and the open path already
 * recorded.
 */
public abstract class Region {
  /**
   * Most instructions that can retire before the budget is tested again, at least 1: run it only
   * with at least this budget. {@code Long.MAX_VALUE} once the page's bytes have changed.
   */
  private long longestPath;

  protected Region(long longestPath) {
    this.longestPath = longestPath;
  }

  /** Whether a budget suffices for the region, and it has not been dropped. */
  public final boolean fits(long budget) {
    return longestPath <= budget;
  }

  /** Budget that the region needs; {@code Long.MAX_VALUE} when it was dropped. */
  public final long longestPath() {
    return longestPath;
  }

  /** The code is no longer what the page's bytes say: never runs again. */
  final void drop() {
    longestPath = Long.MAX_VALUE;
  }

  /**
   * Executes from the given entry.
   *
   * @param slot slot in the page of the entry, one where the region was installed
   */
  public abstract void run(Hart cpu, int slot);
}
