package bbt.translator.opt;

import bbt.translator.ir.IrNode;
import bbt.translator.ir.IrRegion;
import java.util.Arrays;

/**
 * The numbering of a region's paths: what {@link PathNumbering} decided, and how a number is read
 * back. Immutable.
 */
public final class PathNumbers {
  /** Receives the nodes of a path in execution order. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * A node of the path.
     *
     * @param node index in the region
     * @param taken whether its taken edge was followed
     */
    void node(int node, boolean taken);
  }

  private final int count;

  /** First number of each start, ascending, and the node where its paths begin. */
  private final int[] startNumbers;

  private final int[] startNodes;

  /** By node: how many paths begin there. */
  private final int[] paths;

  /** By node: amount of its taken edge; 0 for a node without branch. */
  private final int[] takenAmount;

  /** By node: it ends in a branch that the translator knows to be taken. */
  private final boolean[] alwaysTaken;

  /** By node: where its edges lead inside the path, -1 where the path ends. */
  private final int[] nextNode;

  private final int[] takenNode;

  /** By node: number with which paths that begin there begin; -1 if none do. */
  private final int[] numberOfStart;

  private final int[] firstSites;

  PathNumbers(
      IrRegion region,
      int count,
      int[] numberOfStart,
      int[] paths,
      int[] takenAmount,
      boolean[] alwaysTaken,
      int[] nextNode,
      int[] takenNode) {
    this.count = count;
    this.numberOfStart = numberOfStart;
    this.paths = paths;
    this.takenAmount = takenAmount;
    this.alwaysTaken = alwaysTaken;
    this.nextNode = nextNode;
    this.takenNode = takenNode;
    this.firstSites = region.nodes().stream().mapToInt(IrNode::firstSite).toArray();
    int starts = (int) Arrays.stream(numberOfStart).filter(n -> n >= 0).count();
    this.startNumbers = new int[starts];
    this.startNodes = new int[starts];
    int at = 0;
    for (int node = 0; node < numberOfStart.length; node++) {
      if (numberOfStart[node] >= 0) {
        startNumbers[at] = numberOfStart[node];
        startNodes[at++] = node;
      }
    }
  }

  /** The number of path numbers; they begin with 0. */
  public int count() {
    return count;
  }

  /** The node where the path of a number (also one that is still open) begins. */
  public int startNode(int number) {
    return startNodes[startIndex(number)];
  }

  private int startIndex(int number) {
    int at = Arrays.binarySearch(startNumbers, number);
    return at >= 0 ? at : -at - 2;
  }

  /** The node that contains a site. */
  public int nodeOf(int site) {
    int at = Arrays.binarySearch(firstSites, site);
    return at >= 0 ? at : -at - 2;
  }

  /** First site of a node. */
  public int firstSite(int node) {
    return firstSites[node];
  }

  /** Whether a path goes round its loop more than once. */
  public boolean hasRounds(int number) {
    int start = startIndex(number);
    return number - startNumbers[start] >= paths[startNodes[start]];
  }

  /** Visits the nodes of a path from its start to its end. */
  public void walk(int number, Visitor visitor) {
    walk(number, -1, visitor);
  }

  /**
   * Visits the nodes of an open path: up to, not including, the one that is being executed. The
   * number of an open path is also that of the complete path which follows zero edges from there,
   * so its nodes come first (Ball and Larus: two prefixes that reach the same node differ in their
   * sums).
   *
   * @param current the node that is being executed, in the path's last round
   */
  public void walk(int number, int current, Visitor visitor) {
    int start = startIndex(number);
    walkRounds(startNodes[start], number - startNumbers[start], current, visitor);
  }

  /**
   * Visits the rounds that a number stands for, the first of which is its highest digit.
   *
   * @param number as if the start's first were 0
   */
  private void walkRounds(int start, int number, int current, Visitor visitor) {
    int radix = paths[start];
    if (number >= radix) {
      walkRounds(start, number / radix - 1, -1, visitor);
    }
    int rest = number % radix;
    int node = start;
    while (node >= 0 && node != current) {
      boolean taken = alwaysTaken[node] || (takenAmount[node] > 0 && rest >= takenAmount[node]);
      visitor.node(node, taken);
      if (taken) {
        rest -= takenAmount[node];
        node = takenNode[node];
      } else {
        node = nextNode[node];
      }
    }
  }
}
