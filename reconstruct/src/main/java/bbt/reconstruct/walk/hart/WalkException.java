package bbt.reconstruct.walk.hart;

import bbt.packets.Frame;
import bbt.packets.bytes.Problem;

/** Thrown where what was walked contradicts what the trace says: says where, expected and found. */
public final class WalkException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long offset;
  private final String reason;

  /**
   * Creates an exception that names the place in the run.
   *
   * @param offset file offset of the frame
   * @param retired count at which the walk stands
   * @param pc where it stands
   * @param reason what was expected, what was found
   */
  public WalkException(long offset, long retired, long pc, String reason) {
    super(
        reason
            + " (frame at file offset "
            + offset
            + ", instruction "
            + retired
            + ", pc 0x"
            + Long.toHexString(pc)
            + ")");
    this.offset = offset;
    this.reason = reason;
  }

  /** One at the place where a walk stands in a frame. */
  static WalkException at(Frame frame, WalkState state, String reason) {
    return new WalkException(frame.offset(), state.retired, state.pc, reason);
  }

  /** The exception as a problem of the trace. */
  public Problem problem() {
    return new Problem.Disagreement(offset, getMessage());
  }

  /** The expected and the found, without the place. */
  public String reason() {
    return reason;
  }
}
