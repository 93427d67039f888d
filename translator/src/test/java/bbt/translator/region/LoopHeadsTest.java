package bbt.translator.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LoopHeadsTest {
  /** Node n leads to n + 1 and to a few others, as code does. */
  private static Map<Integer, List<Integer>> graph(long seed, int nodes) {
    Random random = new Random(seed);
    Map<Integer, List<Integer>> edges = new TreeMap<>();
    for (int node = 0; node < nodes; node++) {
      List<Integer> targets = new ArrayList<>();
      if (node + 1 < nodes && random.nextInt(8) != 0) {
        targets.add(node + 1);
      }
      if (random.nextInt(3) != 0) {
        targets.add(random.nextInt(nodes));
      }
      edges.put(node, targets);
    }
    return edges;
  }

  /** Whether some node is left when those that lead nowhere are taken away, again and again. */
  private static boolean hasCycle(Map<Integer, List<Integer>> edges, Set<Integer> without) {
    Set<Integer> left = new HashSet<>(edges.keySet());
    left.removeAll(without);
    while (left.removeIf(node -> edges.get(node).stream().noneMatch(left::contains))) {
      // until nothing changes
    }
    return !left.isEmpty();
  }

  /** The size of the smallest set of nodes that has one of each cycle: all sets are tried. */
  private static int fewest(Map<Integer, List<Integer>> edges) {
    int fewest = edges.size();
    for (int set = 0; set < 1 << edges.size(); set++) {
      Set<Integer> heads = new HashSet<>();
      for (int node = 0; node < edges.size(); node++) {
        if ((set >> node & 1) != 0) {
          heads.add(node);
        }
      }
      if (heads.size() < fewest && !hasCycle(edges, heads)) {
        fewest = heads.size();
      }
    }
    return fewest;
  }

  @Property(tries = 500)
  void eachCycleHasHead(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int nodes) {
    Map<Integer, List<Integer>> edges = graph(seed, nodes);
    assertTrue(!hasCycle(edges, LoopHeads.of(edges)), edges::toString);
  }

  /**
   * The steps keep the smallest number; only a node that is taken by choice may be one too many.
   */
  @Property(tries = 300)
  void headsAreFew(@ForAll long seed, @ForAll @IntRange(min = 1, max = 9) int nodes) {
    Map<Integer, List<Integer>> edges = graph(seed, nodes);
    int fewest = fewest(edges);
    int found = LoopHeads.of(edges).size();
    assertTrue(found == fewest || fewest > 1 && found == fewest + 1, edges::toString);
  }

  /**
   * A loop that jumps into its middle at first, and whose body goes back to two places: a search
   * from 0 or the order of numbers makes both 0 and 1 heads.
   */
  @Test
  void loopThatIsEnteredInItsMiddleHasOneHead() {
    Map<Integer, List<Integer>> edges =
        Map.of(
            0, List.of(1, 4), 1, List.of(0, 2), 2, List.of(0, 3), 3, List.of(1, 4), 4, List.of());
    assertEquals(Set.of(1), LoopHeads.of(edges));
  }
}
