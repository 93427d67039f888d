package bbt.reconstruct.walk.flow;

import java.util.ArrayList;
import java.util.List;

/**
 * The numbers of a {@link FlowListener} that grow while a walk goes round in a loop which leaves
 * nothing in the trace. Some rounds are told; as many more, as often as it takes, add the same
 * again.
 *
 * @param until retired count before which rounds are alike for the listener
 * @param numbers everything of it that another round changes
 */
public record Rounds(long until, List<Numbers> numbers) {
  /** No numbers grow. */
  public static final Rounds NOTHING = new Rounds(Long.MAX_VALUE, List.of());

  /**
   * Numbers of which each round must be told, and something is kept of each: too many of them are
   * refused.
   */
  public static final Rounds EACH = new Rounds(Long.MIN_VALUE, List.of());

  /**
   * Calls without a return after which a listener's call stack has started anew: a deeper one is a
   * program's that never returns. Such calls told once more leave the same stack, but later.
   */
  public static final int CALLS = 1 << 14;

  /** Some of the numbers; always the same ones in the same order, new ones at the end. */
  public interface Numbers {
    /** Returns a copy of the numbers. */
    long[] get();

    /** Replaces the numbers. */
    void set(long[] values);
  }

  /** Returns the numbers of two listeners that hear the same; null where one is. */
  static Rounds of(Rounds first, Rounds second) {
    if (first == null || second == null) {
      return null;
    }
    if (first == EACH || second == EACH) {
      return EACH;
    }
    List<Numbers> both = new ArrayList<>(first.numbers);
    both.addAll(second.numbers);
    return new Rounds(Math.min(first.until, second.until), both);
  }
}
