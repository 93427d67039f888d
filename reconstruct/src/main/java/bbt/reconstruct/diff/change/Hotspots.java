package bbt.reconstruct.diff.change;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Chooses the functions that explain best what changed: with what they call, a change that is large
 * both in itself and beside what the function costs. The weight is change squared by cost, as in a
 * chi-square sum; so {@code start_kernel}, whose billion became a billion and a thousand, says
 * little, and a console driver that vanished says much. Of a chain of calls in which all change by
 * the same, the outermost speaks for all.
 */
final class Hotspots {
  /** Changes are the same when the smaller is this share of the larger. */
  private static final double SAME = 0.8;

  /** An outer function speaks for an inner one if its relative change is this share of that. */
  private static final double SPEAKS = 0.5;

  private Hotspots() {}

  private record Edge(int caller, int callee) {}

  /**
   * The functions with the largest weight, the largest first.
   *
   * @param sums by key, from {@link FunctionSums}
   */
  static List<FunctionChange> of(DiffTree tree, Map<Integer, FunctionChange> sums) {
    Map<Edge, Long> edges = new HashMap<>();
    for (int n = 1; n < tree.size(); n++) {
      int parent = tree.parent(n);
      if (parent != DiffTree.ROOT && tree.key(parent) != tree.key(n)) {
        long change = tree.inclusiveB(n) - tree.inclusiveA(n);
        edges.merge(new Edge(tree.key(parent), tree.key(n)), change, Long::sum);
      }
    }
    Set<Integer> spokenFor = new HashSet<>();
    edges.forEach(
        (edge, change) -> {
          FunctionChange caller = sums.get(edge.caller());
          FunctionChange callee = sums.get(edge.callee());
          if (same(change, callee.inclusiveChange())
              && same(caller.inclusiveChange(), callee.inclusiveChange())
              && relative(caller) >= SPEAKS * relative(callee)) {
            spokenFor.add(edge.callee());
          }
        });
    List<FunctionChange> found = new ArrayList<>();
    sums.forEach(
        (key, f) -> {
          if (f.inclusiveChange() != 0 && !spokenFor.contains(key)) {
            found.add(f);
          }
        });
    found.sort(
        Comparator.comparingDouble(Hotspots::weight)
            .reversed()
            .thenComparing(FunctionChange::program)
            .thenComparing(FunctionChange::name));
    return found;
  }

  private static boolean same(long x, long y) {
    return Long.signum(x) == Long.signum(y)
        && Math.min(Math.abs(x), Math.abs(y)) >= SAME * Math.max(Math.abs(x), Math.abs(y));
  }

  private static double relative(FunctionChange f) {
    return Math.abs(f.inclusiveChange())
        / (double) Math.max(1, Math.max(f.inclusiveA(), f.inclusiveB()));
  }

  private static double weight(FunctionChange f) {
    return Math.abs(f.inclusiveChange()) * relative(f);
  }
}
