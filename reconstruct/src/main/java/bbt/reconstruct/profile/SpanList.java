package bbt.reconstruct.profile;

import java.util.Arrays;

/**
 * Builds a {@link Timeline.Spans}: exact up to a limit; beyond it, neighbours are folded until each
 * is as long as a threshold that doubles. A folded span goes by the longest of its parts.
 */
final class SpanList {
  private final int limit;
  private int size;
  private long[] from = new long[64];
  private long[] to = new long[64];
  private int[] task = new int[64];
  private Timeline.Mode[] mode = new Timeline.Mode[64];
  private long[] cause = new long[64];

  /** Length of the part that gave a span its name. */
  private long[] longest = new long[64];

  private long threshold;
  private long folded;

  /**
   * Creates an empty list.
   *
   * @param limit spans that it holds at least before it folds; it may hold twice as many
   */
  SpanList(int limit) {
    this.limit = limit;
  }

  void add(long start, long end, int itsTask, Timeline.Mode itsMode, long itsCause) {
    int last = size - 1;
    boolean same =
        last >= 0
            && to[last] == start
            && task[last] == itsTask
            && mode[last] == itsMode
            && cause[last] == itsCause;
    if (same) {
      to[last] = end;
      if (threshold == 0) {
        longest[last] = end - from[last];
      } else {
        longest[last] += end - start;
      }
      return;
    }
    append(start, end, itsTask, itsMode, itsCause, end - start);
    if (size > 2 * limit) {
      compact();
    }
  }

  private void append(
      long start, long end, int itsTask, Timeline.Mode itsMode, long itsCause, long itsLongest) {
    int last = size - 1;
    if (last >= 0 && to[last] - from[last] < threshold && start - to[last] < threshold) {
      to[last] = end;
      folded++;
      if (itsLongest > longest[last]) {
        longest[last] = itsLongest;
        task[last] = itsTask;
        mode[last] = itsMode;
        cause[last] = itsCause;
      }
      return;
    }
    if (size == from.length) {
      int larger = size * 2;
      from = Arrays.copyOf(from, larger);
      to = Arrays.copyOf(to, larger);
      task = Arrays.copyOf(task, larger);
      mode = Arrays.copyOf(mode, larger);
      cause = Arrays.copyOf(cause, larger);
      longest = Arrays.copyOf(longest, larger);
    }
    from[size] = start;
    to[size] = end;
    task[size] = itsTask;
    mode[size] = itsMode;
    cause[size] = itsCause;
    longest[size] = itsLongest;
    size++;
  }

  private void compact() {
    while (size > limit) {
      threshold = Math.max(2, threshold * 2);
      int all = size;
      size = 0;
      for (int i = 0; i < all; i++) {
        // In place: what is written never overtakes what is read.
        append(from[i], to[i], task[i], mode[i], cause[i], longest[i]);
      }
    }
  }

  Timeline.Spans build() {
    return new Timeline.Spans(
        Arrays.copyOf(from, size),
        Arrays.copyOf(to, size),
        Arrays.copyOf(task, size),
        Arrays.copyOf(mode, size),
        Arrays.copyOf(cause, size),
        threshold,
        folded);
  }
}
