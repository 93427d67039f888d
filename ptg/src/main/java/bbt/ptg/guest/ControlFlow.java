package bbt.ptg.guest;

/**
 * The effect of an instruction on the flow of control, as declared in its row of the instruction
 * table.
 *
 * <p>Whether a jump is a call or a return may depend on its operands: {@link Node#rule} decides
 * from the node as entered.
 */
public enum ControlFlow {
  /** Falls through to the next instruction and does not end a node. */
  SEQUENTIAL,
  /** Falls through (or traps), but ends a node: accesses to control registers, waits, fences. */
  SYSTEM,
  /** Taken or not taken, target fixed by the code. */
  CONDITIONAL_BRANCH,
  /** Target fixed by the code; a call when it links. */
  DIRECT_JUMP,
  /** Target in a register; jump, call or return by its link registers. */
  INDIRECT_JUMP,
  /** Always traps, does not retire (but see docs/determinism.md 4). */
  TRAP,
  /** Return from a trap: target and privilege come from control registers. */
  TRAP_RETURN
}
