package bbt.reconstruct.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A tree of calls with their costs: one node for each call path. Immutable.
 *
 * <p>Nodes are numbered in depth-first order, children by descending inclusive instructions (ties
 * by frame). So node 0 is the root, a parent's number is smaller than its children's, and the
 * subtree of {@code n} is the range {@code n} to {@code end(n)}, exclusive; no walk over it needs
 * recursion:
 *
 * <pre>
 *   for (int n = 0; n &lt; tree.size(); n++) {
 *     ProfileFrame frame = tree.frame(n);
 *     ... tree.depth(n), tree.self(n), tree.inclusive(n), tree.calls(n)
 *   }
 * </pre>
 *
 * <p>The inclusive instructions of a node are the sum of self over its subtree, those of the root
 * are all instructions. Recursion makes nodes below each other; {@link CallGraph} counts it once.
 */
public final class CallTree {
  public static final int ROOT = 0;

  private final List<ProfileFrame> frames;
  private final int[] frame;
  private final int[] parent;
  private final int[] end;
  private final int[] depth;
  private final long[] self;
  private final long[] inclusive;
  private final long[] calls;
  private final long[] cycles;
  private final long[] inclusiveCycles;

  private CallTree(List<ProfileFrame> frames, TreeBuilder grown) {
    this.frames = List.copyOf(frames);
    int size = grown.size();
    long[] sum = new long[size];
    int[] children = new int[size];
    for (int n = size - 1; n >= 0; n--) {
      sum[n] += grown.self(n);
      if (n > 0) {
        sum[grown.parent(n)] += sum[n];
        children[grown.parent(n)]++;
      }
    }
    int[] order = depthFirst(grown, sum, children);
    int[] number = new int[size];
    for (int i = 0; i < size; i++) {
      number[order[i]] = i;
    }
    frame = new int[size];
    parent = new int[size];
    end = new int[size];
    depth = new int[size];
    self = new long[size];
    inclusive = new long[size];
    calls = new long[size];
    cycles = grown.hasCycles() ? new long[size] : null;
    inclusiveCycles = grown.hasCycles() ? new long[size] : null;
    for (int i = 0; i < size; i++) {
      int n = order[i];
      frame[i] = grown.frame(n);
      parent[i] = n == 0 ? -1 : number[grown.parent(n)];
      depth[i] = n == 0 ? 0 : depth[parent[i]] + 1;
      self[i] = grown.self(n);
      inclusive[i] = sum[n];
      calls[i] = grown.calls(n);
      if (cycles != null) {
        cycles[i] = grown.cycles(n);
      }
    }
    for (int i = size - 1; i >= 0; i--) {
      end[i] = Math.max(end[i], i + 1);
      if (cycles != null) {
        inclusiveCycles[i] += cycles[i];
      }
      if (i > 0) {
        end[parent[i]] = Math.max(end[parent[i]], end[i]);
        if (cycles != null) {
          inclusiveCycles[parent[i]] += inclusiveCycles[i];
        }
      }
    }
  }

  /**
   * A tree in its final order.
   *
   * @param frames by number; {@link ProfileFrame#ALL} is the first
   */
  public static CallTree of(List<ProfileFrame> frames, TreeBuilder grown) {
    return new CallTree(frames, grown);
  }

  /** Grown nodes in depth-first order, siblings as they are to stand. */
  private static int[] depthFirst(TreeBuilder grown, long[] sum, int[] children) {
    int size = grown.size();
    int[] first = new int[size + 1];
    for (int n = 0; n < size; n++) {
      first[n + 1] = first[n] + children[n];
    }
    int[] filled = Arrays.copyOf(first, size);
    Integer[] child = new Integer[Math.max(0, size - 1)];
    for (int n = 1; n < size; n++) {
      child[filled[grown.parent(n)]++] = n;
    }
    Comparator<Integer> order =
        Comparator.comparingLong((Integer n) -> sum[n])
            .reversed()
            .thenComparingInt(n -> grown.frame(n));
    for (int n = 0; n < size; n++) {
      if (children[n] > 1) {
        Arrays.sort(child, first[n], first[n + 1], order);
      }
    }
    int[] result = new int[size];
    int[] stack = new int[size];
    int depth = 0;
    stack[depth++] = ROOT;
    for (int i = 0; depth > 0; i++) {
      int n = stack[--depth];
      result[i] = n;
      for (int k = first[n + 1] - 1; k >= first[n]; k--) {
        stack[depth++] = child[k];
      }
    }
    return result;
  }

  /** Number of nodes, the root included. */
  public int size() {
    return frame.length;
  }

  /** All frames; a node's is {@code frames().get(frameNumber(node))}. Shared by trees of a run. */
  public List<ProfileFrame> frames() {
    return frames;
  }

  public int frameNumber(int node) {
    return frame[node];
  }

  public ProfileFrame frame(int node) {
    return frames.get(frame[node]);
  }

  /** The parent of a node; -1 for the root. */
  public int parent(int node) {
    return parent[node];
  }

  /** The depth of a node; 0 for the root. */
  public int depth(int node) {
    return depth[node];
  }

  /** The node after the subtree of a node. */
  public int end(int node) {
    return end[node];
  }

  /** The costliest child, or -1. */
  public int firstChild(int node) {
    return end[node] > node + 1 ? node + 1 : -1;
  }

