package bbt.reconstruct.diff.show;

import bbt.reconstruct.diff.change.DiffTree;
import bbt.reconstruct.page.Keys;
import bbt.reconstruct.profile.ProfileFrame;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToLongFunction;

/**
 * Writes the block {@code calls} of a comparison's page: the call paths of both runs, depth first,
 * the costliest children first. What is too small to see, in cost and in change, is summed up as
 * {@code [deeper]} under its caller, so that sums stay exact.
 */
final class TreeBlock {
  /**
   * Paths kept for their cost, and as many for their change: what a browser draws in an instant.
   */
  static final int NODES = 30_000;

  private static final int ROOT = DiffTree.ROOT;

  private final DiffTree tree;
  private final long[] cost;
  private final boolean[] kept;

  private final Map<Object, Integer> numbers = new HashMap<>();
  private final ObjectNode block = JsonNodeFactory.instance.objectNode();
  private final ArrayNode frames = block.putArray("frames");
  private final ArrayNode frame = block.putArray("frame");
  private final ArrayNode depth = block.putArray("depth");
  private final ArrayNode a = block.putArray("a");
  private final ArrayNode b = block.putArray("b");
  private final ArrayNode callsA = block.putArray("callsA");
  private final ArrayNode callsB = block.putArray("callsB");

  private TreeBlock(DiffTree tree, int nodes) {
    this.tree = tree;
    cost = sums(n -> Math.max(tree.selfA(n), tree.selfB(n)));
    long[] change = sums(n -> Math.abs(tree.selfB(n) - tree.selfA(n)));
    long leastCost = least(cost, nodes);
    long leastChange = least(change, nodes);
    kept = new boolean[tree.size()];
    for (int n = 0; n < kept.length; n++) {
      kept[n] = cost[n] >= leastCost || change[n] >= leastChange;
    }
  }

  static ObjectNode of(DiffTree tree) {
    return of(tree, NODES);
  }

  /**
   * Returns the block of a tree.
   *
   * @param nodes paths kept for their cost, and as many for their change
   */
  static ObjectNode of(DiffTree tree, int nodes) {
    return new TreeBlock(tree, nodes).made();
  }

  /** A weight of each node with all below it. */
  private long[] sums(IntToLongFunction weight) {
    long[] sums = new long[tree.size()];
    for (int n = sums.length - 1; n >= 0; n--) {
      sums[n] += weight.applyAsLong(n);
      if (n != ROOT) {
        sums[tree.parent(n)] += sums[n];
      }
    }
    return sums;
  }

  /** The smallest of so many largest values; at least 1, so that what is 0 does not count. */
  private static long least(long[] values, int count) {
    if (values.length <= count) {
      return 0;
    }
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return Math.max(1, sorted[sorted.length - count]);
  }

  private ObjectNode made() {
    int[] stack = new int[tree.size()];
    int[] levels = new int[tree.size()];
    int[][] children = children();
    int open = 1;
    int folded = 0;
    while (open > 0) {
      int node = stack[--open];
      int level = levels[open];
      add(number(node), level, tree.selfA(node), tree.selfB(node));
      callsA.add(tree.callsA(node));
      callsB.add(tree.callsB(node));
      long restA = 0;
      long restB = 0;
      int small = 0;
      for (int child : children[node]) {
        if (kept[child]) {
          stack[open] = child;
          levels[open++] = level + 1;
        } else {
          restA += tree.inclusiveA(child);
          restB += tree.inclusiveB(child);
          small++;
        }
      }
      if (small > 0) {
        add(deeper(), level + 1, restA, restB);
        callsA.add(0);
        callsB.add(0);
        folded += small;
      }
    }
    block.put("folded", folded);
    return block;
  }

  private void add(int number, int level, long selfA, long selfB) {
    frame.add(number);
    depth.add(level);
    a.add(selfA);
    b.add(selfB);
  }

  /** The children of each node, the cheapest first: a stack turns them round. */
  private int[][] children() {
    int size = tree.size();
    int[] count = new int[size];
    for (int n = 1; n < size; n++) {
      count[tree.parent(n)]++;
    }
    Integer[] order = new Integer[size - 1];
    for (int n = 1; n < size; n++) {
      order[n - 1] = n;
    }
    Arrays.sort(
        order,
        (x, y) -> cost[x] != cost[y] ? Long.compare(cost[x], cost[y]) : Integer.compare(y, x));
    int[][] children = new int[size][];
    for (int n = 0; n < size; n++) {
      children[n] = new int[count[n]];
    }
    int[] filled = new int[size];
    for (int n : order) {
      int parent = tree.parent(n);
      children[parent][filled[parent]++] = n;
    }
    return children;
  }

  private int number(int node) {
    // The root's key is that of some frame: it is not asked.
    Object key = node == ROOT ? "all" : (Object) tree.key(node);
    return numbers.computeIfAbsent(
        key,
        k ->
            tree.isTask(node)
                ? frame(ProfileFrame.Kind.TASK, tree.title(node), "")
                : frame(
                    tree.frame(node).kind(), tree.frame(node).name(), tree.frame(node).program()));
  }

  private int deeper() {
    return numbers.computeIfAbsent(
        "deeper", k -> frame(ProfileFrame.Kind.TRUNCATED, "[deeper]", ""));
  }

  private int frame(ProfileFrame.Kind kind, String name, String program) {
    frames.addArray().add(Keys.of(kind)).add(name).add(program);
    return frames.size() - 1;
  }
}
