package bbt.reconstruct.stack;

/** The ways in which a frame ends. */
public enum FrameEnd {
  /** The function returned, or a return from it ended the trap. */
  RETURNED,
  /** Another function took its place. */
  TAIL_CALL,
  /** Cut off: longjmp, the end of its task, or of the trace; of a trap, no return came. */
  CUT
}
