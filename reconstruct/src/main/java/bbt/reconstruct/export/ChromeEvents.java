package bbt.reconstruct.export;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.profile.FrameListener;
import bbt.reconstruct.walk.FlowListener;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the frames of all stacks, with the common clock at their begin and end. Of a trace with
 * more of them than fit, the longest: whenever the room is full, the shorter half goes. A frame is
 * never kept without those that it is in, since they are longer.
 */
final class ChromeEvents implements FrameListener, FlowListener {
  /** Begins of a task's frames, by depth. */
  private static final class Stack {
    long[] start = new long[32];
  }

  private final int room;
  private final List<Stack> stacks = new ArrayList<>();
  private int size;
  private long[] start = new long[1024];
  private long[] end = new long[1024];
  private long[] inclusive = new long[1024];
  private long[] self = new long[1024];
  private int[] task = new int[1024];
  private int[] frame = new int[1024];
  private long least;
  private long all;
  private int hart;

  /** By hart: common clock minus the hart's own count, in its present turn. */
  private long[] offset = new long[1];

  /**
   * Makes one.
   *
   * @param room frames to keep; up to twice as many are in memory
   */
  ChromeEvents(int room) {
    this.room = room;
  }

  @Override
  public void hart(int number) {
    hart = number;
    if (number >= offset.length) {
      offset = Arrays.copyOf(offset, number + 1);
    }
  }

  @Override
  public void turn(long clock, long retired) {
    if (clock >= 0) {
      offset[hart] = clock - retired;
    }
  }

  @Override
  public void entered(
      int itsTask, int onHart, long retired, int depth, int f, How how, ExceptionKind trap) {
    while (stacks.size() <= itsTask) {
      stacks.add(new Stack());
    }
    Stack stack = stacks.get(itsTask);
    if (depth >= stack.start.length) {
      stack.start = Arrays.copyOf(stack.start, 2 * depth);
    }
    stack.start[depth] = retired + offset(onHart);
  }

  private long offset(int onHart) {
    return onHart < offset.length ? offset[onHart] : 0;
  }

  @Override
  public void left(
      int itsTask,
      int onHart,
      long retired,
      int depth,
      int f,
      End how,
      long withCallees,
      long own) {
    all++;
    if (withCallees < least) {
      return;
    }
    if (size == start.length) {
      grow();
    }
    start[size] = stacks.get(itsTask).start[depth];
    end[size] = retired + offset(onHart);
    inclusive[size] = withCallees;
    self[size] = own;
    task[size] = itsTask;
    frame[size] = f;
    size++;
    if (size >= 2 * room) {
      thinOut();
    }
  }

  private void grow() {
    int larger = 2 * size;
    start = Arrays.copyOf(start, larger);
    end = Arrays.copyOf(end, larger);
    inclusive = Arrays.copyOf(inclusive, larger);
    self = Arrays.copyOf(self, larger);
    task = Arrays.copyOf(task, larger);
    frame = Arrays.copyOf(frame, larger);
  }

  /** Drops what is shorter than the room's longest. */
  void thinOut() {
    if (size <= room) {
      return;
    }
    long[] sorted = Arrays.copyOf(inclusive, size);
    Arrays.sort(sorted);
    least = sorted[size - room] + 1;
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (inclusive[i] >= least) {
        start[kept] = start[i];
        end[kept] = end[i];
        inclusive[kept] = inclusive[i];
        self[kept] = self[i];
        task[kept] = task[i];
        frame[kept] = frame[i];
        kept++;
      }
    }
    size = kept;
  }

  int size() {
    return size;
  }

  /** Frames that there were. */
  long all() {
    return all;
  }

  /** Instructions of the shortest frame that would be kept. */
  long least() {
    return least;
  }

  long start(int i) {
    return start[i];
  }

  long end(int i) {
    return end[i];
  }

  long inclusive(int i) {
    return inclusive[i];
  }

  long self(int i) {
    return self[i];
  }

  int task(int i) {
    return task[i];
  }

  int frame(int i) {
    return frame[i];
  }
}
