package bbt.reconstruct.diff.change;

import bbt.reconstruct.diff.align.FrameKeys;
import bbt.reconstruct.profile.ProfileFrame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides what changed among those who did it. The change of a call path is taken apart, from the
 * outermost function on: of what a function costs in each call, its own instructions and the number
 * of calls that it makes are its own doing; the rest is what each of its callees costs in each
 * call, which is taken apart in turn. So the innermost function in which something changed has it,
 * and its callers, though they cost more, have none of it.
 *
 * <p>With {@code n(f)} calls of a path and {@code c(f)} instructions for each, the change below a
 * function {@code f} is
 *
 * <pre>
 *   nB(f) (selfB(f)/nB(f) - selfA(f)/nA(f))            f's own instructions
 *   + sum over callees g:
 *       (nB(g) - nB(f) nA(g)/nA(f)) cA(g)              f calls g more often
 *       + nB(g) (cB(g) - cA(g))                        the change below g
 * </pre>
 *
 * <p>so that all parts add up to the difference of the runs. Of what only one run calls, everything
 * is its caller's: where code is called by another name, or has become part of its caller, its cost
 * cancels out.
 */
final class Causes {
  private final DiffTree tree;

  /** By frame; of a task by its number. */
  private final Map<Integer, Sum> sums = new LinkedHashMap<>();

  private final long[] callsA;
  private final long[] callsB;

  /** Nodes that belong to what is above them, as a whole. */
  private final boolean[] whole;

  /** Nodes in interrupts. */
  private final boolean[] interrupt;

  private Causes(DiffTree tree) {
    this.tree = tree;
    callsA = new long[tree.size()];
    callsB = new long[tree.size()];
    whole = new boolean[tree.size()];
    interrupt = new boolean[tree.size()];
  }

  /** What one function is the cause of, over all call paths. */
  private static final class Sum {
    long callsA;
    long callsB;
    long selfA;
    long selfB;
    double change;
    final Map<Integer, Edge> callees = new LinkedHashMap<>();
    final Map<Integer, Double> places = new LinkedHashMap<>();

    void change(int node, double more) {
      change += more;
      places.merge(node, more, Double::sum);
    }
  }

  /** How often one function calls another. */
  private static final class Edge {
    long callsA;
    long callsB;
    double change;
  }

  /**
   * The causes of all that changed, by absolute change, the largest first; interrupts, which are
   * chance, behind all others.
   *
   * @param tree the call paths by task
   */
  static List<ChangeCause> of(DiffTree tree) {
    Causes causes = new Causes(tree);
    causes.callsA[DiffTree.ROOT] = 1;
    causes.callsB[DiffTree.ROOT] = 1;
    for (int n = 1; n < tree.size(); n++) {
      causes.add(n);
    }
    return causes.list();
  }

  private static long calls(long calls, long inclusive, long callers) {
    return calls > 0 ? calls : inclusive > 0 ? Math.max(1, callers) : 0;
  }

  private void add(int n) {
    int caller = tree.parent(n);
    // What a task begins with and the handler of a trap are entered as often as what is above.
    callsA[n] = calls(tree.callsA(n), tree.inclusiveA(n), callsA[caller]);
    callsB[n] = calls(tree.callsB(n), tree.inclusiveB(n), callsB[caller]);
    if (caller == DiffTree.ROOT) {
      outermost(n);
      return;
    }
    whole[n] = whole[caller];
    interrupt[n] = interrupt[caller];
    if (interrupt[n]) {
      return;
    }
    Sum its = sum(n);
    its.callsA += callsA[n];
    its.callsB += callsB[n];
    its.selfA += tree.selfA(n);
    its.selfB += tree.selfB(n);
    if (whole[n]) {
      return;
    }
    double expected = (double) callsB[caller] * callsA[n] / callsA[caller];
    boolean both = callsA[n] > 0 && callsB[n] > 0;
    double change =
        both
            ? (callsB[n] - expected) * tree.inclusiveA(n) / callsA[n]
            : tree.inclusiveB(n) - (double) callsB[caller] * tree.inclusiveA(n) / callsA[caller];
    Edge edge = sum(caller).callees.computeIfAbsent(tree.key(n), k -> new Edge());
    edge.callsA += callsA[n];
    edge.callsB += callsB[n];
    if (change != 0) {
      edge.change += change;
      sum(caller).change(caller, change);
    }
    if (both) {
      own(its, n);
    } else {
      whole[n] = true;
    }
  }

  private void own(Sum its, int n) {
    double change = tree.selfB(n) - (double) callsB[n] * tree.selfA(n) / callsA[n];
    if (change != 0) {
      its.change(n, change);
    }
  }

  /** Takes a task or an interrupt. */
  private void outermost(int n) {
    Sum its = sum(n);
    boolean both = callsA[n] > 0 && callsB[n] > 0;
    if (tree.isTask(n) && both) {
      callsA[n] = 1;
      callsB[n] = 1;
    }
    its.callsA += callsA[n];
    its.callsB += callsB[n];
    interrupt[n] = !tree.isTask(n);
    whole[n] = interrupt[n] || !both;
    its.selfA += whole[n] ? tree.inclusiveA(n) : tree.selfA(n);
    its.selfB += whole[n] ? tree.inclusiveB(n) : tree.selfB(n);
    if (whole[n]) {
      its.change(n, tree.inclusiveB(n) - tree.inclusiveA(n));
    } else {
      own(its, n);
    }
  }

  private Sum sum(int node) {
    return sums.computeIfAbsent(tree.key(node), k -> new Sum());
  }

  // ---- the result

  private List<ChangeCause> list() {
    List<ChangeCause> causes = new ArrayList<>();
    sums.forEach(
        (key, sum) -> {
          if (Math.round(sum.change) != 0) {
            causes.add(cause(key, sum));
          }
        });
    causes.sort(
        Comparator.comparing((ChangeCause c) -> c.kind() == ChangeCause.Kind.INTERRUPT)
            .thenComparing(Changes.largest(ChangeCause::change))
            .thenComparing(ChangeCause::program)
            .thenComparing(ChangeCause::name));
    return causes;
  }

  private ChangeCause cause(int key, Sum sum) {
    int place =
        sum.places.entrySet().stream()
            .max(Comparator.comparingDouble(e -> Math.abs(e.getValue())))
            .orElseThrow()
            .getKey();
    List<ChangeCause.Callee> callees = new ArrayList<>();
    sum.callees.forEach(
        (callee, edge) -> {
          if (Math.round(edge.change) != 0) {
            ProfileFrame frame = tree.frameOf(callee);
            callees.add(
                new ChangeCause.Callee(
                    FrameKeys.title(frame),
                    frame.kind().isTrap(),
                    edge.callsA,
                    edge.callsB,
                    Math.round(edge.change)));
          }
        });
    callees.sort(
        Changes.largest(ChangeCause.Callee::change).thenComparing(ChangeCause.Callee::name));
    boolean task = tree.isTask(place);
    return new ChangeCause(
        task
            ? ChangeCause.Kind.TASK
            : interrupt[place] ? ChangeCause.Kind.INTERRUPT : ChangeCause.Kind.FUNCTION,
        tree.title(place),
        task ? "" : tree.frameOf(key).program(),
        Fate.of(sum.callsA > 0, sum.callsB > 0, false),
        sum.callsA,
        sum.callsB,
        sum.selfA,
        sum.selfB,
        Math.round(sum.change),
        callees,
        tree.path(place));
  }
}
