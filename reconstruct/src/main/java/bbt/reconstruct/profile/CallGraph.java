package bbt.reconstruct.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The graph of callers and callees, summed over all paths of a {@link CallTree}. A frame's or an
 * edge's inclusive cost counts only where it is the outermost on its path, so recursion counts
 * once.
 *
 * @param nodes one for each frame that occurs, by descending inclusive instructions
 * @param edges by descending inclusive instructions
 */
public record CallGraph(List<Node> nodes, List<Edge> edges) {
  /**
   * A frame with all its occurrences.
   *
   * @param frame its number in {@link CallTree#frames()}
   */
  public record Node(
      int frame, long self, long inclusive, long calls, long cycles, long inclusiveCycles) {}

  /**
   * A frame directly below another.
   *
   * @param caller number of the upper frame
   * @param callee number of the lower frame
   * @param calls calls that arrived at the callee's first instruction; of a trap times taken
   * @param inclusive instructions in the callee and below it, when called by the caller
   */
  public record Edge(int caller, int callee, long calls, long inclusive, long inclusiveCycles) {}

  public CallGraph {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
  }

  private record Pair(int caller, int callee) {}

  private static final class Sum {
    long self;
    long inclusive;
    long calls;
    long cycles;
    long inclusiveCycles;

    /** Where the subtree of the outermost occurrence ends. */
    int outermostEnd;
  }

  /** The edges between the functions and traps of a tree; its root is no caller. */
  public static CallGraph of(CallTree tree) {
    Map<Integer, Sum> frames = new HashMap<>();
    Map<Pair, Sum> pairs = new HashMap<>();
    for (int n = 1; n < tree.size(); n++) {
      add(frames.computeIfAbsent(tree.frameNumber(n), k -> new Sum()), tree, n);
      int parent = tree.parent(n);
      if (parent != CallTree.ROOT) {
        Pair pair = new Pair(tree.frameNumber(parent), tree.frameNumber(n));
        add(pairs.computeIfAbsent(pair, k -> new Sum()), tree, n);
      }
    }
    List<Node> nodes =
        frames.entrySet().stream()
            .map(
                e -> {
                  Sum s = e.getValue();
                  return new Node(
                      e.getKey(), s.self, s.inclusive, s.calls, s.cycles, s.inclusiveCycles);
                })
            .sorted(Comparator.comparingLong(Node::inclusive).reversed().thenComparing(Node::frame))
            .toList();
    List<Edge> edges =
        pairs.entrySet().stream()
            .map(
                e -> {
                  Sum s = e.getValue();
                  Pair p = e.getKey();
                  return new Edge(p.caller, p.callee, s.calls, s.inclusive, s.inclusiveCycles);
                })
            .sorted(
                Comparator.comparingLong(Edge::inclusive)
                    .reversed()
                    .thenComparing(Edge::caller)
                    .thenComparing(Edge::callee))
            .toList();
    return new CallGraph(nodes, edges);
  }

  private static void add(Sum sum, CallTree tree, int node) {
    sum.self += tree.self(node);
    sum.cycles += tree.cycles(node);
    sum.calls += tree.calls(node);
    if (node >= sum.outermostEnd) {
      sum.outermostEnd = tree.end(node);
      sum.inclusive += tree.inclusive(node);
      sum.inclusiveCycles += tree.inclusiveCycles(node);
    }
  }

  /** The edges from the callers of a frame. */
  public List<Edge> callers(int frame) {
    return edges.stream().filter(e -> e.callee() == frame).toList();
  }

  /** The edges to the callees of a frame. */
  public List<Edge> callees(int frame) {
    return edges.stream().filter(e -> e.caller() == frame).toList();
  }

  /** The frame's own costs, or null if it does not occur. */
  public Node node(int frame) {
    return nodes.stream().filter(n -> n.frame() == frame).findFirst().orElse(null);
  }
}
