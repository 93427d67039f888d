package bbt.reconstruct.edit;

import java.util.Set;

/**
 * A part of a run: a range of the clock, and some of the harts.
 *
 * @param from first instruction of all harts, as the clock before it
 * @param to the clock behind the last one; {@link Long#MAX_VALUE} for the end of the run
 * @param harts which ones; empty: all
 */
public record Window(long from, long to, Set<Integer> harts) {
  /** All of a run. */
  public static final Window ALL = new Window(0, Long.MAX_VALUE, Set.of());

  /** Takes a copy of the harts. */
  public Window {
    harts = Set.copyOf(harts);
  }

  boolean has(int hart, long clock) {
    return clock >= from && clock < to && (harts.isEmpty() || harts.contains(hart));
  }

  /** The next clock behind one at which it begins or ends. */
  long edgeAfter(long clock) {
    return clock < from ? from : clock < to ? to : Long.MAX_VALUE;
  }
}
