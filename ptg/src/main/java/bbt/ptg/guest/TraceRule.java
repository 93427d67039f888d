package bbt.ptg.guest;

/**
 * The rule of a node: what it leaves in the trace when it was executed whole, and where it leads.
 * {@link Node#rule} is the one place that says it (docs/determinism.md 15): the recorder and the
 * reconstructor both ask there.
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

  /** The things that a node may leave in the trace. */
  public enum Leaves {
    /** The code fixes what follows: {@link #target}. */
    NOTHING,
    /** One bit, 1 = taken. */
    BRANCH,
    /** A target: an indirect jump, call or return. */
    TARGET,
    /** A target and the new privilege: a return from a trap. */
    TRAP_RETURN,
    /**
     * Nothing: the instruction traps without retiring, an exception packet follows. If it did
     * retire (a firmware call, docs/determinism.md 4), the packet says where execution goes on.
     */
    TRAP
  }
}
