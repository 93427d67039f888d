package bbt.reconstruct.diff.align;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Aligns the callees of two calls as sequences: who stands for whom, in order of time.
 *
 * <p>What is the same at both ends is trimmed first. Short sequences are aligned by Needleman and
 * Wunsch's method. Long ones are cut at calls that are the same and occur once in either (patience:
 * the longest increasing subsequence of them), then at functions that were called once; what is
 * left is aligned within a band about the diagonal (Ukkonen), and what is too long for that,
 * halved. So time and memory are bounded, whatever the sequences are.
 */
final class SequenceAligner {
  /** Cells of a table that is filled whole: some 500 calls on either side. */
  private static final long SMALL = 250_000;

  /** Cells of a band, at most. */
  private static final long BAND = 4_000_000;

  /** Half of the narrowest band. */
  private static final int NARROW = 32;

  /** Cuts within cuts: each makes new calls unique. */
  private static final int CUTS = 40;

  private static final long IMPOSSIBLE = Long.MIN_VALUE / 2;

  private static final byte BOTH = 0;
  private static final byte SKIP_A = 1;
  private static final byte SKIP_B = 2;

  /** One in so many is few. */
  private static final int FEW = 4;

  private final CallForest a;
  private final CallForest b;
  private final int[] matchA;
  private final int[] matchB;

  /** Numbers {@code fromA} to {@code toA}, exclusive, against {@code fromB} to {@code toB}. */
  private record Range(int fromA, int toA, int fromB, int toB, int cuts) {
    long cells() {
      return (long) (toA - fromA) * (toB - fromB);
    }
  }

  private final Deque<Range> open = new ArrayDeque<>();

  /**
   * Creates an aligner of the calls of two forests.
   *
   * @param matchA is filled: the node of B that stands for one of A; {@code matchB} the reverse
   */
  SequenceAligner(CallForest a, CallForest b, int[] matchA, int[] matchB) {
    this.a = a;
    this.b = b;
    this.matchA = matchA;
    this.matchB = matchB;
  }

  /** Whether two calls did the same, as far as their trees tell. */
  boolean same(int x, int y) {
    return a.hash(x) == b.hash(y) && a.key(x) == b.key(y) && a.inclusive(x) == b.inclusive(y);
  }

  /** Aligns the callees of two calls. */
  void children(int x, int y) {
    open.push(
        new Range(a.first(x), a.first(x) + a.count(x), b.first(y), b.first(y) + b.count(y), 0));
    while (!open.isEmpty()) {
      align(trimmed(open.pop()));
    }
  }

  private void match(int x, int y) {
    matchA[x] = y;
    matchB[y] = x;
  }

  /** Matches what is the same at both ends, and returns the range between. */
  private Range trimmed(Range r) {
    int fromA = r.fromA();
    int fromB = r.fromB();
    int toA = r.toA();
    int toB = r.toB();
    while (fromA < toA && fromB < toB && same(fromA, fromB)) {
      match(fromA++, fromB++);
    }
    while (fromA < toA && fromB < toB && same(toA - 1, toB - 1)) {
      match(--toA, --toB);
    }
    return new Range(fromA, toA, fromB, toB, r.cuts());
  }

  private void align(Range r) {
    if (r.cells() == 0 || inStep(r)) {
      return;
    }
    if (r.cells() <= SMALL) {
      table(r);
      return;
    }
    if (r.cuts() < CUTS && (cut(r, true) || cut(r, false))) {
      return;
    }
    int lengthA = r.toA() - r.fromA();
    long wide = BAND / (lengthA + 1) - Math.abs(lengthA - (r.toB() - r.fromB()));
    if (wide >= 2 * NARROW) {
      band(r, (int) (wide / 2));
      return;
    }
    int middleA = (r.fromA() + r.toA()) >>> 1;
    int middleB = (r.fromB() + r.toB()) >>> 1;
    open.push(new Range(middleA, r.toA(), middleB, r.toB(), r.cuts()));
    open.push(new Range(r.fromA(), middleA, r.fromB(), middleB, r.cuts()));
  }

  /**
   * Matches calls of the same functions in the same order, if few of those that did not do the same
   * are found elsewhere on the other side: functions were written anew, and that a call costs what
   * another one did is chance.
   */
  private boolean inStep(Range r) {
    int shift = r.fromB() - r.fromA();
    if (r.toA() + shift != r.toB()) {
      return false;
    }
    Map<Long, Integer> inB = new HashMap<>();
    int different = 0;
    for (int x = r.fromA(); x < r.toA(); x++) {
      if (a.key(x) != b.key(x + shift)) {
        return false;
      }
      if (!same(x, x + shift)) {
        different++;
        inB.merge(b.hash(x + shift), 1, Integer::sum);
      }
    }
    int elsewhere = 0;
    for (int x = r.fromA(); x < r.toA(); x++) {
      boolean found = !same(x, x + shift) && inB.merge(a.hash(x), -1, Integer::sum) >= 0;
      elsewhere += found ? 1 : 0;
    }
    if (FEW * elsewhere > different) {
      return false;
    }
    for (int x = r.fromA(); x < r.toA(); x++) {
      match(x, x + shift);
    }
    return true;
  }

  // ---- cutting long sequences

  /** Where a call is: in A, in B; the number of those like it. */
  private static final class Places {
    int inA;
    int inB;
    int countA;
    int countB;

