package bbt.translator.opt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bbt.translator.ir.Edge;
import bbt.translator.ir.IrNode;
import bbt.translator.ir.IrRegion;
import bbt.translator.ir.RecordOp;
import bbt.translator.ir.Terminator;
import bbt.translator.ir.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Numbers of random walks through random regions lead back to the walk. */
class PathNumberingTest {

  @Property(tries = 300)
  void aNumberLeadsBackToItsPath(@ForAll long seed) {
    Random random = new Random(seed);
    IrRegion region = region(random);
    PathNumbering.Result merged = PathNumbering.merge(region, node -> node % 5 == 0);
    for (int walk = 0; walk < 20; walk++) {
      checkWalk(merged, random);
    }
  }

  /** Follows random edges and compares each recorded number's path with what was followed. */
  private static void checkWalk(PathNumbering.Result merged, Random random) {
    IrRegion region = merged.region();
    int entry = random.nextInt(region.entries().length);
    int node = region.entries()[entry];
    int path = region.startNumbers()[entry];
    List<String> walked = new ArrayList<>();
    for (int steps = 0; steps < 100; steps++) {
      List<String> prefix = new ArrayList<>(walked);
      checkOpen(merged.numbers(), path, node, prefix);
      boolean taken = random.nextBoolean();
      Edge edge;
      switch (region.nodes().get(node).terminator()) {
        case Terminator.Branch b -> edge = taken ? b.taken() : b.notTaken();
        case Terminator.Jump j -> {
          edge = j.edge();
          taken = false;
        }
        case Terminator.Indirect i -> {
          assertEquals(List.of(new RecordOp.PathEnd(0)), i.records());
          walked.add(node + "-");
          assertEquals(walked, path(merged.numbers(), path));
          return;
        }
      }
      walked.add(node + (taken ? "+" : "-"));
      for (RecordOp op : edge.records()) {
        switch (op) {
          case RecordOp.PathAdd(int amount) -> path += amount;
          case RecordOp.PathEnd(int amount) -> {
            assertTrue(path + amount < merged.numbers().count());
            assertEquals(walked, path(merged.numbers(), path + amount));
            walked.clear();
          }
          case RecordOp.PathStart(int number) -> path = number;
          case RecordOp.PathRound(int amount, int start, int radix, int room) -> {
            path += amount;
            assertTrue(node % 5 != 0, "a call ends a path");
            assertTrue(path < merged.numbers().count());
            assertEquals(walked, path(merged.numbers(), path));
            if (start <= path && path < start + room) {
              path = (path - start + 1) * radix + start;
              assertTrue(merged.numbers().hasRounds(path));
              assertTrue(walked.size() <= PathNumbering.MAX_ROUND_DEPTH);
            } else {
              walked.clear();
              path = start;
            }
            assertEquals(edge.target(), merged.numbers().startNode(path));
          }
          case RecordOp.NodeStep step -> throw new AssertionError(step);
        }
      }
      if (edge.isExit()) {
        assertTrue(walked.isEmpty(), "an exit ends the path");
        return;
      }
      node = edge.target();
    }
  }

  /** The nodes of an open path, up to the one that is being executed. */
  private static void checkOpen(PathNumbers numbers, int path, int current, List<String> walked) {
    List<String> seen = new ArrayList<>();
    numbers.walk(path, current, (node, taken) -> seen.add(node + (taken ? "+" : "-")));
    assertEquals(walked, seen);
  }

  private static List<String> path(PathNumbers numbers, int number) {
    List<String> nodes = new ArrayList<>();
    numbers.walk(number, (node, taken) -> nodes.add(node + (taken ? "+" : "-")));
    return nodes;
  }

  private static IrRegion region(Random random) {
    int n = 1 + random.nextInt(80);
    List<IrNode> nodes = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Terminator terminator =
          switch (random.nextInt(8)) {
            case 0 -> new Terminator.Indirect(new Value.Const(0), List.of(), List.of());
            case 1 -> new Terminator.Jump(edge(i, n, false, random));
            default ->
                new Terminator.Branch(
                    new Value.Temp(0), edge(i, n, true, random), edge(i, n, false, random));
          };
      nodes.add(new IrNode(i, 0x1000 + 2L * i, i, 1, 0, List.of(), terminator));
    }
    List<Integer> entries = new ArrayList<>(List.of(0));
    for (IrNode node : nodes) {
      for (Edge edge : node.edges()) {
        if (edge.back() && !entries.contains(edge.target())) {
          entries.add(edge.target());
        }
      }
    }
    return new IrRegion(
        nodes,
        entries.stream().mapToInt(Integer::intValue).toArray(),
        new long[n],
        new int[n],
        new int[0]);
  }

  private static Edge edge(int from, int n, boolean taken, Random random) {
    int target = random.nextInt(10) == 0 ? random.nextInt(n) : from + 1 + random.nextInt(3);
    Edge edge =
        target >= n
            ? Edge.exit(0x2000 + target)
            : Edge.internal(target, 0x1000 + 2L * target, target <= from);
    return edge.withRecords(List.of(new RecordOp.NodeStep(from, taken)));
  }
}
