package bbt.reconstruct.cli;

import java.io.PrintStream;
import java.util.Locale;

/**
 * A line on a terminal that says how far a long work has come: rate, percent, time left. Writes
 * nothing when standard error is not a terminal, so that output in a pipe or a log stays clean.
 *
 * <p>Cheap to call often: the clock is read at each call, the line is written at most five times a
 * second.
 */
public final class Progress implements AutoCloseable {
  private static final long INTERVAL_NANOS = 200_000_000L;

  /** The line that stands on the terminal now, if any. */
  private static Progress shown;

  /** Whether the process is ending: then no line is written any more. */
  private static boolean ending;

  private final PrintStream out;
  private final String what;
  private final String unit;
  private final long total;
  private final long start = System.nanoTime();
  private long next = start + INTERVAL_NANOS;
  private int width;

  /**
   * @param what the work, such as {@code rebuilding}
   * @param unit what is counted, such as {@code insns} or {@code B}
   * @param total the whole, in units; 0 when unknown (then neither percent nor time left are shown)
   */
  public static Progress start(String what, String unit, long total) {
    return new Progress(onTerminal() ? System.err : null, what, unit, total);
  }

  Progress(PrintStream out, String what, String unit, long total) {
    this.out = out;
    this.what = what;
    this.unit = unit;
    this.total = total;
  }

  private static boolean onTerminal() {
    java.io.Console console = System.console();
    return console != null && console.isTerminal() && !"dumb".equals(System.getenv("TERM"));
  }

  /**
   * @param done units done since the start
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
    double seconds = Math.max(nanos, 1) / 1e9;
    double rate = done / seconds;
    StringBuilder line = new StringBuilder(what).append(": ").append(Units.si(done)).append(unit);
    if (total > 0) {
      line.append(
          String.format(
              Locale.ROOT,
              " of %s%s, %d %%",
              Units.si(total),
              unit,
              Math.min(100, done * 100 / total)));
    }
    line.append(", ").append(Units.si(Math.round(rate))).append(unit).append("/s");
    if (total > 0 && done > 0 && done < total) {
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
