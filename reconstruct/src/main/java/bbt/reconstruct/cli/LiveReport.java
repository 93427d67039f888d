package bbt.reconstruct.cli;

import bbt.packets.TraceReader;
import bbt.reconstruct.analysis.Analysis;
import bbt.reconstruct.analysis.Report;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.Interruption;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.options.TraceFiles;
import bbt.reconstruct.cli.outcome.StandardOutput;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * A report of a trace while it comes: of a file that grows, or of a stream. What there is so far is
 * shown now and then: on a terminal in place; elsewhere, where it is asked for, one below the
 * other.
 */
final class LiveReport implements Analysis.Pace {
  private static final double TERMINAL_SECONDS = 2;

  /** A signal's handler waits so long for the report. */
  private static final long PRINT_SECONDS = 10;

  private static final String HOME_AND_CLEAR = "\033[H\033[J";

  private final Path trace;
  private final boolean terminal;

  /** Nanoseconds between two reports; 0 where only the last one is wanted. */
  private final long interval;

  private final boolean json;
  private final BiConsumer<Report, PrintWriter> text;
  private final PrintWriter out;
  private final CountDownLatch printed = new CountDownLatch(1);
  private long due;
  private boolean any;
  private volatile boolean over;

  /**
   * Prepares it.
   *
   * @param seconds between two reports, null for what is usual there
   * @param json whether reports are JSON, which stands one document behind the other
   * @param text prints a report
   */
  LiveReport(
      Path trace,
      Double seconds,
      boolean json,
      BiConsumer<Report, PrintWriter> text,
      PrintWriter out) {
    if (seconds != null && !(seconds >= 0.1 && seconds <= 1e6)) {
      throw new UserException(
          Fault.USAGE, "--every must be 0.1 to 1000000 seconds, not " + seconds);
    }
    this.trace = trace;
    this.json = json;
    this.text = text;
    this.out = out;
    this.terminal = !json && !"dumb".equals(System.getenv("TERM")) && StandardOutput.isTerminal();
    double each = seconds != null ? seconds : terminal ? TERMINAL_SECONDS : 0;
    this.interval = (long) (each * 1e9);
    this.due = System.nanoTime() + interval;
  }

  /** An analysis of the trace. */
  static Analysis analysis(Path trace) {
    return TraceFiles.isStream(trace)
        ? Analysis.ofStream(TraceFiles.name(trace))
        : new Analysis(trace);
  }

  /**
   * Follows the trace to its end; prints reports of what there is so far, and the last one.
   *
   * @return the last one
   */
  Report run(Analysis analysis) throws IOException {
    try (Interruption.Registration open = Interruption.during(this::leave)) {
      Report report = analysis.follow(this::open, this, this::show);
      last(report);
      return report;
    } finally {
      printed.countDown();
    }
  }

  /** Whether a signal ended it before the trace did. */
  boolean wasLeft() {
    return over;
  }

  /** Runs when a signal ends the process: the report of what there is gets printed. */
  private String leave() throws InterruptedException {
    over = true;
    printed.await(PRINT_SECONDS, TimeUnit.SECONDS);
    return "the report is of what had come by then";
  }

  private TraceReader open(TraceReader.Waiting waiting) throws IOException {
    if (TraceFiles.isStream(trace)) {
      return TraceReader.follow(TraceFiles.open(trace), waiting);
    }
    TraceReader reader = TraceReader.follow(trace, waiting);
    if (reader.header().ring() > 0) {
      reader.close();
      throw new UserException(
          Fault.USAGE,
          trace
              + ": a ring is written anew when it is full, so it cannot be followed; bbt report"
              + " without --follow reads it as it is now");
    }
    return reader;
  }

  @Override
  public boolean isDue() {
    return interval > 0 && System.nanoTime() >= due;
  }

  @Override
  public boolean isOver() {
    return over;
  }

  private void show(Report report) {
    StringWriter written = new StringWriter();
    text.accept(report, new PrintWriter(written));
    if (terminal) {
      out.print(HOME_AND_CLEAR);
      written.toString().lines().limit(Math.max(1, rows() - 1)).forEach(out::println);
    } else {
      if (!json) {
        separate(
            "so far: " + NumberText.grouped(report.profile().instructions()) + " instructions");
      }
      out.print(written);
    }
    out.flush();
    any = true;
    due = System.nanoTime() + interval;
  }

  private void last(Report report) {
    if (any && terminal) {
      out.print(HOME_AND_CLEAR);
    } else if (any && !json) {
      separate("in the end");
    }
    text.accept(report, out);
    out.flush();
  }

  private void separate(String what) {
    out.println("==== " + what + " ====");
  }

  /** Lines of the terminal. */
  private static int rows() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/proc/self/fd/1"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (BufferedReader said = stty.inputReader(StandardCharsets.US_ASCII)) {
        String line = said.readLine();
        return line == null ? 24 : Integer.parseInt(line.strip().split(" ")[0]);
      }
    } catch (IOException | NumberFormatException e) {
      return 24;
    }
  }
}
