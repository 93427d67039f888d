package bbt.ptg.graph;

/**
 * What a node that was executed whole leaves in the trace, and where it leads: the one place that
 * decides it (docs/determinism.md 15). The recorder and the reconstructor both ask here.
 *
 * <p>Calls and returns follow the link-register hints of the unprivileged specification ("Return-
 * address prediction stack actions" table, chapter RV32I, jalr): x1 and x5 are link registers.
 *
 * @param leaves what the node's end leaves in the trace
 * @param pops the jump is a return: the shadow stack is popped (before a push)
 * @param pushes the jump is a call: {@link #link} is pushed
 * @param site address of the node's last instruction
 * @param target BRANCH: where it goes when taken. NOTHING: where it always goes. Else 0
 * @param link address after the node: fall-through of a branch, link address of a call
 */
public record TraceRule(
    Leaves leaves, boolean pops, boolean pushes, long site, long target, long link) {

  /** What a node leaves in the trace. */
  public enum Leaves {
    /** The code fixes what follows: {@link #target}. */
    NOTHING,
    /** One bit, 1 = taken. */
    BRANCH,
    /** A target: an indirect jump, call or return. */
    TARGET,
    /** A target and the new privilege: xRET. */
    TRAP_RETURN,
    /**
     * Nothing: the instruction traps without retiring, an exception packet follows. If it did
     * retire (a firmware call, docs/determinism.md 4), the packet says where execution goes on.
     */
    TRAP
  }

  /**
   * The rule of a node.
   *
   * @throws IllegalArgumentException if the node's end is not known
   */
  public static TraceRule of(Node node) {
    throw new UnsupportedOperationException();
  }
}
