package bbt.reconstruct.walk;

/**
 * Steps that lead back to the first one and leave nothing in the trace: a guest that waits in a
 * loop without a branch. How often they were walked follows from the count, so a walk need not go
 * round, however many billions of times the guest did.
 *
 * <p>Nobody hears of the rounds: no step in it is watched, and it has no call and at most one jump
 * that a {@link FlowListener} was told of, the first time.
 *
 * @param first where it begins and ends
 * @param instructions of a round
 * @param hashFactor the running hash after a round is {@code hash * hashFactor + hashTerm}
 */
record Circle(Step first, long instructions, long hashFactor, long hashTerm) {

  /**
   * The one in which a walk is that stands before a step.
   *
   * @param steps how far to look
   * @param cache the pages that the address space shows
   * @return null if there is none
   */
  static Circle from(Step first, int steps, View[] cache) {
    long instructions = 0;
    long factor = 1;
    long term = 0;
    int jumps = 0;
    Step step = first;
    for (int i = 0; i < steps; i++) {
      if (step.kind != Step.FIXED
          || step.calls
          || step.watched
          || HotLoop.unusable(step.next, step, cache)) {
        return null;
      }
      jumps += step.nextEdge == Step.NO_EDGE ? 0 : 1;
      if (jumps > 1) {
        return null;
      }
      instructions += step.count;
      factor *= step.place.hashFactor();
      term = term * step.place.hashFactor() + step.place.hashTerm();
      step = step.next;
      if (step == first) {
        return new Circle(first, instructions, factor, term);
      }
    }
    return null;
  }

  /** Walks as many rounds as end before a count. */
  void turn(long limit, WalkState at, CountWindow window) {
    long rounds = (limit - 1 - at.retired) / instructions;
    if (rounds <= 0) {
      return;
    }
    if (window.counts(at.retired)) {
      Step step = first;
      do {
        window.counter().step(step, rounds);
        step = step.next;
      } while (step != first);
    }
    at.hash = at.hash * power(hashFactor, rounds) + hashTerm * sum(hashFactor, rounds);
    at.retired += rounds * instructions;
  }

  private static long power(long factor, long times) {
    long product = 1;
    long square = factor;
    for (long left = times; left != 0; left >>>= 1) {
      if ((left & 1) != 0) {
        product *= square;
      }
      square *= square;
    }
    return product;
  }

  /** 1 + factor + factor to the power of 2 ... so many terms. */
  private static long sum(long factor, long terms) {
    long sum = 0;
    // Of so many terms as the bits of "terms" say that were looked at: doubled, and one more.
    for (int bit = 63 - Long.numberOfLeadingZeros(terms); bit >= 0; bit--) {
      long half = terms >>> (bit + 1);
      sum += sum * power(factor, half);
      if ((terms >>> bit & 1) != 0) {
        sum = sum * factor + 1;
      }
    }
    return sum;
  }
}
