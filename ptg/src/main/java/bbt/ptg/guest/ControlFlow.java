package bbt.ptg.guest;

/**
 * What an instruction does to the flow of control, as declared in its row of the instruction table.
 *
 * <p>The class of a {@code jal}/{@code jalr} in a given encoding also depends on its link registers
 * (unprivileged specification, "Return-address prediction stack actions"); {@link
 * bbt.ptg.guest.TraceRule} decides from the node as entered.
 */
public enum ControlFlow {
  /** Falls through to the next instruction and does not end a node. */
  SEQUENTIAL,
  /** Falls through (or traps), but ends a node: CSR instructions, wfi, fence.i, sfence/sinval. */
  SYSTEM,
  /** Taken or not taken, target fixed by the code. */
  CONDITIONAL_BRANCH,
  /** {@code jal}: target fixed by the code; a call when it links x1/x5. */
  DIRECT_JUMP,
  /** {@code jalr}: target in a register; jump, call or return by its link registers. */
  INDIRECT_JUMP,
  /** {@code ecall}, {@code ebreak}: always traps, does not retire (but see rules.md 4). */
  TRAP,
  /** {@code sret}, {@code mret}: target and privilege come from CSRs. */
  TRAP_RETURN
}
