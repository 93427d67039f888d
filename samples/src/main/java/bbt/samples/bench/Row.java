package bbt.samples.bench;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** A command under measurement, with its runs so far. */
public final class Row {
  public final String name;
  public final List<String> command;

  /** The part of each run that is measured; null: all of it. */
  private final Span span;

  private final List<Measured> runs = new ArrayList<>();

  public Row(String name, List<String> command) {
    this(name, command, null);
  }

  /**
   * A command of whose runs a part is measured.
   *
   * @param span null: all of it
   */
  public Row(String name, List<String> command, Span span) {
    this.name = name;
    this.command = command;
    this.span = span;
  }

  /**
   * Runs the command once more.
   *
   * @param timeoutSeconds longest time of the run
   * @throws UserException if it fails
   */
  public void run(long timeoutSeconds) throws IOException, InterruptedException {
    run(timeoutSeconds, false);
  }

  /**
   * Runs the command once more.
   *
   * @param timeoutSeconds longest time of the run
   * @param byThread see {@link Measured#run(List, long, Span, boolean)}
   * @throws UserException if it fails
   */
  public void run(long timeoutSeconds, boolean byThread) throws IOException, InterruptedException {
    Measured run = Measured.run(command, timeoutSeconds, span, byThread);
    String[] lines = run.output().strip().split("\n");
    if (run.exitCode() != 0) {
      throw new UserException(
          Fault.CHECK_FAILED,
          name + " ended with exit code " + run.exitCode() + ": " + lines[lines.length - 1]);
    }
    if (span != null && Double.isNaN(run.wallSeconds())) {
      throw new UserException(
          Fault.CHECK_FAILED, name + " did not print \"" + span.end() + "\": " + failure(lines));
    }
    add(run);
  }

  /**
   * Looks whether the guests of the last runs say that they computed the same.
   *
   * @throws UserException if not
   */
  public static void requireSameWork(List<Row> rows) {
    Row first = rows.getFirst();
    for (Row row : rows) {
      if (!row.last().checksums().equals(first.last().checksums())) {
        throw new UserException(
            Fault.CHECK_FAILED,
            row.name
                + " did other work than "
                + first.name
                + ": "
                + row.last().checksums()
                + ", expected "
                + first.last().checksums());
      }
    }
  }

  /** The line that says why work in a guest failed, or the last one. */
  private static String failure(String[] lines) {
    return Arrays.stream(lines)
        .filter(line -> line.contains("FAILED"))
        .findFirst()
        .orElse(lines[lines.length - 1])
        .strip();
  }

  public void add(Measured run) {
    runs.add(run);
  }

  public Measured last() {
    return runs.getLast();
  }

  public double wall() {
    return median(Measured::wallSeconds);
  }

  public double cpu() {
    return median(Measured::cpuSeconds);
  }

  /** Median over the rounds of this row's wall time divided by the other's in the same round. */
  public double wallRatio(Row other) {
    return medianRatio(other, Measured::wallSeconds);
  }

  public double cpuRatio(Row other) {
    return medianRatio(other, Measured::cpuSeconds);
  }

  /**
   * CPU seconds of a thread.
   *
   * @param name see {@link ThreadTimes}
   */
  double thread(String name) {
    return median(run -> run.threads().getOrDefault(name, 0.0));
  }

  /**
   * Median over the rounds of a thread's CPU seconds in this row divided by those in the other one,
   * in the same round.
   *
   * @param name see {@link ThreadTimes}
   */
  double threadRatio(Row other, String name) {
    return medianRatio(other, run -> run.threads().getOrDefault(name, Double.NaN));
  }

  private double medianRatio(Row other, ToDoubleFunction<Measured> figure) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      ratios.add(figure.applyAsDouble(runs.get(i)) / figure.applyAsDouble(other.runs.get(i)));
    }
    return median(ratios);
  }

  private double median(ToDoubleFunction<Measured> figure) {
    return median(runs.stream().map(figure::applyAsDouble).toList());
  }

  /** Wall seconds of each round. */
  List<Double> walls() {
    return runs.stream().map(Measured::wallSeconds).toList();
  }

  /** CPU seconds of each round. */
  List<Double> cpus() {
    return runs.stream().map(Measured::cpuSeconds).toList();
  }

  /** CPU seconds by thread of each round; null where they were not asked for. */
  List<Map<String, Double>> threads() {
    return last().threads().isEmpty() ? null : runs.stream().map(Measured::threads).toList();
  }

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted(Comparator.naturalOrder()).toList();
    int n = sorted.size();
    return n % 2 == 1 ? sorted.get(n / 2) : (sorted.get(n / 2 - 1) + sorted.get(n / 2)) / 2;
  }
}
