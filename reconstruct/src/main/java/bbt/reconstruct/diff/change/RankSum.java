package bbt.reconstruct.diff.change;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Tests whether two small groups of numbers may be one: the rank-sum test of Mann and Whitney
 * (1947), two-sided, exact, with mid-ranks for ties. It supposes nothing of how the numbers are
 * spread.
 */
final class RankSum {
  private RankSum() {}

  /**
   * The share of all ways to divide the numbers into groups of these sizes whose rank sums lie at
   * least as far from the middle as the one found.
   *
   * @return 0 to 1; small when the groups differ
   */
  static double probability(long[] a, long[] b) {
    int n = a.length;
    int all = n + b.length;
    long[] sorted = Arrays.copyOf(a, all);
    System.arraycopy(b, 0, sorted, n, b.length);
    Arrays.sort(sorted);
    int[] twice = new int[all];
    int most = 0;
    for (int i = 0; i < all; ) {
      int end = i;
      while (end < all && sorted[end] == sorted[i]) {
        end++;
      }
      for (int k = i; k < end; k++) {
        twice[k] = i + end + 1;
        most += twice[k];
      }
      i = end;
    }
    // ways[k][s]: how many choices of k numbers have twice the rank sum s.
    double[][] ways = new double[n + 1][most + 1];
    ways[0][0] = 1;
    for (int i = 0; i < all; i++) {
      for (int k = Math.min(i, n - 1); k >= 0; k--) {
        for (int s = most - twice[i]; s >= 0; s--) {
          ways[k + 1][s + twice[i]] += ways[k][s];
        }
      }
    }
    int found = 0;
    for (long value : a) {
      int first = lower(sorted, value);
      found += twice[first];
    }
    double middle = (double) most * n / all;
    double far = Math.abs(found - middle);
    double total = 0;
    double extreme = 0;
    for (int s = 0; s <= most; s++) {
      total += ways[n][s];
      if (Math.abs(s - middle) >= far - 1e-9) {
        extreme += ways[n][s];
      }
    }
    return extreme / total;
  }

  private static int lower(long[] sorted, long value) {
    int i = Arrays.binarySearch(sorted, value);
    while (i > 0 && sorted[i - 1] == value) {
      i--;
    }
    return i;
  }

  /**
   * The probability that chance alone separates groups of these sizes, whose values these are: no
   * value of one lies between values of the other, and none is in both.
   */
  static double chance(long[] a, long[] b) {
    long[] all = LongStream.concat(Arrays.stream(a), Arrays.stream(b)).sorted().toArray();
    int ways = all[a.length - 1] < all[a.length] ? 1 : 0;
    ways += all[b.length - 1] < all[b.length] ? 1 : 0;
    return ways * smallest(a.length, b.length) / 2;
  }

  /** The smallest probability that groups of these sizes can have, without ties. */
  static double smallest(int n, int m) {
    double choices = 1;
    for (int i = 1; i <= n; i++) {
      choices = choices * (m + i) / i;
    }
    return Math.min(1, 2 / choices);
  }
}
