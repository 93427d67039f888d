package bbt.reconstruct.diff.align;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Finds for each call of A the call of B that corresponds to it. Trees of one task are aligned from
 * the top down: calls with one hash are the same with all that is below them and are not looked
 * into; those of one function that are not the same are aligned further down. What then stands
 * alone on either side may have moved: then it is found by its hash, else by its function.
 */
public final class ForestAlignment {
  private static final int NONE = -1;

  /** The least share of a call that moved elsewhere, where the call itself vanished or is new. */
  private static final int SHARE = 16;

  /** The depth of calls to which a moved call is looked for. */
  private static final int DEEPEST = 64;

  /** The most calls of one function that are tried. */
  private static final int TRIES = 16;

  final CallForest a;
  final CallForest b;
  private final int[] matchA;
  private final int[] matchB;
  private final boolean[] movedA;
  private final boolean[] movedB;

  /** Calls that stand alone, without a part of them that was found elsewhere. */
  private final boolean[] openedA;

  private final boolean[] openedB;
  private final SequenceAligner sequences;

  /** Pairs whose callees are to be aligned. */
  private final Deque<int[]> open = new ArrayDeque<>();

  private ForestAlignment(CallForest a, CallForest b) {
    this.a = a;
    this.b = b;
    matchA = new int[a.size()];
    matchB = new int[b.size()];
    movedA = new boolean[a.size()];
    movedB = new boolean[b.size()];
    openedA = new boolean[a.size()];
    openedB = new boolean[b.size()];
    Arrays.fill(matchA, NONE);
    Arrays.fill(matchB, NONE);
    sequences = new SequenceAligner(a, b, matchA, matchB);
  }

  /**
   * Aligns two forests.
   *
   * @param tasks all of both runs
   */
  public static ForestAlignment of(CallForest a, CallForest b, List<TaskPair> tasks) {
    ForestAlignment alignment = new ForestAlignment(a, b);
    for (TaskPair pair : tasks) {
      if (pair.a() != null && pair.b() != null) {
        alignment.task(pair.a().number(), pair.b().number());
      }
    }
    return alignment;
  }

  private void task(int x, int y) {
    matchA[x] = y;
    matchB[y] = x;
    List<Integer> onlyA = new ArrayList<>();
    List<Integer> onlyB = new ArrayList<>();
    open.push(new int[] {x, y});
    descend(onlyA, onlyB);
    moves(onlyA, onlyB);
  }

  private void descend(List<Integer> onlyA, List<Integer> onlyB) {
    while (!open.isEmpty()) {
      int[] pair = open.pop();
      int x = pair[0];
      int y = pair[1];
      sequences.children(x, y);
      for (int n = a.first(x); n < a.first(x) + a.count(x); n++) {
        if (matchA[n] < 0) {
          onlyA.add(n);
        } else if (!sequences.same(n, matchA[n])) {
          open.push(new int[] {n, matchA[n]});
        }
      }
      for (int n = b.first(y); n < b.first(y) + b.count(y); n++) {
        if (matchB[n] < 0) {
          onlyB.add(n);
        }
      }
    }
  }

  // ---- what moved

  /** A call that stands alone, or is a good part of one that does. */
  private record Candidate(int node, long inclusive) {
    static final Comparator<Candidate> DEAREST =
        Comparator.comparingLong(Candidate::inclusive).reversed().thenComparingInt(Candidate::node);
  }

  private record Level(int node, int depth) {}

  private static List<Candidate> candidates(CallForest in, List<Integer> alone, int[] match) {
    List<Candidate> found = new ArrayList<>();
    Deque<Level> look = new ArrayDeque<>();
    for (int top : alone) {
      look.push(new Level(top, 0));
      while (!look.isEmpty()) {
        Level level = look.pop();
        int n = level.node();
        if (match[n] < 0) {
          found.add(new Candidate(n, in.inclusive(n)));
          for (int k = in.first(n); k < in.first(n) + in.count(n); k++) {
            if (in.inclusive(k) * SHARE >= in.inclusive(top) && level.depth() < DEEPEST) {
              look.push(new Level(k, level.depth() + 1));
            }
          }
        }
      }
    }
    found.sort(Candidate.DEAREST);
    return found;
  }

