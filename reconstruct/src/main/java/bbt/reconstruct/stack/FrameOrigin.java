package bbt.reconstruct.stack;

/** The ways in which control comes to a frame. */
public enum FrameOrigin {
  /** A call of its first instruction. */
  CALL,
  /** A jump to its first instruction, out of the frame that it takes the place of. */
  TAIL_CALL,
  /** A call or a jump into its middle: that counts as no call. */
  JUMP,
  /** A trap: the frame is the trap itself, its handler is a root above it. */
  TRAP,
  /** No call: the start of a hart or task, a handler, another program. */
  ROOT
}
