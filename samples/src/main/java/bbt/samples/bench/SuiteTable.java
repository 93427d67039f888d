package bbt.samples.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Prints a suite's table: medians of wall seconds, ratios of the runs of one round, and what they
 * sum to.
 */
public final class SuiteTable {
  private static final String NONE = "-";

  private final String title;
  private final String qemu;
  private final boolean warm;
  private final List<Double> untraced = new ArrayList<>();
  private final List<Double> traced = new ArrayList<>();
  private final List<Double> warmed = new ArrayList<>();

  /**
   * Creates an empty table.
   *
   * @param title of the column of names
   * @param qemu version; null: there is none
   * @param warm whether there are columns for the warm process
   */
  public SuiteTable(String title, String qemu, boolean warm) {
    this.title = title;
    this.qemu = qemu;
    this.warm = warm;
  }

  /** The first two lines. */
  public List<String> head() {
    List<String> cells = new ArrayList<>();
    cells.add(title);
    cells.add(qemu == null ? "no QEMU" : "QEMU " + qemu);
    cells.addAll(List.of("bbt", "bbt / QEMU", "traced", "traced / bbt"));
    if (warm) {
      cells.addAll(List.of("warm", "warm / QEMU"));
    }
    return head(cells);
  }

  /** The first two lines of a table with these columns. */
  static List<String> head(List<String> columns) {
    return List.of(row(columns), "|" + "---|".repeat(columns.size()));
  }

  /**
   * The line of a work whose runs are over.
   *
   * @param name of the work
   */
  public String line(String name, Rivals runs) {
    List<String> cells = new ArrayList<>();
    cells.add(name);
    cells.add(seconds(runs.qemu()));
    cells.add(seconds(runs.bbt()));
    cells.add(ratio(runs.bbt(), runs.qemu(), untraced));
    cells.add(seconds(runs.traced()));
    cells.add(ratio(runs.traced(), runs.bbt(), traced));
    if (warm) {
      cells.add(seconds(runs.warm()));
      cells.add(ratio(runs.warm(), runs.qemu(), warmed));
    }
    return row(cells);
  }

  /** The last line: geometric mean and worst of the ratios in the lines so far. */
  public String last() {
    List<String> cells = new ArrayList<>();
    cells.addAll(List.of("geometric mean, worst", "", "", summary(untraced), "", summary(traced)));
    if (warm) {
      cells.addAll(List.of("", summary(warmed)));
    }
    return row(cells);
  }

  /** A line of a table. */
  static String row(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.isEmpty() ? " |" : " " + cell + " |")
        .collect(Collectors.joining("", "|", ""));
  }

  private static String seconds(Row row) {
    return row == null ? NONE : format(row.wall());
  }

  private static String ratio(Row row, Row base, List<Double> all) {
    if (row == null || base == null) {
      return NONE;
    }
    double ratio = row.wallRatio(base);
    all.add(ratio);
    return format(ratio);
  }

  private static String summary(List<Double> ratios) {
    if (ratios.isEmpty()) {
      return NONE;
    }
    double mean = Math.exp(ratios.stream().mapToDouble(Math::log).average().orElseThrow());
    return format(mean) + ", " + format(Collections.max(ratios));
  }

  /** Seconds, or a ratio, as tables have them. */
  static String format(double figure) {
    return String.format(Locale.ROOT, "%.2f", figure);
  }
}
