package bbt.reconstruct.profile.count;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.profile.Timeline;
import bbt.reconstruct.stack.FrameEnd;
import bbt.reconstruct.stack.FrameOrigin;

/**
 * Tells two listeners the same.
 *
 * @param first hears everything first
 */
public record FramePair(FrameListener first, FrameListener second) implements FrameListener {
  @Override
  public void met(int frame, String name, long address) {
    first.met(frame, name, address);
    second.met(frame, name, address);
  }

  @Override
  public boolean keepsEach() {
    return first.keepsEach() || second.keepsEach();
  }

  @Override
  public void entered(
      int task, int hart, long retired, int depth, int frame, FrameOrigin how, ExceptionKind trap) {
    first.entered(task, hart, retired, depth, frame, how, trap);
    second.entered(task, hart, retired, depth, frame, how, trap);
  }

  @Override
  public void left(
      int task,
      int hart,
      long retired,
      int depth,
      int frame,
      FrameEnd end,
      long inclusive,
      long self) {
    first.left(task, hart, retired, depth, frame, end, inclusive, self);
    second.left(task, hart, retired, depth, frame, end, inclusive, self);
  }

  @Override
  public void counted(ExceptionKind trap) {
    first.counted(trap);
    second.counted(trap);
  }

  @Override
  public void executed(int task, int hart, long from, long to, Timeline.Mode mode, long cause) {
    first.executed(task, hart, from, to, mode, cause);
    second.executed(task, hart, from, to, mode, cause);
  }
}
