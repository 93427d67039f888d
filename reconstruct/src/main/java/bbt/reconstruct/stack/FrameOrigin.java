package bbt.reconstruct.stack;

/** The ways in which control comes to a frame. */
public enum FrameOrigin {
  /** By a call to its first instruction. */
  CALL,
  /** By a jump to its first instruction, out of the frame that it takes the place of. */
  TAIL_CALL,
  /** By a call or a jump into its middle: that counts as no call. */
  JUMP,
  /** By a trap: the frame is the trap itself, its handler is a root above it. */
  TRAP,
  /** Nobody called it: the start of a hart or task, a handler, another program. */
  ROOT
}
