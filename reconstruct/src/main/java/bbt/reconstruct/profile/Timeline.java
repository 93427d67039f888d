package bbt.reconstruct.profile;

import bbt.packets.ExceptionKind;
import java.util.List;

/**
 * The harts' activity over the run, with level of detail: so many bins of equal width, each with
 * exact totals; and the spans themselves, of which short ones are folded when there are too many.
 *
 * <p>The axis is the common clock: instructions of all harts. {@link #seconds} gives the guest time
 * of a bin's start, so that idle time shows as bins that take longer than their instructions.
 */
public final class Timeline {
  /**
   * The modes in which a hart executes: by privilege, and by the innermost trap that is being
   * handled.
   */
  public enum Mode {
    /** User mode. */
    USER,
    /** The kernel or firmware, on nobody's behalf: boot, kernel threads. */
    KERNEL,
    /** The kernel, for a system call. */
    SYSTEM_CALL,
    /** The kernel, for a page or access fault. */
    MMU,
    /** The kernel, for another exception. */
    EXECUTION,
    /** The kernel, for an interrupt. */
    INTERRUPT
  }

  private final long start;
  private final long end;
  private final long width;
  private final double[] seconds;
  private final List<HartActivity> lanes;

  Timeline(long start, long end, long width, double[] seconds, List<HartActivity> lanes) {
    this.start = start;
    this.end = end;
    this.width = width;
    this.seconds = seconds;
    this.lanes = List.copyOf(lanes);
  }

  /** Clock at which the first bin starts. */
  public long start() {
    return start;
  }

  /** Clock behind the last instruction. */
  public long end() {
    return end;
  }

  /** Instructions of a bin; the last one may be shorter. */
  public long width() {
    return width;
  }

  /** Number of bins, the same in each lane. */
  public int bins() {
    return seconds.length - 1;
  }

  /** Clock at which a bin starts; of {@link #bins} the end. */
  public long clock(int bin) {
    return Math.min(end, start + bin * width);
  }

  /**
   * Guest time in seconds at which a bin starts; of {@link #bins} the time of the end. {@link
   * Double#NaN} where it is not known.
   */
  public double seconds(int bin) {
    return seconds[bin];
  }

  /** One for each hart, by number. */
  public List<HartActivity> lanes() {
    return lanes;
  }

  /** The activity of one hart. */
  public static final class HartActivity {
    private final int hart;
    private final long[][] instructions;
    private final long[][] exceptions;
    private final long[] switches;
    private final int[][] tasks;
    private final long[][] taskInstructions;
    private final Spans spans;
    private final Spans taskSpans;

    HartActivity(
        int hart,
        long[][] instructions,
        long[][] exceptions,
        long[] switches,
        int[][] tasks,
        long[][] taskInstructions,
        Spans spans,
        Spans taskSpans) {
      this.hart = hart;
      this.instructions = instructions;
      this.exceptions = exceptions;
      this.switches = switches;
      this.tasks = tasks;
      this.taskInstructions = taskInstructions;
      this.spans = spans;
      this.taskSpans = taskSpans;
    }

    public int hart() {
      return hart;
    }

    /** Selected instructions in a bin, of one mode. */
    public long instructions(int bin, Mode mode) {
      return instructions[mode.ordinal()][bin];
    }

    /** Selected instructions in a bin. */
    public long instructions(int bin) {
      long sum = 0;
      for (long[] mode : instructions) {
        sum += mode[bin];
      }
      return sum;
    }

    /** Selected exceptions taken in a bin, of one kind. */
    public long exceptions(int bin, ExceptionKind kind) {
      return exceptions[kind.ordinal()][bin];
    }

    /** Selected context switches in a bin. */
    public long switches(int bin) {
      return switches[bin];
    }

    /** The tasks that executed in a bin, by descending instructions: {@link Profile#tasks()}. */
    public int[] tasks(int bin) {
      return tasks[bin].clone();
    }

    /** The instructions of the tasks of a bin. */
    public long[] taskInstructions(int bin) {
      return taskInstructions[bin].clone();
    }

    /** The spans of execution by task and mode. */
    public Spans spans() {
      return spans;
    }

    /** The spans of execution by task alone. */
    public Spans taskSpans() {
      return taskSpans;
    }
  }

  /**
   * Stretches in the order of the clock, none of which overlap. They are exact while there are few;
   * of too many the shorter ones are part of the one before.
   */
  public static final class Spans {
    private final long[] from;
    private final long[] to;
    private final int[] task;
    private final Mode[] mode;
    private final long[] cause;
    private final long threshold;
    private final long folded;

    Spans(
        long[] from,
        long[] to,
        int[] task,
        Mode[] mode,
        long[] cause,
        long threshold,
        long folded) {
      this.from = from;
      this.to = to;
      this.task = task;
      this.mode = mode;
      this.cause = cause;
      this.threshold = threshold;
      this.folded = folded;
    }

    public int count() {
      return from.length;
    }

    /** Clock at its start. */
    public long from(int span) {
      return from[span];
    }

    /** Clock at its end. */
    public long to(int span) {
      return to[span];
    }

    /** The task's number. */
    public int task(int span) {
      return task[span];
    }

    /** The mode of a span; of spans by task alone always {@link Mode#USER}. */
    public Mode mode(int span) {
      return mode[span];
    }

    /** Cause of the innermost trap that is being handled; -1 without. */
    public long cause(int span) {
      return cause[span];
    }

    /** Whether every stretch is here. */
    public boolean exact() {
      return folded == 0;
    }

    /** Stretches that are part of another one, since they were shorter than the threshold. */
    public long folded() {
      return folded;
    }

    /** Instructions below which stretches are folded; 0 if none are. */
    public long threshold() {
      return threshold;
    }
  }
}
