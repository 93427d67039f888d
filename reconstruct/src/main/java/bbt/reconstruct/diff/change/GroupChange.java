package bbt.reconstruct.diff.change;

import java.util.Arrays;

/**
 * A number that is compared between two groups of runs.
 *
 * @param name of what is counted
 * @param program whose function it is; empty of a total
 * @param a in the runs of the first group, ascending
 * @param b in those of the second
 */
public record GroupChange(String name, String program, long[] a, long[] b) {
  public GroupChange {
    a = a.clone();
    b = b.clone();
    Arrays.sort(a);
    Arrays.sort(b);
  }

  /** The middle of A's values, the mean of both where there are two. */
  public double medianA() {
    return median(a);
  }

  /** The middle of B's values. */
  public double medianB() {
    return median(b);
  }

  /** Median of B minus that of A. */
  public double change() {
    return medianB() - medianA();
  }

  private static double median(long[] sorted) {
    int n = sorted.length;
    return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0;
  }

  /** Whether no value of one group lies between values of the other. */
  public boolean separate() {
    return a[a.length - 1] < b[0] || b[b.length - 1] < a[0];
  }

  /** See {@link RankSum#probability}. */
  public double probability() {
    return RankSum.probability(a, b);
  }
}