  /**
   * Finds calls of A again that B makes elsewhere in the same task, the dearest first: those that
   * did the same, wherever they are; else those of the same function, if one side calls it where
   * the other calls what calls it.
   */
  private void moves(List<Integer> onlyA, List<Integer> onlyB) {
    if (onlyA.isEmpty() || onlyB.isEmpty()) {
      return;
    }
    Map<Long, Deque<Integer>> byHash = new HashMap<>();
    Map<Integer, Deque<Integer>> byKey = new HashMap<>();
    for (Candidate c : candidates(a, onlyA, matchA)) {
      int x = c.node();
      byHash.computeIfAbsent(a.hash(x), k -> new ArrayDeque<>()).add(x);
      byKey.computeIfAbsent(a.key(x), k -> new ArrayDeque<>()).add(x);
    }
    for (Candidate c : candidates(b, onlyB, matchB)) {
      int y = c.node();
      if (!openedB[y] && !settledB(y)) {
        int x = find(byHash.get(b.hash(y)), n -> sequences.same(n, y));
        x = x >= 0 ? x : find(byKey.get(b.key(y)), n -> wrapped(n, y));
        if (x >= 0) {
          move(x, y);
        }
      }
    }
  }

  /** The first of some calls of A that fits; {@link #NONE} without one among the first few. */
  private int find(Deque<Integer> among, IntPredicate fits) {
    int tries = 0;
    while (among != null && tries < TRIES && !among.isEmpty()) {
      int x = among.remove();
      if (!openedA[x] && !settledA(x)) {
        if (fits.test(x)) {
          return x;
        }
        among.add(x); // for another one
        tries++;
      }
    }
    return NONE;
  }

  private void move(int x, int y) {
    matchA[x] = y;
    matchB[y] = x;
    movedA[x] = true;
    movedB[y] = true;
    openAbove(a, x, matchA, openedA);
    openAbove(b, y, matchB, openedB);
    if (!sequences.same(x, y)) {
      open.push(new int[] {x, y});
      descend(new ArrayList<>(), new ArrayList<>());
    }
  }

  /**
   * Whether a call of A stands for another already, or is a part of one that did the same: such
   * parts have their counterparts in it, though they are not looked into.
   */
  private boolean settledA(int node) {
    int n = node;
    while (matchA[n] < 0) {
      n = a.parent(n);
    }
    return n == node || sequences.same(n, matchA[n]);
  }

  /** Whether a call of B is settled: see {@link #settledA}. */
  private boolean settledB(int node) {
    int n = node;
    while (matchB[n] < 0) {
      n = b.parent(n);
    }
    return n == node || sequences.same(matchB[n], n);
  }

  /** The uppermost call above a node, or the node itself, whose caller stands for another. */
  private static int top(CallForest in, int node, int[] match) {
    int n = node;
    while (match[n] < 0 && match[in.parent(n)] < 0) {
      n = in.parent(n);
    }
    return n;
  }

  /** Calls that a part of them has moved out of cannot move themselves. */
  private static void openAbove(CallForest in, int node, int[] match, boolean[] opened) {
    for (int n = in.parent(node); match[n] < 0; n = in.parent(n)) {
      opened[n] = true;
    }
  }

  /**
   * Whether the calls have about one cost, and there are only new calls between one and its place.
   */
  private boolean wrapped(int x, int y) {
    int topA = top(a, x, matchA);
    int topB = top(b, y, matchB);
    return (x == topA || y == topB)
        && matchA[a.parent(topA)] == b.parent(topB)
        && Math.max(a.inclusive(x), b.inclusive(y)) < 2 * Math.min(a.inclusive(x), b.inclusive(y));
  }

  // ---- results

  /** The node of B that stands for one of A; -1 for none, and below calls that are the same. */
  int inB(int node) {
    return matchA[node];
  }

  /** The node of A that one of B stands for; -1 for none, and below calls that are the same. */
  int inA(int node) {
    return matchB[node];
  }

  /** Whether a node of A and the one of B that stands for it did the same. */
  boolean same(int node) {
    return matchA[node] >= 0 && sequences.same(node, matchA[node]);
  }

  /** Whether a node of A was found elsewhere in B. */
  boolean movedA(int node) {
    return movedA[node];
  }

  /** Whether a node of B was found elsewhere in A. */
  boolean movedB(int node) {
    return movedB[node];
  }

  /** Whether a node of A stands alone, but for something in it that was found elsewhere. */
  boolean openedA(int node) {
    return openedA[node];
  }

  /** Whether a node of B stands alone, but for something in it that was found elsewhere. */
  boolean openedB(int node) {
    return openedB[node];
  }
}
