package bbt.reconstruct.walk.hart;

import bbt.reconstruct.walk.flow.Rounds;
import bbt.reconstruct.walk.graph.CodeMap;
import bbt.reconstruct.walk.graph.CountWindow;
import bbt.reconstruct.walk.graph.Space;
import bbt.reconstruct.walk.graph.Step;
import bbt.reconstruct.walk.graph.StepCount;
import java.util.ArrayList;
import java.util.List;

/**
 * Steps that lead back to the first one and leave nothing in the trace: a guest that waits in a
 * loop without a branch, or calls without ever returning. How often they were walked follows from
 * the count, so a walk need not go round, however many billions of times the guest did.
 *
 * @param first where it begins and ends
 * @param instructions of a round
 * @param calls of a round; none returns
 * @param heard whether somebody must hear of the rounds: a step is watched, or there are calls, or
 *     jumps between which the function changes. Of one such jump the first time is enough
 * @param hashFactor the running hash after a round is {@code hash * hashFactor + hashTerm}
 */
record Circle(
    Step first, long instructions, int calls, boolean heard, long hashFactor, long hashTerm) {

  /**
   * Finds the circle in which a walk is that stands before a step.
   *
   * @param steps how far to look
   * @return null if there is none
   */
  static Circle from(Step first, int steps, CodeMap code, Space space) {
    long instructions = 0;
    long factor = 1;
    long term = 0;
    int calls = 0;
    int jumps = 0;
    boolean watched = false;
    Step step = first;
    for (int i = 0; i < steps; i++) {
      // Links hold, too, between two pages that take turns in one place of the cache.
      if (step.kind != Step.FIXED
          || step.next == null
          || code.step(space, step.next.pc()) != step.next) {
        return null;
      }
      calls += step.calls ? 1 : 0;
      jumps += step.nextEdge == Step.NO_EDGE ? 0 : 1;
      watched |= step.watched;
      instructions += step.count;
      factor *= step.place.hashFactor();
      term = term * step.place.hashFactor() + step.place.hashTerm();
      step = step.next;
      if (step == first) {
        boolean heard = watched || calls > 0 || jumps > 1;
        return new Circle(first, instructions, calls, heard, factor, term);
      }
    }
    return null;
  }

  /** The number of rounds that end before a count. */
  long rounds(long retired, long limit) {
    return Math.max(0, (limit - 1 - retired) / instructions);
  }

  /** Rounds after which every stack of calls is the same again, if it holds nothing else. */
  int period() {
    return calls == 0 ? 1 : Rounds.CALLS / Math.min(Rounds.CALLS, Integer.lowestOneBit(calls));
  }

  /** Goes so many rounds on: count and hash. */
  void skip(long rounds, WalkState at) {
    at.hash = at.hash * power(hashFactor, rounds) + hashTerm * sum(hashFactor, rounds);
    at.retired += rounds * instructions;
  }

  /** Counts the executions of so many rounds, where they are counted. */
  void count(long rounds, long retired, CountWindow window) {
    if (rounds > 0 && window.counts(retired)) {
      Step step = first;
      do {
        window.counter().step(step, rounds);
        step = step.next;
      } while (step != first);
    }
  }

  /** The execution counts of the circle's steps. */
  Rounds.Numbers executions() {
    List<StepCount> counts = new ArrayList<>();
    Step step = first;
    do {
      counts.add(step.counts());
      step = step.next;
    } while (step != first);
    return new Rounds.Numbers() {
      @Override
      public long[] get() {
        return counts.stream().mapToLong(c -> c.executions).toArray();
      }

      @Override
      public void set(long[] values) {
        for (int i = 0; i < values.length; i++) {
          counts.get(i).executions = values[i];
        }
      }
    };
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
