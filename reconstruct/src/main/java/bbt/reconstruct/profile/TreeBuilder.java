package bbt.reconstruct.profile;

import bbt.reconstruct.walk.flow.Rounds;
import java.util.Arrays;

/**
 * Builds a tree of calls: {@link #child} finds or makes a node, {@link #add} and {@link #called}
 * count for it. Node 0 is the root, and a node's number is larger than its parent's.
 *
 * <p>The number of nodes is bounded. When there are {@code limit} of them, or deeper than {@code
 * maxDepth}, a node that would be new goes below its parent's stand-in {@code [deeper]}, which
 * takes everything below the parent: side by side there, so that each frame keeps its exact self
 * cost and calls, and every node above its exact inclusive cost. Beyond {@code 2 * limit} nodes,
 * only the stand-ins themselves; there are at most {@code 3 * limit} nodes.
 */
public final class TreeBuilder implements Rounds.Numbers {
  /** The frame of stand-ins. */
  public static final int DEEPER = 1;

  public static final int ROOT = 0;
  private static final int NONE = -1;

  private final int limit;
  private final int maxDepth;
  private int size;
  private int[] frame = new int[1024];
  private int[] parent = new int[1024];
  private int[] depth = new int[1024];

  /** The child that was looked up last: most calls of a place go where the last one went. */
  private int[] hint = new int[1024];

  private long[] self = new long[1024];
  private long[] calls = new long[1024];

  /** Null where nobody counts cycles. */
  private long[] cycles;

  /** Open addressing: (parent, frame) to node. */
  private int[] table = new int[4096];

  public TreeBuilder(int limit, int maxDepth, boolean withCycles) {
    this.limit = limit;
    this.maxDepth = maxDepth;
    this.cycles = withCycles ? new long[1024] : null;
    Arrays.fill(table, NONE);
    append(NONE, 0, 0);
  }

  /** Creates a builder without a limit. */
  public static TreeBuilder unbounded(boolean withCycles) {
    return new TreeBuilder(Integer.MAX_VALUE / 4, Integer.MAX_VALUE, withCycles);
  }

  public int size() {
    return size;
  }

  public int frame(int node) {
    return frame[node];
  }

  public int parent(int node) {
    return parent[node];
  }

  public long self(int node) {
    return self[node];
  }

  public long calls(int node) {
    return calls[node];
  }

  public boolean hasCycles() {
    return cycles != null;
  }

  public long cycles(int node) {
    return cycles == null ? 0 : cycles[node];
  }

  /** The stand-in that a node is, or that it is below; -1 for any other node. */
  private int standIn(int node) {
    if (frame[node] == DEEPER) {
      return node;
    }
    return parent[node] >= 0 && frame[parent[node]] == DEEPER ? parent[node] : NONE;
  }

  /** The child of a node for a frame (0 and up, {@link #DEEPER} is taken). */
  public int child(int node, int childFrame) {
    int last = hint[node];
    if (last >= 0 && frame[last] == childFrame) {
      return last;
    }
    int standIn = standIn(node);
    if (standIn >= 0 && (childFrame == DEEPER || size >= 2L * limit)) {
      return standIn;
    }
    int above = standIn >= 0 ? standIn : node;
    int found = lookUp(above, childFrame);
    if (found < 0) {
      boolean full = standIn < 0 && (size >= limit || depth[node] >= maxDepth);
      if (full && childFrame != DEEPER) {
        return child(child(node, DEEPER), childFrame);
      }
      found = append(above, childFrame, depth[above] + 1);
      hint[found] = NONE;
    }
    hint[node] = found;
    return found;
  }

  public void add(int node, long instructions) {
    self[node] += instructions;
  }

  public void addCycles(int node, long spent) {
    cycles[node] += spent;
  }

  public void called(int node, long times) {
    calls[node] += times;
  }

  /** Instructions, calls and cycles of each node. */
  @Override
  public long[] get() {
    long[] all = new long[3 * size];
    for (int i = 0; i < size; i++) {
      all[3 * i] = self[i];
      all[3 * i + 1] = calls[i];
      all[3 * i + 2] = cycles(i);
    }
    return all;
  }

  @Override
  public void set(long[] values) {
    for (int i = 0; i < size; i++) {
      self[i] = values[3 * i];
      calls[i] = values[3 * i + 1];
      if (cycles != null) {
        cycles[i] = values[3 * i + 2];
      }
    }
  }

  private int lookUp(int node, int childFrame) {
    int mask = table.length - 1;
    int i = slot(node, childFrame) & mask;
    while (table[i] >= 0) {
      int candidate = table[i];
      if (parent[candidate] == node && frame[candidate] == childFrame) {
        return candidate;
      }
      i = (i + 1) & mask;
    }
    return NONE;
  }

  private static int slot(int node, int childFrame) {
    long h = (node * 0x9E3779B97F4A7C15L) ^ (childFrame * 0xC2B2AE3D27D4EB4FL);
    return (int) ((h * 0x9E3779B97F4A7C15L) >>> 33);
  }

  private int append(int node, int childFrame, int itsDepth) {
    if (size == frame.length) {
      int larger = size * 2;
      frame = Arrays.copyOf(frame, larger);
      parent = Arrays.copyOf(parent, larger);
      depth = Arrays.copyOf(depth, larger);
      hint = Arrays.copyOf(hint, larger);
      self = Arrays.copyOf(self, larger);
      calls = Arrays.copyOf(calls, larger);
      cycles = cycles == null ? null : Arrays.copyOf(cycles, larger);
    }
    int created = size++;
    frame[created] = childFrame;
    parent[created] = node;
    depth[created] = itsDepth;
    hint[created] = NONE;
    if (node >= 0) {
      if (size * 2 > table.length) {
        rehash();
      }
      insert(created);
    }
    return created;
  }

  private void rehash() {
    table = new int[table.length * 2];
    Arrays.fill(table, NONE);
    for (int node = 1; node < size - 1; node++) {
      insert(node);
    }
  }

  private void insert(int node) {
    int mask = table.length - 1;
    int i = slot(parent[node], frame[node]) & mask;
    while (table[i] >= 0) {
      i = (i + 1) & mask;
    }
    table[i] = node;
  }
}
