package bbt.translator.region;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds few nodes of a control flow graph that have one on each of its cycles, a <em>feedback
 * vertex set</em>. Where paths are cut there, no other loop has a head.
 *
 * <p>The graph is made smaller by steps that change nothing of the smallest such set (H. Levy, D.
 * Low: "A contraction algorithm for finding small cycle cutsets", 1988): a node without edges in or
 * out is on no cycle; one with an edge to itself is in each set; one with a single edge in or out
 * is on a cycle only with the node there, so that one takes its place. Structured code becomes
 * empty by these. Where they come to an end, a node with many edges is taken.
 */
final class LoopHeads {
  private final Map<Integer, Set<Integer>> successors = new LinkedHashMap<>();
  private final Map<Integer, Set<Integer>> predecessors = new LinkedHashMap<>();
  private final Set<Integer> heads = new LinkedHashSet<>();

  private LoopHeads() {}

  /**
   * The heads of a graph's loops.
   *
   * @param edges by node: where its edges lead; only nodes that are keys
   */
  static Set<Integer> of(Map<Integer, List<Integer>> edges) {
    LoopHeads graph = new LoopHeads();
    for (int node : edges.keySet()) {
      graph.successors.put(node, new LinkedHashSet<>());
      graph.predecessors.put(node, new LinkedHashSet<>());
    }
    edges.forEach((from, targets) -> targets.forEach(to -> graph.connect(from, to)));
    while (!graph.successors.isEmpty()) {
      graph.contract();
      graph.takeOne();
    }
    return graph.heads;
  }

  private void connect(int from, int to) {
    successors.get(from).add(to);
    predecessors.get(to).add(from);
  }

  /** Makes the steps as long as one changes something. */
  private void contract() {
    Set<Integer> changed = new LinkedHashSet<>(successors.keySet());
    while (!changed.isEmpty()) {
      int node = changed.iterator().next();
      changed.remove(node);
      Set<Integer> out = successors.get(node);
      if (out == null) {
        continue;
      }
      Set<Integer> in = predecessors.get(node);
      Set<Integer> touched = new HashSet<>(in);
      touched.addAll(out);
      if (out.contains(node)) {
        heads.add(node);
        remove(node);
      } else if (in.size() <= 1 || out.size() <= 1) {
        List<Integer> before = new ArrayList<>(in);
        List<Integer> behind = new ArrayList<>(out);
        remove(node);
        before.forEach(from -> behind.forEach(to -> connect(from, to)));
      } else {
        continue;
      }
      changed.addAll(touched);
    }
  }

  private void takeOne() {
    int most = 0;
    int head = -1;
    for (int node : successors.keySet()) {
      int edges = successors.get(node).size() * predecessors.get(node).size();
      if (edges > most) {
        most = edges;
        head = node;
      }
    }
    if (most > 0) {
      heads.add(head);
      remove(head);
    }
  }

  private void remove(int node) {
    successors.remove(node).forEach(to -> predecessors.get(to).remove(node));
    predecessors
        .remove(node)
        .forEach(
            from -> {
              if (from != node) {
                successors.get(from).remove(node);
              }
            });
  }
}
