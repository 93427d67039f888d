package bbt.reconstruct.diff.change;

import bbt.reconstruct.diff.align.FrameKeys;
import bbt.reconstruct.diff.align.TaskPair;
import bbt.reconstruct.profile.CallTree;
import bbt.reconstruct.profile.ProfileFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * The call trees of two runs laid over each other: a node for each call path of either, with what
 * it cost in both. A parent's number is smaller than its children's; node 0 is the root.
 *
 * <p>Interrupts hang below their task, not below what they happened to interrupt: where they come
 * is chance.
 */
public final class DiffTree {
  public static final int ROOT = 0;

  private final FrameKeys keys;
  private final List<TaskPair> tasks;
  private final Map<Long, Integer> children = new HashMap<>();
  private int size = 1;
  private int[] parent = new int[1024];

  /** A frame's key; of a task's node {@code ~number} of the pair. */
  private int[] key = new int[1024];

  private long[] selfA = new long[1024];
  private long[] selfB = new long[1024];
  private long[] callsA = new long[1024];
  private long[] callsB = new long[1024];
  private long[] inclusiveA;
  private long[] inclusiveB;

  private DiffTree(FrameKeys keys, List<TaskPair> tasks) {
    this.keys = keys;
    this.tasks = tasks;
    parent[ROOT] = -1;
  }

  /**
   * Lays two trees over each other.
   *
   * @param tasks pairs; the uppermost level of the tree
   */
  static DiffTree of(
      CallTree a,
      FrameKeys.Run keysA,
      CallTree b,
      FrameKeys.Run keysB,
      FrameKeys keys,
      List<TaskPair> tasks) {
    int[] pairOfA = new int[a.size()];
    int[] pairOfB = new int[b.size()];
    for (int i = 0; i < tasks.size(); i++) {
      TaskPair pair = tasks.get(i);
      if (pair.a() != null && pair.a().node() >= 0) {
        pairOfA[pair.a().node()] = i;
      }
      if (pair.b() != null && pair.b().node() >= 0) {
        pairOfB[pair.b().node()] = i;
      }
    }
    DiffTree tree = new DiffTree(keys, tasks);
    tree.add(a, keysA, n -> pairOfA[n], true);
    tree.add(b, keysB, n -> pairOfB[n], false);
    tree.sum();
    return tree;
  }

  private void add(CallTree from, FrameKeys.Run run, IntUnaryOperator pairOf, boolean isA) {
    int[] keyOf = new int[from.frames().size()];
    Arrays.fill(keyOf, -1);
    int[] copy = new int[from.size()];
    for (int n = 0; n < from.size(); n++) {
      int to;
      ProfileFrame frame = from.frame(n);
      if (n == CallTree.ROOT) {
        to = ROOT;
      } else if (frame.kind() == ProfileFrame.Kind.TASK && from.depth(n) == 1) {
        to = child(ROOT, ~pairOf.applyAsInt(n));
      } else {
        int number = from.frameNumber(n);
        if (keyOf[number] < 0) {
          keyOf[number] = run.key(frame);
        }
        boolean lifted = frame.kind() == ProfileFrame.Kind.INTERRUPT;
        to = child(lifted ? ROOT : copy[from.parent(n)], keyOf[number]);
      }
      copy[n] = to;
      if (isA) {
        selfA[to] += from.self(n);
        callsA[to] += from.calls(n);
      } else {
        selfB[to] += from.self(n);
        callsB[to] += from.calls(n);
      }
    }
  }

  private int child(int of, int frame) {
    Long edge = (long) of << 32 | frame & 0xFFFF_FFFFL;
    Integer known = children.get(edge);
    if (known != null) {
      return known;
    }
    if (size == parent.length) {
      int more = size * 2;
      parent = Arrays.copyOf(parent, more);
      key = Arrays.copyOf(key, more);
      selfA = Arrays.copyOf(selfA, more);
      selfB = Arrays.copyOf(selfB, more);
      callsA = Arrays.copyOf(callsA, more);
      callsB = Arrays.copyOf(callsB, more);
    }
    parent[size] = of;
    key[size] = frame;
    children.put(edge, size);
    return size++;
  }

  private void sum() {
    inclusiveA = Arrays.copyOf(selfA, size);
    inclusiveB = Arrays.copyOf(selfB, size);
    for (int n = size - 1; n > ROOT; n--) {
      inclusiveA[parent[n]] += inclusiveA[n];
      inclusiveB[parent[n]] += inclusiveB[n];
    }
  }

  /** Returns the tree without the level of tasks: all tasks in one. */
  DiffTree merged() {
    DiffTree tree = new DiffTree(keys, tasks);
    int[] copy = new int[size];
    for (int n = 1; n < size; n++) {
      int to = isTask(n) ? ROOT : tree.child(copy[parent[n]], key[n]);
      copy[n] = to;
      tree.selfA[to] += selfA[n];
      tree.selfB[to] += selfB[n];
      tree.callsA[to] += callsA[n];
      tree.callsB[to] += callsB[n];
    }
    tree.sum();
    return tree;
  }

  /** Number of nodes. */
  public int size() {
    return size;
  }

  /** The parent of a node; -1 for the root. */
  public int parent(int node) {
    return parent[node];
  }

  /** Whether the node stands for a task. */
  public boolean isTask(int node) {
    return node != ROOT && key[node] < 0;
  }

  /** The tasks of a node that stands for one. */
  public TaskPair task(int node) {
    return tasks.get(~key[node]);
  }

  /** The frame of a node that does not stand for a task. */
  public ProfileFrame frame(int node) {
    return node == ROOT ? ProfileFrame.ALL : keys.frame(key[node]);
  }

  /** The frame of a number that {@link #key} gave, 0 or more. */
  ProfileFrame frameOf(int number) {
    return keys.frame(number);
  }

  /** The number of a node's frame; negative of a task. */
  public int key(int node) {
    return key[node];
  }

  /** The name of a node. */
  public String title(int node) {
    return isTask(node) ? task(node).title() : FrameKeys.title(frame(node));
  }

  /** Instructions of the frame itself in A. */
  public long selfA(int node) {
    return selfA[node];
  }

  /** Instructions of the frame itself in B. */
  public long selfB(int node) {
    return selfB[node];
  }

  /** Calls in A; of a trap how often it was taken. */
  public long callsA(int node) {
    return callsA[node];
  }

  /** Calls in B; of a trap how often it was taken. */
  public long callsB(int node) {
    return callsB[node];
  }

  /** Instructions with everything below, in A. */
  public long inclusiveA(int node) {
    return inclusiveA[node];
  }

  /** Instructions with everything below, in B. */
  public long inclusiveB(int node) {
    return inclusiveB[node];
  }

  /** Titles from the outermost to the node itself. */
  public List<String> path(int node) {
    List<String> path = new ArrayList<>();
    for (int n = node; n != ROOT; n = parent[n]) {
      path.add(title(n));
    }
    return path.reversed();
  }
}
