package bbt.reconstruct.walk.flow;

import bbt.reconstruct.walk.graph.Step;
import java.util.Arrays;

/**
 * The edges on a path that a {@link FlowListener} would hear of, in order: calls, the returns from
 * these very calls, and jumps. Nothing else happens on the path.
 */
public final class PathCalls {
  private byte[] edges = new byte[16];
  private Step[] from = new Step[16];
  private Step[] to = new Step[16];
  private int[] offset = new int[16];

  /** Index in the path of the step at whose end it is. */
  private int[] index = new int[16];

  private int size;
  private boolean shortForNow;

  public void clear() {
    size = 0;
    shortForNow = false;
  }

  public void add(byte edge, Step start, Step target, int instructions, int step) {
    if (size == edges.length) {
      int larger = 2 * size;
      edges = Arrays.copyOf(edges, larger);
      from = Arrays.copyOf(from, larger);
      to = Arrays.copyOf(to, larger);
      offset = Arrays.copyOf(offset, larger);
      index = Arrays.copyOf(index, larger);
    }
    edges[size] = edge;
    from[size] = start;
    to[size] = target;
    offset[size] = instructions;
    index[size++] = step;
  }

  /** The number of edges. */
  public int size() {
    return size;
  }

  /** Whether one is a call, see {@link FlowListener#call}. */
  public boolean call(int i) {
    return edges[i] == Step.CALL_EDGE;
  }

  /** Whether one is a return, see {@link FlowListener#ret}. Else it is a jump. */
  public boolean ret(int i) {
    return edges[i] == Step.RETURN_EDGE;
  }

  /** The step at whose end it is. */
  public Step from(int i) {
    return from[i];
  }

  /** The step that it leads to. */
  public Step to(int i) {
    return to[i];
  }

  /** Instructions of the path before it. */
  public int offset(int i) {
    return offset[i];
  }

  public int index(int i) {
    return index[i];
  }

  /**
   * Shortens the path to where one of them is.
   *
   * @param first of those that the listener wants to be told; no call before it is open there
   * @param forNow whether it may be longer when it is walked again
   */
  public void keep(int first, boolean forNow) {
    size = Math.min(size, first);
    shortForNow |= forNow;
  }

  public boolean shortForNow() {
    return shortForNow;
  }
}