    boolean once() {
      return countA == 1 && countB == 1;
    }
  }

  /**
   * Cuts at calls that are alike and the only ones like it on either side, as many as keep their
   * order.
   *
   * @param whole alike are those that did the same, else those of one function
   */
  private boolean cut(Range r, boolean whole) {
    Map<Long, Places> places = new HashMap<>();
    for (int x = r.fromA(); x < r.toA(); x++) {
      Places p = places.computeIfAbsent(whole ? a.hash(x) : a.key(x), k -> new Places());
      p.inA = x;
      p.countA++;
    }
    for (int y = r.fromB(); y < r.toB(); y++) {
      Places p = places.get(whole ? b.hash(y) : b.key(y));
      if (p != null) {
        p.inB = y;
        p.countB++;
      }
    }
    int[] inA = new int[r.toA() - r.fromA()];
    int[] inB = new int[inA.length];
    int unique = 0;
    for (int x = r.fromA(); x < r.toA(); x++) {
      Places p = places.get(whole ? a.hash(x) : a.key(x));
      if (p.once() && (!whole || same(p.inA, p.inB))) {
        inA[unique] = x;
        inB[unique++] = p.inB;
      }
    }
    if (unique == 0) {
      return false;
    }
    int fromA = r.fromA();
    int fromB = r.fromB();
    for (int i : increasing(inB, unique)) {
      match(inA[i], inB[i]);
      open.push(new Range(fromA, inA[i], fromB, inB[i], r.cuts() + 1));
      fromA = inA[i] + 1;
      fromB = inB[i] + 1;
    }
    open.push(new Range(fromA, r.toA(), fromB, r.toB(), r.cuts() + 1));
    return true;
  }

  /** Indexes of the longest increasing subsequence, by patience sorting. */
  static int[] increasing(int[] values, int length) {
    int[] top = new int[length];
    int[] below = new int[length];
    int piles = 0;
    for (int i = 0; i < length; i++) {
      int low = 0;
      int high = piles;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (values[top[middle]] < values[i]) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      below[i] = low == 0 ? -1 : top[low - 1];
      top[low] = i;
      piles = Math.max(piles, low + 1);
    }
    int[] result = new int[piles];
    int at = piles == 0 ? -1 : top[piles - 1];
    for (int k = piles - 1; k >= 0; k--) {
      result[k] = at;
      at = below[at];
    }
    return result;
  }

  // ---- dynamic programming

  /**
   * The worth of letting two calls stand for each other: more for dear ones, most for the same, for
   * others of one function the more, the more alike their costs and callees are. 0: they cannot.
   */
  private long worth(int x, int y) {
    if (a.key(x) != b.key(y)) {
      return 0;
    }
    long less = Math.min(a.inclusive(x), b.inclusive(y));
    long more = Math.max(a.inclusive(x), b.inclusive(y));
    double alike =
        same(x, y) ? 128 : 16 + 16.0 * less / Math.max(1, more) + 16 * CallForest.alike(a, x, b, y);
    return (long) alike * (4 + (64 - Long.numberOfLeadingZeros(less)));
  }

  /** Fills the whole table of Needleman and Wunsch's method. */
  private void table(Range r) {
    fill(r, 0, 0, r.toB() - r.fromB());
  }

  /**
   * Fills the table for columns that are at most {@code half} from the diagonals through both
   * corners.
   */
  private void band(Range r, int half) {
    int longer = r.toB() - r.fromB() - (r.toA() - r.fromA());
    fill(r, 1, Math.min(0, longer) - half, Math.max(0, longer) + half);
  }

  /**
   * Fills a table and goes the best way through it. Row {@code i} holds the columns {@code slope *
   * i + low} to {@code slope * i + high}, as far as they are there.
   */
  private void fill(Range r, int slope, int low, int high) {
    int n = r.toA() - r.fromA();
    int m = r.toB() - r.fromB();
    int width = high - low + 1;
    long[] next = new long[width];
    long[] row = new long[width];
    byte[] step = new byte[Math.multiplyExact(n + 1, width)];
    for (int i = n; i >= 0; i--) {
      Arrays.fill(row, IMPOSSIBLE);
      int from = slope * i + low;
      for (int j = Math.min(m, slope * i + high); j >= Math.max(0, from); j--) {
        int c = j - from;
        int below = c - slope; // the same column in the next row
        long best = i == n && j == m ? 0 : IMPOSSIBLE;
        byte how = BOTH;
        if (i < n && j < m && below + 1 < width) {
          long worth = worth(r.fromA() + i, r.fromB() + j);
          best = worth == 0 ? best : next[below + 1] + worth;
        }
        if (i < n && below >= 0 && next[below] > best) {
          best = next[below];
          how = SKIP_A;
        }
        if (j < m && c + 1 < width && row[c + 1] > best) {
          best = row[c + 1];
          how = SKIP_B;
        }
        row[c] = best;
        step[i * width + c] = how;
      }
      long[] swap = next;
      next = row;
      row = swap;
    }
    int i = 0;
    int j = 0;
    while (i < n || j < m) {
      switch (step[i * width + j - slope * i - low]) {
        case SKIP_A -> i++;
        case SKIP_B -> j++;
        default -> match(r.fromA() + i++, r.fromB() + j++);
      }
    }
  }
}
