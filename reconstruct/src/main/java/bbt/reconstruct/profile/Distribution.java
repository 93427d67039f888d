package bbt.reconstruct.profile;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A distribution of costs: how many times something cost how much. Count, sum, minimum, mean and
 * maximum are exact; percentiles are those of a histogram with two significant digits: at most 1 %
 * too high.
 */
public final class Distribution {
  /** Keeps a histogram of a cause at some 20 kilobytes. */
  private static final int DIGITS = 2;

  private final Histogram histogram = new Histogram(DIGITS);
  private long count;
  private long sum;
  private long minimum = Long.MAX_VALUE;
  private long maximum;

  /**
   * A range of costs and how often they occurred.
   *
   * @param low inclusive
   * @param high inclusive
   */
  public record Bar(long low, long high, long count) {}

  public void add(long value) {
    histogram.recordValue(value);
    count++;
    sum += value;
    minimum = Math.min(minimum, value);
    maximum = Math.max(maximum, value);
  }

  public long count() {
    return count;
  }

  public long sum() {
    return sum;
  }

  /** 0 when there is nothing. */
  public long minimum() {
    return count == 0 ? 0 : minimum;
  }

  public long maximum() {
    return maximum;
  }

  /** 0 when there is nothing. */
  public double mean() {
    return count == 0 ? 0 : (double) sum / count;
  }

  /**
   * The cost that a percentage of the times does not exceed.
   *
   * @param percent 0 to 100
   * @return never above the maximum; 0 when there is nothing
   */
  public long percentile(double percent) {
    return count == 0 ? 0 : Math.min(maximum, histogram.getValueAtPercentile(percent));
  }

  /** The bars of a histogram, each twice as wide as the one before; without empty ones. */
  public List<Bar> bars() {
    List<Bar> bars = new ArrayList<>();
    for (HistogramIterationValue v : histogram.logarithmicBucketValues(1, 2)) {
      if (v.getCountAddedInThisIterationStep() > 0) {
        // The first bar holds 0 and 1; each further one starts behind the one before.
        long low = v.getValueIteratedFrom() == 0 ? 0 : v.getValueIteratedFrom() + 1;
        bars.add(new Bar(low, v.getValueIteratedTo(), v.getCountAddedInThisIterationStep()));
      }
    }
    return bars;
  }
}
