package bbt.reconstruct.basics;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * A line on a terminal that says how far a long work has come, in instructions: rate, percent, time
 * left. Writes nothing when standard error is not a terminal, so that output in a pipe or a log
 * stays clean.
 *
 * <p>Cheap to call often: the clock is read at each call, the line is written at most five times a
 * second.
 */
public final class Progress implements AutoCloseable {
  private static final long INTERVAL_NANOS = 200_000_000L;

  /** The rate is that of the last one or two of these: a walk is slower in its first seconds. */
  private static final long RATE_NANOS = 1_500_000_000L;

  /**
   * Before this the time left is not told: a rate of code that nobody has compiled yet says
   * nothing.
   */
  private static final long WARM_NANOS = 2 * RATE_NANOS;

  /** The line that stands on the terminal now, if any. */
  private static Progress shown;

  /** Whether the process is ending: then no line is written any more. */
  private static boolean ending;

  private final PrintStream out;
  private final String what;
  private final LongSupplier whole;

  /** The whole; -1 before somebody has asked. */
  private long total = -1;

  private final long start = System.nanoTime();
  private long next = start + INTERVAL_NANOS;

  /** When the rate was looked at last, and the time before: nanoseconds since the start. */
  private final long[] markNanos = new long[2];

  /** Instructions done at the moments of {@link #markNanos}. */
  private final long[] markDone = new long[2];

  private int width;

  /**
   * @param what the work, such as {@code rebuilding}
   * @param total instructions of the whole; 0 when unknown (then neither percent nor time left are
   *     shown; time left not in the first three seconds, either). Asked for once, when the first
   *     line is written
   */
  public static Progress start(String what, LongSupplier total) {
    return new Progress(onTerminal() ? System.err : null, what, total);
  }

  Progress(PrintStream out, String what, LongSupplier total) {
    this.out = out;
    this.what = what;
    this.whole = total;
  }

  private static boolean onTerminal() {
    java.io.Console console = System.console();
    return console != null && console.isTerminal() && !"dumb".equals(System.getenv("TERM"));
  }

  /**
   * @param done instructions since the start
   */
  public void update(long done) {
    if (out == null) {
      return;
    }
    long now = System.nanoTime();
    if (now >= next) {
      next = now + INTERVAL_NANOS;
      show(line(done, now - start));
    }
  }

  String line(long done, long nanos) {
    if (total < 0) {
      total = whole.getAsLong();
    }
    if (nanos - markNanos[1] > RATE_NANOS) {
      markNanos[0] = markNanos[1];
      markDone[0] = markDone[1];
      markNanos[1] = nanos;
      markDone[1] = done;
    }
    double rate = (done - markDone[0]) * 1e9 / Math.max(nanos - markNanos[0], 1);
    StringBuilder line = new StringBuilder(what).append(": ").append(NumberText.si(done).strip());
    if (total > 0) {
      line.append(" of ").append(NumberText.si(total).strip());
    }
    line.append(" instructions, ");
    if (total > 0) {
      line.append(Math.min(100, Math.round(Math.floor(100.0 * done / total)))).append(" %, ");
    }
    line.append(NumberText.si(Math.round(rate)).strip()).append("/s");
    if (total > 0 && rate > 0 && done < total && nanos >= WARM_NANOS) {
      line.append(String.format(Locale.ROOT, ", %.0f s left", Math.ceil((total - done) / rate)));
    }
    return line.toString();
  }

  private void show(String line) {
    synchronized (Progress.class) {
      if (!ending) {
        shown = this;
        out.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
        out.flush();
        width = line.length();
      }
    }
  }

  /** The process is being interrupted: the line stays as it is, what follows begins below it. */
  static void endLine() {
    synchronized (Progress.class) {
      ending = true;
      if (shown != null) {
        shown.out.println();
        shown.out.flush();
        shown = null;
      }
    }
  }

  /** Removes the line. */
  @Override
  public void close() {
    synchronized (Progress.class) {
      if (shown == this) {
        shown = null;
        out.print("\r" + " ".repeat(width) + "\r");
        out.flush();
      }
    }
  }
}
