package bbt.reconstruct.memory;

import java.util.Arrays;

/**
 * Guesses where branches lead, and learns where they led.
 *
 * <p>Counters begin as "not taken, weakly" and are chosen by the address in halfwords. The return
 * stack is a ring: what is pushed beyond its size overwrites the oldest. A table has no tags: two
 * branches may share an entry.
 */
final class BranchPredictor {
  private final PredictorShape shape;
  private final byte[] counters;
  private final int historyMask;
  private int history;
  private final long[] returns;
  private int top;

  /** Entries of the return stack that hold something. */
  private int depth;

  private final long[] targets;

  BranchPredictor(PredictorShape shape) {
    this.shape = shape;
    counters = new byte[Math.max(1, shape.counters())];
    Arrays.fill(counters, (byte) 1);
    historyMask = (1 << shape.history()) - 1;
    returns = new long[shape.returns()];
    targets = new long[shape.targets()];
  }

  /**
   * A conditional branch.
   *
   * @param backward whether its target is not behind it
   * @return whether it was guessed
   */
  boolean branch(long pc, boolean backward, boolean taken) {
    if (shape.kind() == PredictorShape.Kind.STATIC) {
      return taken == backward;
    }
    int at = (int) (pc >>> 1 ^ history) & counters.length - 1;
    byte counter = counters[at];
    if (shape.kind() == PredictorShape.Kind.GSHARE) {
      history = (history << 1 | (taken ? 1 : 0)) & historyMask;
    }
    counters[at] = (byte) (taken ? Math.min(3, counter + 1) : Math.max(0, counter - 1));
    return counter >= 2 == taken;
  }

  /**
   * A call.
   *
   * @param link where it returns to
   */
  void call(long link) {
    if (returns.length > 0) {
      returns[top] = link;
      top = (top + 1) % returns.length;
      depth = Math.min(depth + 1, returns.length);
    }
  }

  /**
   * A return.
   *
   * @return whether it was guessed
   */
  boolean returned(long pc, long target) {
    if (returns.length == 0) {
      return jump(pc, target);
    }
    if (depth == 0) {
      return false;
    }
    depth--;
    top = (top + returns.length - 1) % returns.length;
    return returns[top] == target;
  }

  /**
   * A jump or call through a register.
   *
   * @return whether it was guessed
   */
  boolean jump(long pc, long target) {
    if (targets.length == 0) {
      return false;
    }
    int at = (int) (pc >>> 1) & targets.length - 1;
    boolean guessed = targets[at] == target;
    targets[at] = target;
    return guessed;
  }
}
