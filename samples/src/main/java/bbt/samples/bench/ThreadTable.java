package bbt.samples.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of CPU seconds by thread, medians of the rounds: a line for each of bbt's commands. The
 * main thread is the one that executes the guest; it also reads the command line and the guest's
 * files before.
 */
public final class ThreadTable {
  private final List<String> lines = new ArrayList<>();

  /** An empty table. */
  public ThreadTable() {
    List<String> head = new ArrayList<>();
    head.add("CPU s by thread");
    head.addAll(ThreadTimes.NAMES);
    head.add("main, traced / bbt");
    lines.addAll(SuiteTable.head(head));
  }

  /**
   * Adds the lines of a work whose runs are over.
   *
   * @param work its name
   */
  public void add(String work, Rivals rivals) {
    line(work, rivals.bbt(), "");
    if (rivals.traced() != null) {
      double ratio = rivals.traced().threadRatio(rivals.bbt(), ThreadTimes.MAIN);
      line(work + ", traced", rivals.traced(), SuiteTable.format(ratio));
    }
  }

  private void line(String name, Row row, String ratio) {
    List<String> cells = new ArrayList<>();
    cells.add(name);
    ThreadTimes.NAMES.forEach(thread -> cells.add(SuiteTable.format(row.thread(thread))));
    cells.add(ratio);
    lines.add(SuiteTable.row(cells));
  }

  /** The lines of the table. */
  public List<String> lines() {
    return List.copyOf(lines);
  }
}
