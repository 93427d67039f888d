package bbt.ptg.graph;

/** Finds the node that starts at an address: docs/determinism.md 1, stated once. */
public final class NodeFinder {
  private NodeFinder() {}

  /**
   * The node as entered at {@code pc}.
   *
   * @param pc even virtual address
   */
  public static Node find(long pc, CodeReader code) {
    throw new UnsupportedOperationException();
  }
}
