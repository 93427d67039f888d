package bbt.reconstruct.export;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.profile.count.FrameListener;
import bbt.reconstruct.stack.FrameEnd;
import bbt.reconstruct.stack.FrameOrigin;
import java.util.Arrays;

/**
 * Finds out how long a frame must be to be among the longest of a trace, without keeping more than
 * those: whenever the room is full, the shorter half goes. A frame is never among them without
 * those that it is in, since they are not shorter.
 */
final class LongestFrames implements FrameListener {
  private final int room;
  private long[] inclusive = new long[1024];
  private int size;
  private long least = 1;
  private long all;

  /**
   * Creates a listener that has heard no frames.
   *
   * @param room frames that are wanted; up to twice as many are in memory
   */
  LongestFrames(int room) {
    this.room = room;
  }

  @Override
  public void entered(
      int task,
      int hart,
      long retired,
      int depth,
      int frame,
      FrameOrigin how,
      ExceptionKind trap) {}

  @Override
  public void left(
      int task,
      int hart,
      long retired,
      int depth,
      int frame,
      FrameEnd how,
      long withCallees,
      long self) {
    all += withCallees > 0 ? 1 : 0;
    if (withCallees < least) {
      return;
    }
    if (size == inclusive.length) {
      inclusive = Arrays.copyOf(inclusive, 2 * size);
    }
    inclusive[size++] = withCallees;
    if (size >= 2L * room) {
      thinOut();
    }
  }

  private void thinOut() {
    if (size <= room) {
      return;
    }
    Arrays.sort(inclusive, 0, size);
    // Of frames of equal length, all are kept or none.
    least = inclusive[size - room - 1] + 1;
    int first = size - room;
    while (first < size && inclusive[first] < least) {
      first++;
    }
    System.arraycopy(inclusive, first, inclusive, 0, size - first);
    size -= first;
  }

  /** Instructions of the shortest frame that is among them, callees included; 1 if all are. */
  long least() {
    thinOut();
    return least;
  }

  /** Frames that are among them. */
  int size() {
    thinOut();
    return size;
  }

  /** Frames that there were, those without a selected instruction left out. */
  long all() {
    return all;
  }
}
