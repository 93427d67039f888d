package bbt.reconstruct.profile.count;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.profile.Profile;
import bbt.reconstruct.profile.Timeline;
import bbt.reconstruct.stack.FrameEnd;
import bbt.reconstruct.stack.FrameOrigin;

/**
 * Hears of the frames of all call stacks as they come and go, in execution order. Names are final
 * only when the walk is over: a frame is known by its number until then ({@link Profile#frames()}).
 */
public interface FrameListener {
  /**
   * A number stands for something from here on; told before a frame has it.
   *
   * @param frame the number
   * @param name a function's symbol, or null without one; a trap's cause in words
   * @param address of a function's first instruction, where the run had it; of a trap 0
   */
  default void met(int frame, String name, long address) {}

  /**
   * Whether something is kept of each frame. If not, some of many frames that are alike need not be
   * told.
   */
  default boolean keepsEach() {
    return true;
  }

  /**
   * A frame was pushed onto the stack of the current task.
   *
   * @param task its number: {@link Profile#tasks()}
   * @param hart that executes the task
   * @param retired instructions of that hart before the frame's first
   * @param depth frames below it
   * @param frame its number: {@link Profile#frames()}
   * @param trap null unless it is a trap
   */
  void entered(
      int task, int hart, long retired, int depth, int frame, FrameOrigin how, ExceptionKind trap);

  /**
   * The topmost frame of a task was removed.
   *
   * @param hart that executes the task, or did last
   * @param retired instructions of that hart before the end
   * @param depth frames below it
   * @param inclusive instructions of the task between entry and end
   * @param self instructions of the frame itself
   */
  void left(
      int task,
      int hart,
      long retired,
      int depth,
      int frame,
      FrameEnd end,
      long inclusive,
      long self);

  /**
   * What was told last is counted: it happened in the selected part of the trace. Said after the
   * frame's {@link #entered}; of a reset and a firmware call, which have no frames, after their
   * packet.
   *
   * @param trap null for a call, else what was taken
   */
  default void counted(ExceptionKind trap) {}

  /**
   * A hart executed a stretch of the selected part for one task, in one mode. Stretches of a hart
   * come in order, and all of them make up its instructions.
   *
   * @param from common clock at its start
   * @param to common clock at its end, larger
   * @param cause of the innermost trap that was being handled; -1 without
   */
  default void executed(int task, int hart, long from, long to, Timeline.Mode mode, long cause) {}
}
