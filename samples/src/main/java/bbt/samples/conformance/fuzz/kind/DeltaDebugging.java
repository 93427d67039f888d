package bbt.samples.conformance.fuzz.kind;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Minimises a failing list by Zeller and Hildebrandt's ddmin, without its test of the parts by
 * themselves.
 */
public final class DeltaDebugging {
  private DeltaDebugging() {}

  /**
   * Drops pieces while what is left still fails.
   *
   * @param pieces a list that fails
   * @param fails asked for lists that keep the order; expensive
   * @return a part of the list of which no single piece can be dropped
   */
  public static <T> List<T> minimise(List<T> pieces, Predicate<List<T>> fails) {
    List<T> left = List.copyOf(pieces);
    int chunk = Math.max(1, left.size() / 2);
    while (!left.isEmpty()) {
      boolean dropped = false;
      // From the end: what comes after a failure is the first that can go.
      for (int end = left.size(); end > 0; ) {
        int start = Math.max(0, end - chunk);
        List<T> without = new ArrayList<>(left.subList(0, start));
        without.addAll(left.subList(end, left.size()));
        if (fails.test(without)) {
          left = List.copyOf(without);
          dropped = true;
        }
        end = start;
      }
      if (chunk > 1) {
        chunk = (chunk + 1) / 2;
      } else if (!dropped) {
        break;
      }
    }
    return left;
  }
}
