package bbt.reconstruct.diff.change;

import bbt.reconstruct.diff.align.FrameKeys;
import bbt.reconstruct.profile.ProfileFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sums up a tree by function; inclusive instructions of recursive ones count once. */
final class FunctionSums {
  private long selfA;
  private long selfB;
  private long inclusiveA;
  private long inclusiveB;
  private long callsA;
  private long callsB;

  /** Nodes of the function on the way to where the walk is. */
  private int active;

  private FunctionSums() {}

  /** All functions of a tree. */
  static List<FunctionChange> of(DiffTree tree) {
    Map<Integer, FunctionSums> sums = new LinkedHashMap<>();
    walk(tree, sums);
    List<FunctionChange> changes = new ArrayList<>();
    sums.forEach(
        (key, s) -> {
          ProfileFrame frame = tree.frameOf(key);
          changes.add(
              new FunctionChange(
                  FrameKeys.title(frame),
                  frame.program(),
                  s.selfA,
                  s.selfB,
                  s.inclusiveA,
                  s.inclusiveB,
                  s.callsA,
                  s.callsB));
        });
    return changes;
  }

  private static void walk(DiffTree tree, Map<Integer, FunctionSums> sums) {
    int size = tree.size();
    int[] first = new int[size];
    int[] next = new int[size];
    Arrays.fill(first, -1);
    for (int n = size - 1; n > DiffTree.ROOT; n--) {
      next[n] = first[tree.parent(n)];
      first[tree.parent(n)] = n;
    }
    // Down to the first child, else on to the next sibling of the node or of a parent of it.
    int node = first[DiffTree.ROOT];
    while (node > DiffTree.ROOT) {
      sums.computeIfAbsent(tree.key(node), k -> new FunctionSums()).enter(tree, node);
      if (first[node] >= 0) {
        node = first[node];
        continue;
      }
      while (node > DiffTree.ROOT && next[node] < 0) {
        sums.get(tree.key(node)).active--;
        node = tree.parent(node);
      }
      if (node > DiffTree.ROOT) {
        sums.get(tree.key(node)).active--;
        node = next[node];
      }
    }
  }

  private void enter(DiffTree tree, int node) {
    selfA += tree.selfA(node);
    selfB += tree.selfB(node);
    callsA += tree.callsA(node);
    callsB += tree.callsB(node);
    if (active++ == 0) {
      inclusiveA += tree.inclusiveA(node);
      inclusiveB += tree.inclusiveB(node);
    }
  }
}
