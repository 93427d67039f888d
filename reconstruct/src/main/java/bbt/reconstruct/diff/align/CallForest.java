package bbt.reconstruct.diff.align;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The calls of one run in order of time: a tree for each task, a node for each dynamic call whose
 * cost is not below a threshold. What smaller calls cost counts for their callers. Interrupts are
 * not in it. Immutable.
 *
 * <p>Nodes {@code 0} to {@code tasks - 1} stand for the tasks. Below them, breadth first: the
 * children of a node have consecutive numbers, in order of time.
 */
public final class CallForest {
  /** The key of a task's node. */
  static final int TASK = -1;

  private final int tasks;
  private final int size;
  private final int[] key;
  private final long[] hash;
  private final long[] inclusive;
  private final long[] own;
  private final long[] entered;
  private final long[] left;
  private final int[] parent;
  private final int[] first;
  private final int[] count;
  private final long[] sketch;

  /**
   * Orders what a recorder has.
   *
   * @param tasks all of the run
   * @param least calls that cost less are left out
   * @param keys the common number of a frame, by its number in the run
   */
  public CallForest(CallRecorder from, int tasks, long least, IntUnaryOperator keys) {
    this.tasks = tasks;
    int most = tasks + from.size();
    key = new int[most];
    hash = new long[most];
    inclusive = new long[most];
    own = new long[most];
    entered = new long[most];
    left = new long[most];
    parent = new int[most];
    first = new int[most];
    count = new int[most];
    sketch = new long[most];
    int[] node = new int[most];
    int filled = tasks;
    for (int n = 0; n < tasks; n++) {
      key[n] = TASK;
      parent[n] = -1;
      own[n] = from.instructions(n);
      inclusive[n] = own[n];
      hash[n] = from.taskHash(n);
    }
    for (int n = 0; n < filled; n++) {
      first[n] = filled;
      int child = n < tasks ? from.firstOfTask(n) : from.firstChild(node[n]);
      for (; child >= 0; child = from.next(child)) {
        if (from.inclusive(child) >= least) {
          node[filled] = child;
          parent[filled] = n;
          key[filled] = keys.applyAsInt(from.frame(child));
          hash[filled] = from.hash(child);
          inclusive[filled] = from.inclusive(child);
          own[filled] = inclusive[filled];
          entered[filled] = from.entered(child);
          left[filled] = from.left(child);
          own[n] -= inclusive[filled];
          sketch[n] |= 1L << (hash[filled] >>> 58);
          filled++;
        }
      }
      count[n] = filled - first[n];
      sketch[n] |= 1L << (own[n] * 0x9E3779B97F4A7C15L >>> 58);
      if (n < tasks && count[n] > 0) {
        entered[n] = entered[first[n]];
        left[n] = left[filled - 1];
      }
    }
    size = filled;
  }

  /** The number of nodes. */
  int size() {
    return size;
  }

  /** The common number of the node's function or trap; {@link #TASK} of a task. */
  int key(int node) {
    return key[node];
  }

  /**
   * Tells whole subtrees apart: what was called, in which order, and what each cost. It does not
   * depend on which calls are nodes.
   */
  long hash(int node) {
    return hash[node];
  }

  /** Instructions of the call and of what it called, interrupts left out. */
  long inclusive(int node) {
    return inclusive[node];
  }

  /** Instructions of the call without the calls that are nodes. */
  long own(int node) {
    return own[node];
  }

  /**
   * Returns how alike two calls are in their own costs and in what they call: the share of the bits
   * that both have, where each cost and each callee's hash sets one of 64 bits.
   *
   * @return 0 to 1
   */
  static double alike(CallForest a, int x, CallForest b, int y) {
    return (double) Long.bitCount(a.sketch[x] & b.sketch[y])
        / Long.bitCount(a.sketch[x] | b.sketch[y]);
  }

  /** Instructions of all harts before the call. */
  long entered(int node) {
    return entered[node];
  }

  /** Instructions of all harts before its end. */
  long left(int node) {
    return left[node];
  }

  /** The caller; -1 of a task. */
  int parent(int node) {
    return parent[node];
  }

  /** The first callee, where {@link #count} is not 0. */
  int first(int node) {
    return first[node];
  }

  /** The number of callees of a node. */
  int count(int node) {
    return count[node];
  }

  /** Keys from the outermost function to the node's own. */
  int[] path(int node) {
    int[] path = new int[16];
    int length = 0;
    for (int n = node; n >= tasks; n = parent[n]) {
      if (length == path.length) {
        path = Arrays.copyOf(path, 2 * length);
      }
      path[length++] = key[n];
    }
    int[] result = new int[length];
    for (int i = 0; i < length; i++) {
      result[i] = path[length - 1 - i];
    }
    return result;
  }

  /** The number of a node among the calls of its function by its caller, from 1. */
  int ordinal(int node) {
    int ordinal = 1;
    for (int n = first[parent[node]]; n < node; n++) {
      ordinal += key[n] == key[node] ? 1 : 0;
    }
    return ordinal;
  }
}
