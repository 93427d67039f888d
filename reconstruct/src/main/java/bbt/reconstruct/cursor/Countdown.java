package bbt.reconstruct.cursor;

/** Counts how often a search's target is still to be met. */
public final class Countdown {
  private final SearchTarget target;
  private final long times;
  private long left;

  /**
   * Creates a countdown of a target's occurrences.
   *
   * @param times at least 1
   */
  Countdown(SearchTarget target, long times) {
    this.target = target;
    this.times = times;
    this.left = times;
  }

  SearchTarget target() {
    return target;
  }

  /** The number of times that the target must still be met. */
  long left() {
    return left;
  }

  /** The number of times that the target was met. */
  public long met() {
    return times - left;
  }

  /** Whether it was met as often as was wanted. */
  public boolean isOver() {
    return left <= 0;
  }

  /** Counts so many more occurrences of the target. */
  void meet(long more) {
    left -= more;
  }
}