  /** The next costliest child of the same parent, or -1. */
  public int nextSibling(int node) {
    return node != ROOT && end[node] < end[parent[node]] ? end[node] : -1;
  }

  /** Instructions in the frame itself. */
  public long self(int node) {
    return self[node];
  }

  /** Instructions in the frame and everything below it. */
  public long inclusive(int node) {
    return inclusive[node];
  }

  /**
   * The calls and tail calls that arrived at a function's first instruction, or the times that a
   * trap was taken; 0 for other nodes.
   */
  public long calls(int node) {
    return calls[node];
  }

  /** Whether cycles were counted (a cost model was given). */
  public boolean hasCycles() {
    return cycles != null;
  }

  /** Cycles in the frame itself; 0 without a cost model. */
  public long cycles(int node) {
    return cycles == null ? 0 : cycles[node];
  }

  /** Cycles in the frame and everything below it; 0 without a cost model. */
  public long inclusiveCycles(int node) {
    return inclusiveCycles == null ? 0 : inclusiveCycles[node];
  }

  /** Nodes from the root (exclusive) to a node (inclusive). */
  public int[] path(int node) {
    int[] path = new int[depth[node]];
    for (int n = node; n != ROOT; n = parent[n]) {
      path[depth[n] - 1] = n;
    }
    return path;
  }

  /** The tree without its uppermost level: the children of all tasks in one. */
  public CallTree merged() {
    TreeBuilder builder = TreeBuilder.unbounded(hasCycles());
    int[] copy = new int[size()];
    for (int n = 1; n < size(); n++) {
      int to = depth[n] == 1 ? ROOT : builder.child(copy[parent[n]], frame[n]);
      copy[n] = to;
      count(builder, to, n);
    }
    count(builder, ROOT, ROOT);
    return of(frames, builder);
  }

  /**
   * A tree of at most so many nodes: subtrees below the share that this takes are folded into a
   * {@code [deeper]} node each parent, so inclusive costs stay exact.
   *
   * @param nodes at least 1; may be exceeded by the stand-ins
   */
  public CallTree pruned(int nodes) {
    if (size() <= nodes) {
      return this;
    }
    long[] largest = inclusive.clone();
    Arrays.sort(largest);
    long least = largest[size() - nodes];
    TreeBuilder builder = TreeBuilder.unbounded(hasCycles());
    int[] copy = new int[size()];
    for (int n = 0; n < size(); n++) {
      boolean kept = inclusive[n] >= least;
      int to = ROOT;
      if (n != ROOT) {
        to = builder.child(copy[parent[n]], kept ? frame[n] : TreeBuilder.DEEPER);
      }
      copy[n] = to;
      builder.add(to, self[n]);
      if (kept) {
        builder.called(to, calls[n]);
      }
      if (hasCycles()) {
        builder.addCycles(to, cycles[n]);
      }
    }
    return of(frames, builder);
  }

  /**
   * The tree without what is small: of each node, the children with fewer instructions and those
   * that are too deep become one child {@code [below threshold]}, with everything below them.
   * Inclusive costs of the nodes that stay, and all sums, are what they were; the stand-in's calls
   * are those of the functions in it.
   *
   * @param least instructions, callees included, that a node must have; 0 for no such limit
   * @param levels of nodes below the root that stay, stand-ins not counted
   */
  public CallTree trimmed(long least, int levels) {
    List<ProfileFrame> named = new ArrayList<>(frames);
    named.add(ProfileFrame.SMALL);
    int small = frames.size();
    TreeBuilder builder = TreeBuilder.unbounded(hasCycles());
    int[] copy = new int[size()];
    count(builder, ROOT, ROOT);
    int foldedEnd = 0;
    int standIn = ROOT;
    for (int n = 1; n < size(); n++) {
      if (n >= foldedEnd && (inclusive[n] < least || depth[n] > levels)) {
        standIn = builder.child(copy[parent[n]], small);
        foldedEnd = end[n];
      }
      if (n < foldedEnd) {
        builder.add(standIn, self[n]);
        builder.called(standIn, frame(n).kind().isTrap() ? 0 : calls[n]);
        if (hasCycles()) {
          builder.addCycles(standIn, cycles[n]);
        }
        continue;
      }
      copy[n] = builder.child(copy[parent[n]], frame[n]);
      count(builder, copy[n], n);
    }
    return of(named, builder);
  }

  private void count(TreeBuilder builder, int to, int from) {
    builder.add(to, self[from]);
    builder.called(to, calls[from]);
    if (hasCycles()) {
      builder.addCycles(to, cycles[from]);
    }
  }

  /** Receives the nodes that have instructions of their own, with the way to them. */
  @FunctionalInterface
  public interface PathConsumer {
    /**
     * Visits a path.
     *
     * @param path frames from the outermost to the innermost; without the root
     * @param self instructions in the innermost
     */
    void path(List<ProfileFrame> path, long self, int node);
  }

  /** The tree as folded paths: every node with instructions of its own, in order. */
  public void folded(PathConsumer consumer) {
    List<ProfileFrame> path = new ArrayList<>();
    for (int n = 0; n < size(); n++) {
      while (path.size() >= Math.max(1, depth[n])) {
        path.removeLast();
      }
      if (n != ROOT) {
        path.add(frame(n));
      }
      if (self[n] > 0) {
        consumer.path(List.copyOf(path), self[n], n);
      }
    }
  }
}
