package bbt.samples.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * One run of a command.
 *
 * @param wallSeconds of the whole process from start to exit, or between the two lines of a {@link
 *     Span}; NaN if they did not come
 * @param cpuSeconds user and system time: of the process and its reaped children, or of the process
 *     alone between the two lines; NaN where the host does not tell
 * @param exitCode the process's
 * @param output standard output and error, interleaved
 * @param threads CPU seconds by thread, see {@link ThreadTimes}; empty unless they were asked for
 */
public record Measured(
    double wallSeconds,
    double cpuSeconds,
    int exitCode,
    String output,
    Map<String, Double> threads) {
  /** How guests say what they have computed. */
  private static final Pattern CHECKSUM = Pattern.compile("[\\w-]+: checksum \\w+");

  private static final long TICKS_PER_SECOND = 100; // USER_HZ of every Linux ABI

  /** How often threads are looked at. */
  private static final long LOOK_MILLIS = 100;

  /** Time that output may be open after the process's end: somebody else may have inherited it. */
  private static final Duration LATE_OUTPUT = Duration.ofSeconds(10);

  /**
   * Runs a command.
   *
   * @param timeoutSeconds after which it is ended, which is an error
   * @param span which part of the run is measured; null: all of it
   */
  public static Measured run(List<String> command, long timeoutSeconds, Span span)
      throws IOException, InterruptedException {
    return run(command, timeoutSeconds, span, false);
  }

  /**
   * Runs a command.
   *
   * @param timeoutSeconds after which it is ended, which is an error
   * @param span which part of the run is measured; null: all of it
   * @param byThread whether CPU time by thread is wanted: that takes some CPU time itself
   */
  public static Measured run(List<String> command, long timeoutSeconds, Span span, boolean byThread)
      throws IOException, InterruptedException {
    double cpuBefore = childCpuSeconds();
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true)
            .start();
    ThreadTimes threads = byThread ? new ThreadTimes(process) : null;
    Listener listener = new Listener(process, span, threads);
    Thread reader = Thread.ofPlatform().daemon().start(listener);
    try {
      if (!ended(process, timeoutSeconds, threads)) {
        throw new IOException(
            command.getFirst() + " did not end within " + timeoutSeconds + " seconds");
      }
      double wall = (System.nanoTime() - start) / 1e9;
      double cpu = childCpuSeconds() - cpuBefore;
      reader.join(LATE_OUTPUT);
      return listener.measured(wall, cpu);
    } finally {
      process.destroyForcibly(); // closes its output, too
    }
  }

  private static boolean ended(Process process, long timeoutSeconds, ThreadTimes threads)
      throws InterruptedException {
    if (threads == null) {
      return process.waitFor(timeoutSeconds, TimeUnit.SECONDS);
    }
    long looks = TimeUnit.SECONDS.toMillis(timeoutSeconds) / LOOK_MILLIS;
    for (long i = 0; i < looks; i++) {
      if (process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        return true;
      }
      threads.look();
    }
    return false;
  }

  /** What the guest says that it has computed, in its order; none if it says nothing of that. */
  List<String> checksums() {
    return CHECKSUM.matcher(output).results().map(MatchResult::group).toList();
  }

  /** Collects what a process prints and notes when the lines of a span come. */
  private static final class Listener implements Runnable {
    private record Mark(long nanos, double cpuSeconds, Map<String, Double> threads) {}

    private final Process process;
    private final Span span;

    /** Null unless asked for. */
    private final ThreadTimes threads;

    private final StringBuffer output = new StringBuffer();
    private volatile Mark begin;
    private volatile Mark end;

    Listener(Process process, Span span, ThreadTimes threads) {
      this.process = process;
      this.span = span;
      this.threads = threads;
    }

    @Override
    public void run() {
      try (BufferedReader lines = process.inputReader(StandardCharsets.ISO_8859_1)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (span != null && begin == null && line.contains(span.begin())) {
            begin = now();
          } else if (begin != null && end == null && line.contains(span.end())) {
            end = now();
          }
          output.append(line).append('\n');
        }
      } catch (IOException | UncheckedIOException e) {
        // The process was ended from here.
      }
    }

    private Mark now() {
      long nanos = System.nanoTime();
      return new Mark(
          nanos,
          process.info().totalCpuDuration().map(cpu -> cpu.toNanos() / 1e9).orElse(Double.NaN),
          byThread(true));
    }

    /**
     * Says the times of the threads.
     *
     * @param now whether to look at them, or to take those of the last look
     */
    private Map<String, Double> byThread(boolean now) {
      if (threads == null) {
        return Map.of();
      }
      if (now) {
        threads.look();
      }
      return threads.seconds();
    }

    Measured measured(double wall, double cpu) {
      if (span == null) {
        return new Measured(wall, cpu, process.exitValue(), output.toString(), byThread(false));
      }
      boolean done = begin != null && end != null;
      return new Measured(
          done ? (end.nanos - begin.nanos) / 1e9 : Double.NaN,
          done ? end.cpuSeconds - begin.cpuSeconds : Double.NaN,
          process.exitValue(),
          output.toString(),
          done ? ThreadTimes.between(begin.threads, end.threads) : Map.of());
    }
  }

  /** cutime + cstime of this process: what its ended children used (proc(5), fields 16 and 17). */
  private static double childCpuSeconds() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      return cpuSeconds(stat.substring(stat.lastIndexOf(')') + 2), 13);
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  /**
   * User and system time out of the host's line about a process or thread.
   *
   * @param facts what follows its name
   * @param user index of the user time; the system time follows it
   */
  static double cpuSeconds(String facts, int user) {
    String[] fields = facts.split(" ");
    return (double) (Long.parseLong(fields[user]) + Long.parseLong(fields[user + 1]))
        / TICKS_PER_SECOND;
  }
}
