package bbt.reconstruct.diff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the differences of two trees concentrate. A subtree's churn is the sum of the absolute
 * changes in it, so that what one path gained and another lost does not cancel out. From the root,
 * follow the child with the largest churn as long as it has most of its parent's; where that ends
 * is a hotspot. Take its subtree away, and look again. The hotspots are disjoint: what a hotspot
 * inside another's subtree has, the outer one does not count.
 */
final class Hotspots {
  /** A child with this share of the churn stands for its parent. */
  private static final double MOST = 0.6;

  /** A hotspot with less than this share of the whole churn is not worth naming. */
  private static final double LEAST = 0.0005;

  private final DiffTree tree;
  private final int size;
  private final int[] firstChild;
  private final int[] nextSibling;
  private final long[] churn;
  private final long[] a;
  private final long[] b;
  private final boolean[] taken;

  private Hotspots(DiffTree tree) {
    this.tree = tree;
    size = tree.size();
    firstChild = new int[size];
    nextSibling = new int[size];
    Arrays.fill(firstChild, -1);
    churn = new long[size];
    a = new long[size];
    b = new long[size];
    taken = new boolean[size];
    for (int n = size - 1; n >= 0; n--) {
      churn[n] += Math.abs(tree.selfB(n) - tree.selfA(n));
      a[n] = tree.inclusiveA(n);
      b[n] = tree.inclusiveB(n);
      if (n > DiffTree.ROOT) {
        churn[tree.parent(n)] += churn[n];
        nextSibling[n] = firstChild[tree.parent(n)];
        firstChild[tree.parent(n)] = n;
      }
    }
  }

  /** The hotspots of a tree, at most so many, in the order in which they were found. */
  static List<PathChange> of(DiffTree tree, int most) {
    return new Hotspots(tree).find(most);
  }

  private List<PathChange> find(int most) {
    List<PathChange> found = new ArrayList<>();
    long least = Math.max(1, (long) (churn[DiffTree.ROOT] * LEAST));
    while (found.size() < most && churn[DiffTree.ROOT] >= least) {
      int n = DiffTree.ROOT;
      int next = largest(n);
      while (next >= 0 && (n == DiffTree.ROOT || churn[next] >= MOST * churn[n])) {
        n = next;
        next = largest(n);
      }
      if (n == DiffTree.ROOT || churn[n] < least) {
        break;
      }
      found.add(
          new PathChange(
              Fate.of(tree.inclusiveA(n) > 0, tree.inclusiveB(n) > 0, false),
              tree.path(n),
              a[n],
              b[n],
              tree.callsA(n),
              tree.callsB(n)));
      take(n);
    }
    found.sort(PathChange.LARGEST);
    return found;
  }

  private int largest(int node) {
    int best = -1;
    for (int n = firstChild[node]; n >= 0; n = nextSibling[n]) {
      if (!taken[n] && churn[n] > 0 && (best < 0 || churn[n] > churn[best])) {
        best = n;
      }
    }
    return best;
  }

  private void take(int node) {
    taken[node] = true;
    for (int n = tree.parent(node); n >= 0; n = tree.parent(n)) {
      churn[n] -= churn[node];
      a[n] -= a[node];
      b[n] -= b[node];
    }
  }
}
