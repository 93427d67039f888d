package bbt.reconstruct.walk;

/**
 * Several steps walked as one: from a step, with the next {@value #BITS} branch bits known, to
 * where something else is needed. Only within one view, and without an edge that a listener must
 * hear of, so a run is valid as long as its first step is.
 */
class Run {
  /** Bits that select a run. */
  static final int BITS = 8;

  /** Executions of a step after which runs from it are made: they cost a kilobyte and more. */
  static final int HOT = 256;

  /** Longer runs gain nothing, and a loop without branches must end. */
  private static final int MAX_STEPS = 64;

  /** Fewer steps gain nothing. */
  private static final int MIN_STEPS = 2;

  /** A run that is not worth it: the step is walked alone. */
  static final Run NONE = new Run(null, Integer.MAX_VALUE, 0, 0, 0);

  /** The step after the last one. */
  final Step end;

  /** Instructions. */
  final int count;

  /** Branch bits consumed. */
  final int bits;

  /** The running hash after the run is {@code hash * hashFactor + hashTerm}. */
  final long hashFactor;

  final long hashTerm;

  /** One that is counted. The others do without the field: a walk has some 100,000 of them. */
  static final class Counted extends Run {
    /** Times that it was walked while blocks were counted, and not yet added to their counts. */
    long uses;

    private Counted(Step end, int count, int bits, long hashFactor, long hashTerm) {
      super(end, count, bits, hashFactor, hashTerm);
    }

    /**
     * Adds {@link #uses} to the counts of the run's steps and clears it.
     *
     * @param first the step that it starts from
     * @param ahead the bits that select it there
     */
    void spread(Step first, int ahead, BlockCounter counter) {
      long times = uses;
      uses = 0;
      Step step = first;
      int left = ahead;
      for (int rest = count; rest > 0; ) {
        boolean branch = step.kind == Step.BRANCH;
        boolean taken = branch && (left & 1) != 0;
        counter.add(step, times, taken ? times : 0);
        rest -= step.count;
        left = branch ? left >>> 1 : left;
        // Not by the step's links: when code changes, they may be led into the new view.
        long to = branch && !taken ? step.place.link() : step.place.target();
        step = first.view.steps[View.slot(to)];
      }
    }
  }

  private Run(Step end, int count, int bits, long hashFactor, long hashTerm) {
    this.end = end;
    this.count = count;
    this.bits = bits;
    this.hashFactor = hashFactor;
    this.hashTerm = hashTerm;
  }

  /**
   * The run from a step; {@link #NONE} when it would be too short. Made of links that exist: a run
   * through code met later is short for ever, which the hot threshold makes rare.
   *
   * @param counted whether blocks are counted: it is a {@link Counted} then, or NONE
   */
  static Run from(Step first, int bits, boolean counted) {
    Step step = first;
    int steps = 0;
    int count = 0;
    int used = 0;
    long factor = 1;
    long term = 0;
    while (steps < MAX_STEPS && !step.calls && !step.watched) {
      Step next;
      byte edge;
      int cost = 0;
      if (step.kind == Step.FIXED) {
        next = step.next;
        edge = step.nextEdge;
      } else if (step.kind == Step.BRANCH && used < BITS) {
        boolean taken = (bits >>> used & 1) != 0;
        next = taken ? step.taken : step.next;
        edge = taken ? step.takenEdge : step.nextEdge;
        cost = 1;
      } else {
        break;
      }
      if (next == null
          || edge != Step.NO_EDGE
          || next.view != first.view
          || next.secondView != null
          || step.secondView != null) {
        break;
      }
      steps++;
      used += cost;
      count += step.count;
      term = term * step.place.hashFactor() + step.place.hashTerm();
      factor *= step.place.hashFactor();
      step = next;
    }
    if (steps < MIN_STEPS) {
      return NONE;
    }
    return counted
        ? new Counted(step, count, used, factor, term)
        : new Run(step, count, used, factor, term);
  }
}
