package bbt.reconstruct.trace;

import bbt.packets.Chunk;
import bbt.packets.GuestTime;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import java.util.Arrays;

/**
 * Converts the common clock (instructions of all harts) to guest time and back. With one hart and
 * virtual time it is exact: instructions at the machine's rate, and the jumps that TIME records
 * tell. Otherwise the trace says the time at its epochs and its end, and between them it is taken
 * to pass evenly. Where the trace knows no time ({@link TraceHeader#timed}), it is {@link
 * Double#NaN} everywhere.
 */
public final class TraceClock {
  /** Places where the time is known; it jumps there from before to after. */
  private final long[] clock;

  private final double[] before;
  private final double[] after;

  /** Seconds per instruction behind the last place. */
  private final double slope;

  private final boolean known;

  private TraceClock(boolean known, long[] clock, double[] before, double[] after, double slope) {
    this.known = known;
    this.clock = clock;
    this.before = before;
    this.after = after;
    this.slope = slope;
  }

  /** Whether guest time is known. If not, instructions may be counted instead. */
  public boolean known() {
    return known;
  }

  /**
   * A guest time as a format writes it that has a value for "there is none".
   *
   * @return null for {@link Double#NaN}
   */
  public static Double orNull(double seconds) {
    return Double.isNaN(seconds) ? null : seconds;
  }

  /**
   * Guest time in seconds when so many instructions had retired, behind a jump at that very place.
   */
  public double secondsAt(long at) {
    if (!known) {
      return Double.NaN;
    }
    int i = floor(at);
    if (clock[i] == at) {
      return after[i];
    }
    return between(i, at);
  }

  /**
   * Guest time in seconds when so many instructions had retired, before a jump at that very place.
   */
  public double secondsBefore(long at) {
    if (!known) {
      return Double.NaN;
    }
    int i = floor(at);
    return clock[i] == at ? before[i] : between(i, at);
  }

  /**
   * The first place at which at least so many seconds have passed.
   *
   * @throws IllegalStateException if guest time is not {@link #known}
   */
  public long clockAt(double seconds) {
    if (!known) {
      throw new IllegalStateException("a place by guest time, which is not known");
    }
    int low = 0;
    int high = clock.length - 1;
    // The last place whose time before the jump is not later.
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (before[middle] <= seconds) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    if (seconds <= after[low]) {
      return clock[low];
    }
    double rest = seconds - after[low];
    double per = slope(low);
    return per <= 0 ? clock[low] : clock[low] + (long) Math.ceil(rest / per - 1e-6);
  }

  private double between(int i, long at) {
    return after[i] + (at - clock[i]) * slope(i);
  }

  private double slope(int i) {
    return i + 1 < clock.length
        ? (before[i + 1] - after[i]) / Math.max(1, clock[i + 1] - clock[i])
        : slope;
  }

  /** The last place at or before a clock. */
  private int floor(long at) {
    int i = Arrays.binarySearch(clock, at);
    return i >= 0 ? i : Math.max(0, -i - 2);
  }

  /** Hears all chunks of a trace in the order of the file; frames may be left out. */
  public static final class Builder {
    private final boolean known;
    private final boolean exact;
    private final double perInstruction;
    private int size = 1;
    private int most = Integer.MAX_VALUE;
    private long[] clock = new long[64];
    private double[] before = new double[64];
    private double[] after = new double[64];

    public Builder(TraceHeader header, int harts) {
      known = header.timed();
      exact = harts == 1 && header.get(TraceHeader.TIME, "virtual").equals("virtual");
      perInstruction = 1 / header.instructionsPerSecond();
    }

    /**
     * Keeps at most so many places, at least two, so that a trace of any length takes the same
     * memory: between those that are kept time is taken to pass evenly.
     */
    public Builder atMost(int places) {
      most = places;
      return this;
    }

    /** The next chunk. */
    public void add(Chunk chunk) {
      switch (chunk) {
        case Chunk.Sideband sideband when exact && !sideband.checkpoint() -> {
          for (SidebandRecord item : sideband.records()) {
            if (item instanceof SidebandRecord.Time jump) {
              jump(jump);
            }
          }
        }
        case Chunk.Epoch epoch when !exact ->
            place(epoch.clock(), GuestTime.seconds(epoch.ticks()));
        case Chunk.End end when !exact && end.ticks() >= 0 ->
            place(end.retired(), GuestTime.seconds(end.ticks()));
        default -> {}
      }
    }

    private void jump(SidebandRecord.Time jump) {
      double length = GuestTime.seconds(jump.ticks());
      if (jump.retired() > clock[size - 1]) {
        append(jump.retired());
        before[size - 1] = after[size - 2] + (clock[size - 1] - clock[size - 2]) * perInstruction;
        after[size - 1] = before[size - 1];
      }
      after[size - 1] += length;
    }

    private void place(long at, double seconds) {
      if (at > clock[size - 1]) {
        append(at);
        before[size - 1] = seconds;
      }
      after[size - 1] = seconds;
    }

    private void append(long at) {
      if (size == most) {
        thin();
      }
      if (size == clock.length) {
        clock = Arrays.copyOf(clock, size * 2);
        before = Arrays.copyOf(before, size * 2);
        after = Arrays.copyOf(after, size * 2);
      }
      clock[size++] = at;
    }

    /** Keeps every other place, the first and the last among them. */
    private void thin() {
      int kept = 0;
      for (int i = 0; i < size; i++) {
        if (i % 2 == 0 || i == size - 1) {
          clock[kept] = clock[i];
          before[kept] = before[i];
          after[kept++] = after[i];
        }
      }
      size = kept;
    }

    /** The clock as far as is known. */
    public TraceClock build() {
      return new TraceClock(
          known,
          Arrays.copyOf(clock, size),
          Arrays.copyOf(before, size),
          Arrays.copyOf(after, size),
          perInstruction);
    }
  }
}
