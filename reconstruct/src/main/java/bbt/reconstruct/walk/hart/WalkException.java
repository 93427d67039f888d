package bbt.reconstruct.walk.hart;

import bbt.packets.Frame;

/**
 * A contradiction between what was walked and what the trace says: says where, expected and found.
 */
public final class WalkException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long offset;
  private final long retired;
  private final long pc;
  private final String problem;

  /**
   * Creates one.
   *
   * @param offset file offset of the frame
   * @param retired count at which the walk stands
   * @param pc where it stands
   * @param problem what was expected, what was found
   */
  public WalkException(long offset, long retired, long pc, String problem) {
    super(
        problem
            + " (frame at file offset "
            + offset
            + ", instruction "
            + retired
            + ", pc 0x"
            + Long.toHexString(pc)
            + ")");
    this.offset = offset;
    this.retired = retired;
    this.pc = pc;
    this.problem = problem;
  }

  /** One at the place where a walk stands in a frame. */
  static WalkException at(Frame frame, WalkState state, String problem) {
    return new WalkException(frame.offset(), state.retired, state.pc, problem);
  }

  public long offset() {
    return offset;
  }

  public long retired() {
    return retired;
  }

  public long pc() {
    return pc;
  }

  /** What was expected and what was found, without the place. */
  public String problem() {
    return problem;
  }
}
