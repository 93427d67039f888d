package bbt.reconstruct.profile;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.trace.TraceClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Builds a {@link Timeline}. The length of a run is not known before its end: when the bins do not
 * reach, each two become one.
 */
public final class TimelineBuilder {
  private static final int MODES = Timeline.Mode.values().length;
  private static final int KINDS = ExceptionKind.values().length;

  /** Width of a bin at the start, in instructions. */
  private static final long FINEST = 64;

  /** Spans of a lane, at least, before they are folded. */
  private static final int SPANS = 20_000;

  private final long start;
  private final long limit;
  private final int bins;
  private final Supplier<TraceClock> time;
  private final List<LaneBuilder> lanes = new ArrayList<>();
  private long width = FINEST;
  private long end;

  /**
   * Creates an empty timeline.
   *
   * @param start clock at which it starts
   * @param limit clock at which it ends at the latest
   * @param bins how many, at most; an even number
   * @param time guest time, asked for when the walk is over
   */
  public TimelineBuilder(long start, long limit, int bins, Supplier<TraceClock> time) {
    this.start = start;
    this.limit = limit;
    this.bins = bins;
    this.time = time;
    this.end = start;
  }

  private final class LaneBuilder {
    final long[][] instructions = new long[MODES][bins];
    final long[][] exceptions = new long[KINDS][bins];
    final long[] switches = new long[bins];
    final int[][] tasks = new int[bins][];
    final long[][] taskInstructions = new long[bins][];
    final SpanList spans = new SpanList(SPANS);
    final SpanList taskSpans = new SpanList(SPANS);

    void executed(int bin, int task, int mode, long count) {
      instructions[mode][bin] += count;
      int[] its = tasks[bin];
      int known = its == null ? 0 : its.length;
      for (int i = known - 1; i >= 0; i--) {
        if (its[i] == task) {
          taskInstructions[bin][i] += count;
          return;
        }
      }
      tasks[bin] = its == null ? new int[1] : Arrays.copyOf(its, known + 1);
      taskInstructions[bin] =
          its == null ? new long[1] : Arrays.copyOf(taskInstructions[bin], known + 1);
      tasks[bin][known] = task;
      taskInstructions[bin][known] = count;
    }

    void halve() {
      for (long[] each : instructions) {
        halve(each);
      }
      for (long[] each : exceptions) {
        halve(each);
      }
      halve(switches);
      for (int i = 0; i < bins; i++) {
        int[] its = tasks[i];
        long[] amounts = taskInstructions[i];
        if (i % 2 == 0) {
          tasks[i] = null;
          taskInstructions[i] = null;
          tasks[i / 2] = its;
          taskInstructions[i / 2] = amounts;
        } else {
          tasks[i] = null;
          taskInstructions[i] = null;
          for (int k = 0; its != null && k < its.length; k++) {
            addTask(i / 2, its[k], amounts[k]);
          }
        }
      }
    }

    private void addTask(int bin, int task, long count) {
      // Counts it for the task without counting it for a mode again.
      instructions[0][bin] -= count;
      executed(bin, task, 0, count);
    }

    private void halve(long[] values) {
      for (int i = 0; i < bins / 2; i++) {
        values[i] = values[2 * i] + values[2 * i + 1];
      }
      Arrays.fill(values, bins / 2, bins, 0);
    }
  }

  private LaneBuilder lane(int hart) {
    while (lanes.size() <= hart) {
      lanes.add(new LaneBuilder());
    }
    return lanes.get(hart);
  }

  /** Makes room for a clock; returns its bin. */
  private int bin(long clock) {
    while (clock - start >= width * bins) {
      lanes.forEach(LaneBuilder::halve);
      width *= 2;
    }
    return (int) ((clock - start) / width);
  }

  public void executed(int hart, long from, long to, int task, Timeline.Mode mode, long cause) {
    long at = Math.max(from, start);
    long until = Math.min(to, limit);
    if (at >= until) {
      return;
    }
    LaneBuilder lane = lane(hart);
    lane.spans.add(at, until, task, mode, cause);
    lane.taskSpans.add(at, until, task, Timeline.Mode.USER, -1);
    end = Math.max(end, until);
    bin(until - 1);
    while (at < until) {
      int bin = bin(at);
      long stop = Math.min(until, start + (bin + 1) * width);
      lane.executed(bin, task, mode.ordinal(), stop - at);
      at = stop;
    }
  }

  public void exception(int hart, long clock, ExceptionKind kind) {
    lane(hart).exceptions[kind.ordinal()][bin(clock)]++;
    end = Math.max(end, clock);
  }

  public void switched(int hart, long clock) {
    lane(hart).switches[bin(clock)]++;
    end = Math.max(end, clock);
  }

  public Timeline build(int harts) {
    TraceClock clock = time.get();
    if (harts > 0) {
      lane(harts - 1);
    }
    int atEnd = bin(end);
    // What happened at the very end stands in a bin of its own if the last one is full.
    boolean more = lanes.stream().anyMatch(lane -> happened(lane, atEnd));
    int used = end == start || more ? atEnd + 1 : bin(end - 1) + 1;
    double[] seconds = new double[used + 1];
    for (int i = 0; i < used; i++) {
      seconds[i] = clock.secondsBefore(start + i * width);
    }
    seconds[used] = end < limit ? clock.secondsAt(end) : clock.secondsBefore(end);
    List<Timeline.HartActivity> result = new ArrayList<>();
    for (int hart = 0; hart < lanes.size(); hart++) {
      result.add(build(hart, lanes.get(hart), used));
    }
    return new Timeline(start, end, width, seconds, result);
  }

  private static boolean happened(LaneBuilder lane, int bin) {
    return lane.switches[bin] > 0 || Arrays.stream(lane.exceptions).anyMatch(k -> k[bin] > 0);
  }

  private static Timeline.HartActivity build(int hart, LaneBuilder lane, int used) {
    int[][] tasks = new int[used][];
    long[][] amounts = new long[used][];
    for (int bin = 0; bin < used; bin++) {
      int count = lane.tasks[bin] == null ? 0 : lane.tasks[bin].length;
      Integer[] order = new Integer[count];
      Arrays.setAll(order, i -> i);
      int[] its = lane.tasks[bin];
      long[] sums = lane.taskInstructions[bin];
      Arrays.sort(
          order,
          (a, b) ->
              sums[a] != sums[b]
                  ? Long.compare(sums[b], sums[a])
                  : Integer.compare(its[a], its[b]));
      tasks[bin] = new int[count];
      amounts[bin] = new long[count];
      for (int i = 0; i < count; i++) {
        tasks[bin][i] = its[order[i]];
        amounts[bin][i] = sums[order[i]];
      }
    }
    return new Timeline.HartActivity(
        hart,
        lane.instructions,
        lane.exceptions,
        lane.switches,
        tasks,
        amounts,
        lane.spans.build(),
        lane.taskSpans.build());
  }
}
