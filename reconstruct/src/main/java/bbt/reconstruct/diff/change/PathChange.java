package bbt.reconstruct.diff.change;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A change at one call path. The changes of a tree are disjoint, and their sum is the difference of
 * the totals: a path that only one run has counts with everything below it, one that both have with
 * its own instructions alone.
 *
 * @param path from the outermost frame (the task) to the innermost
 * @param a instructions in A
 * @param b instructions in B
 * @param callsA calls in A
 * @param callsB calls in B
 */
public record PathChange(Fate fate, List<String> path, long a, long b, long callsA, long callsB) {
  /** By absolute change, the largest first. */
  static final Comparator<PathChange> LARGEST =
      Comparator.comparingLong((PathChange p) -> Math.abs(p.change())).reversed();

  public PathChange {
    path = List.copyOf(path);
  }

  /** Instructions of B minus those of A. */
  public long change() {
    return b - a;
  }

  /** All changes of a tree, the largest first. */
  static List<PathChange> of(DiffTree tree) {
    record At(int node, Fate fate, long a, long b) {}
    List<At> found = new ArrayList<>();
    boolean[] covered = new boolean[tree.size()];
    for (int n = 0; n < tree.size(); n++) {
      if (n != DiffTree.ROOT && covered[tree.parent(n)]) {
        covered[n] = true;
        continue;
      }
      long a = tree.inclusiveA(n);
      long b = tree.inclusiveB(n);
      if ((a == 0) != (b == 0)) {
        covered[n] = true;
        found.add(new At(n, a == 0 ? Fate.APPEARED : Fate.VANISHED, a, b));
      } else if (tree.selfA(n) != tree.selfB(n)) {
        found.add(new At(n, Fate.CHANGED, tree.selfA(n), tree.selfB(n)));
      }
    }
    found.sort(
        Comparator.comparingLong((At at) -> Math.abs(at.b() - at.a()))
            .reversed()
            .thenComparingInt(At::node));
    List<PathChange> changes = new ArrayList<>(found.size());
    for (At at : found) {
      changes.add(
          new PathChange(
              at.fate(),
              tree.path(at.node()),
              at.a(),
              at.b(),
              tree.callsA(at.node()),
              tree.callsB(at.node())));
    }
    return changes;
  }
}
