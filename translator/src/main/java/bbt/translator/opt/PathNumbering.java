package bbt.translator.opt;

import bbt.translator.ir.Edge;
import bbt.translator.ir.IrNode;
import bbt.translator.ir.IrRegion;
import bbt.translator.ir.RecordOp;
import bbt.translator.ir.Terminator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Merges the record operations of whole paths into one (T. Ball, J. Larus: "Efficient path
 * profiling", 1996): the guest thread adds constants on some edges and stores one number where a
 * path ends.
 *
 * <p>Paths begin at the region's entries and at cuts, end at back-edges, cuts and exits. A loop
 * head is always a cut, so that inside a loop the number is a constant wherever the loop has one
 * path; other nodes are cut where more than {@link #MAX_PATHS} paths or {@link #MAX_DEPTH} nodes
 * would come together.
 *
 * <p>A path from a loop's head back to it goes on with the loop's next round, as long as the
 * numbers of so many rounds do not become more than {@link #MAX_ROUND_NUMBERS}: of p paths from the
 * head, each round is a digit 1 to p of a number with radix p (bijective numeration: how many
 * digits there are follows from the number).
 */
public final class PathNumbering {
  /** Beyond this the table of paths grows faster than records shrink. */
  static final int MAX_PATHS = 64;

  static final int MAX_DEPTH = 48;

  /** The most numbers of rounds: more would need tables that no processor's cache holds. */
  static final int MAX_ROUND_NUMBERS = 512;

  /** The most nodes on a path of several rounds: so many branches fit into one record's word. */
  static final int MAX_ROUND_DEPTH = 63;

  /**
   * The rewritten region and its numbers.
   *
   * @param region with path operations instead of steps
   */
  public record Result(IrRegion region, PathNumbers numbers) {}

  private final IrRegion region;
  private final boolean[] cut;
  private final int[] paths;
  private final int[] depth;

  /** Whether a node ends with a call: the writer must hear of each. */
  private final IntPredicate calls;

  /** By node: numbers of its paths after which another round of its loop has numbers, too. */
  private final int[] room;

  private PathNumbering(IrRegion region, IntPredicate calls) {
    this.region = region;
    int n = region.nodes().size();
    this.cut = new boolean[n];
    this.paths = new int[n];
    this.depth = new int[n];
    this.calls = calls;
    this.room = new int[n];
  }

  /**
   * Numbers the paths of a region whose edges carry steps.
   *
   * @param calls which nodes end with a call, by their index
   */
  public static Result merge(IrRegion region, IntPredicate calls) {
    return new PathNumbering(region, calls).merge();
  }

  private Result merge() {
    for (IrNode node : region.nodes()) {
      for (Edge edge : node.edges()) {
        if (edge.back()) {
          cut[edge.target()] = true;
        }
      }
      for (Edge edge : node.returns()) {
        cut[edge.target()] = true;
      }
    }
    countPaths();
    countRounds();
    int n = paths.length;
    int[] numberOfStart = new int[n];
    Arrays.fill(numberOfStart, -1);
    for (int entry : region.entries()) {
      numberOfStart[entry] = 0;
    }
    int count = 0;
    for (int v = 0; v < n; v++) {
      if (cut[v] || numberOfStart[v] == 0) {
        numberOfStart[v] = count;
        count += (room[v] + 1) * paths[v];
      }
    }
    return rewrite(numberOfStart, count);
  }

  private void countPaths() {
    for (int v = paths.length - 1; v >= 0; v--) {
      List<Edge> edges = region.nodes().get(v).edges();
      int sum = edges.isEmpty() ? 1 : 0;
      int deepest = 0;
      for (Edge edge : edges) {
        sum += pathsOf(edge);
        if (!ends(edge)) {
          deepest = Math.max(deepest, depth[edge.target()]);
        }
      }
      paths[v] = sum;
      depth[v] = 1 + deepest;
      cut[v] |= sum > MAX_PATHS || depth[v] > MAX_DEPTH;
    }
  }

  /** Gives the heads of loops room for the numbers of several rounds. */
  private void countRounds() {
    for (IrNode node : region.nodes()) {
      for (Edge edge : node.edges()) {
        if (isRound(node.index(), edge)) {
          int head = edge.target();
          int numbers = paths[head];
          int nodes = 2 * depth[head];
          room[head] = 0;
          while ((numbers + 1) * paths[head] <= MAX_ROUND_NUMBERS && nodes <= MAX_ROUND_DEPTH) {
            room[head] = numbers;
            numbers = (numbers + 1) * paths[head];
            nodes += depth[head];
          }
        }
      }
    }
  }

  /** Whether an edge leads back to the head of a loop; not by a call. */
  private boolean isRound(int from, Edge edge) {
    return !edge.isExit() && edge.back() && !calls.test(from);
  }

  private boolean ends(Edge edge) {
    return edge.isExit() || edge.back() || cut[edge.target()];
  }

  private int pathsOf(Edge edge) {
    return ends(edge) ? 1 : paths[edge.target()];
  }

  private Result rewrite(int[] numberOfStart, int count) {
    int n = paths.length;
    int[] takenAmount = new int[n];
    int[] nextNode = new int[n];
    int[] takenNode = new int[n];
    boolean[] alwaysTaken = new boolean[n];
    Arrays.fill(nextNode, -1);
    Arrays.fill(takenNode, -1);
    List<IrNode> nodes = new ArrayList<>(n);
    for (IrNode node : region.nodes()) {
      int v = node.index();
      nodes.add(
          node.withTerminator(
              switch (node.terminator()) {
                case Terminator.Branch(var condition, Edge taken, Edge notTaken) -> {
                  takenAmount[v] = pathsOf(notTaken);
                  takenNode[v] = ends(taken) ? -1 : taken.target();
                  nextNode[v] = ends(notTaken) ? -1 : notTaken.target();
                  yield new Terminator.Branch(
                      condition,
                      edge(v, taken, takenAmount[v], numberOfStart),
                      edge(v, notTaken, 0, numberOfStart));
                }
                case Terminator.Jump(Edge edge) -> {
                  // A branch whose outcome is known is a jump here, a taken branch in the trace.
                  int[] next = isTaken(edge) ? takenNode : nextNode;
                  next[v] = ends(edge) ? -1 : edge.target();
                  alwaysTaken[v] = isTaken(edge);
                  yield new Terminator.Jump(edge(v, edge, 0, numberOfStart));
                }
                case Terminator.Indirect(var target, _, List<Edge> returns) ->
                    new Terminator.Indirect(
                        target,
                        List.of(new RecordOp.PathEnd(0)),
                        returns.stream().map(e -> end(e, 0, numberOfStart)).toList());
              }));
    }
    int[] entryNumbers = Arrays.stream(region.entries()).map(e -> numberOfStart[e]).toArray();
    PathNumbers numbers =
        new PathNumbers(
            region, count, numberOfStart, paths, takenAmount, alwaysTaken, nextNode, takenNode);
    return new Result(region.withNodes(nodes).withStartNumbers(entryNumbers), numbers);
  }

  private static boolean isTaken(Edge edge) {
    return edge.records().stream()
        .anyMatch(r -> r instanceof RecordOp.NodeStep(_, boolean taken) && taken);
  }

  private Edge edge(int from, Edge edge, int amount, int[] numberOfStart) {
    if (!ends(edge)) {
      return edge.withRecords(amount == 0 ? List.of() : List.of(new RecordOp.PathAdd(amount)));
    }
    if (isRound(from, edge) && room[edge.target()] > 0) {
      int head = edge.target();
      return edge.withRecords(
          List.of(new RecordOp.PathRound(amount, numberOfStart[head], paths[head], room[head])));
    }
    return end(edge, amount, numberOfStart);
  }

  private static Edge end(Edge edge, int amount, int[] numberOfStart) {
    List<RecordOp> records = new ArrayList<>(2);
    records.add(new RecordOp.PathEnd(amount));
    if (!edge.isExit()) {
      records.add(new RecordOp.PathStart(numberOfStart[edge.target()]));
    }
    return edge.withRecords(records);
  }
}
