package bbt.samples.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A table of CPU seconds by thread, medians of the rounds: a line for each of bbt's commands. The
 * main thread is the one that executes the guest; it also reads the command line and the guest's
 * files before.
 */
public final class ThreadTable {
  private static final List<String> COLUMNS =
      List.of("main", "writer", "coder", "region compiler", "C1", "C2", ThreadTimes.REST);

  private final List<String> lines = new ArrayList<>();

  /** An empty table. */
  public ThreadTable() {
    lines.add("| CPU s by thread | " + String.join(" | ", COLUMNS) + " | main, traced / bbt |");
    lines.add("|" + "---|".repeat(COLUMNS.size() + 2));
  }

  /**
   * Adds the lines of a work whose runs are over.
   *
   * @param work its name
   */
  public void add(String work, Rivals rivals) {
    line(work, rivals.bbt(), "");
    if (rivals.traced() != null) {
      double ratio = rivals.traced().threadRatio(rivals.bbt(), COLUMNS.getFirst());
      line(work + ", traced", rivals.traced(), format(ratio));
    }
  }

  private void line(String name, Row row, String ratio) {
    StringBuilder line = new StringBuilder("| ").append(name).append(" |");
    COLUMNS.forEach(column -> line.append(' ').append(format(row.thread(column))).append(" |"));
    lines.add(line.append(' ').append(ratio).append(" |").toString().replace("|  |", "| |"));
  }

  /** The lines of the table. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  private static String format(double figure) {
    return String.format(Locale.ROOT, "%.2f", figure);
  }
}
