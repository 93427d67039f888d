package bbt.reconstruct.walk.graph;

import java.util.List;

/**
 * Decides when executions of blocks are counted: while somebody wants it, and between two retired
 * counts, exactly.
 */
public final class CountWindow {
  /** Null unless blocks are counted. */
  private BlockCounter counter;

  /** Whether they are counted now. */
  private boolean on;

  private long from = Long.MIN_VALUE;
  private long to = Long.MAX_VALUE;

  /** An end of that range in the middle of the step that is executed next: it is passed already. */
  private long passed = Long.MIN_VALUE;

  /** Counts from now on. */
  public void open() {
    counter = new BlockCounter();
    on = true;
  }

  /** Where it is counted; null unless blocks are. */
  public BlockCounter counter() {
    return counter;
  }

  /** Leaves out what comes next, or counts it again. */
  public void counting(boolean now) {
    if (counter == null) {
      throw new IllegalStateException("blocks are not counted");
    }
    on = now;
  }

  /**
   * Restricts it to a range of retired counts.
   *
   * @param first first instruction that counts, as the count before it
   * @param end the count behind the last one
   */
  public void between(long first, long end) {
    from = first;
    to = end;
  }

  /** Whether instructions from this count on are counted. */
  public boolean counts(long retired) {
    return on && inside(Math.max(retired, passed));
  }

  private boolean inside(long count) {
    return count >= from && count < to;
  }

  /** The next count at which counting begins or ends. */
  public long nextEdge(long retired) {
    if (counter == null) {
      return Long.MAX_VALUE;
    }
    long count = Math.max(retired, passed);
    return count < from ? from : count < to ? to : Long.MAX_VALUE;
  }

  /** Counting begins or ends inside a step, of which all will be executed. */
  public void passEdge(Step step, long edge, long retired) {
    boolean before = counts(retired);
    passed = edge;
    if (counts(retired) != before) {
      counter.partial(step, (int) (edge - retired), before ? 1 : -1);
    }
  }

  /** The first instructions of a step are executed, and no more: those that count are counted. */
  public void partial(Step step, int instructions, long retired) {
    if (!on) {
      return;
    }
    int first = (int) Math.clamp(distance(from, retired), 0, instructions);
    int end = (int) Math.clamp(distance(to, retired), 0, instructions);
    if (first < end) {
      counter.partial(step, end, 1);
      if (first > 0) {
        counter.partial(step, first, -1);
      }
    }
  }

  private static long distance(long count, long retired) {
    return count == Long.MIN_VALUE || count == Long.MAX_VALUE ? count : count - retired;
  }

  /** The hart goes on in another mode or address space, as {@link BlockCounter#enter} says. */
  public void enter(int privilege, int space, boolean shared) {
    if (counter != null) {
      counter.enter(privilege, space, shared);
    }
  }

  /** Returns the counts, in no order; empty unless blocks are counted. */
  public List<BlockCount> all() {
    return counter == null ? List.of() : counter.counts();
  }
}
