package bbt.ptg.guest;

/**
 * The kinds of control flow by which hardware trace encoders tell instructions apart: by an
 * instruction's own encoding alone, while {@link Node#rule} looks at the node.
 */
public enum FlowKind {
  /** Goes on to the next instruction. */
  SEQUENTIAL,
  /** A conditional branch to a target that it states. */
  BRANCH,
  /** A jump to a target that it states; links nothing. */
  JUMP,
  /** A call of a target that it states. */
  CALL,
  /** A jump to a register. */
  INDIRECT_JUMP,
  /** A call of a register. */
  INDIRECT_CALL,
  /** A return by the link-register hints. */
  RETURN,
  /** A return and a call at once. */
  SWAP,
  /** A return from a trap. */
  TRAP_RETURN,
  /** Asks for a service, or is a breakpoint: traps unless something outside of the guest serves. */
  SERVICE,
  /** No instruction: always traps. */
  NONE;

  /** Whether the code alone does not say what follows, branches not meant. */
  public boolean uninferable() {
    return switch (this) {
      case INDIRECT_JUMP, INDIRECT_CALL, RETURN, SWAP, TRAP_RETURN, SERVICE -> true;
      case SEQUENTIAL, BRANCH, JUMP, CALL, NONE -> false;
    };
  }

  /** Whether it leaves a return address, and takes none. */
  public boolean calls() {
    return this == CALL || this == INDIRECT_CALL;
  }
}
