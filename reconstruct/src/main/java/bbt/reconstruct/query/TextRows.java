package bbt.reconstruct.query;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Prints a result as a table for people: columns aligned, numbers to the right. */
public final class TextRows implements RowConsumer {
  /** Longer values are cut: one wide column must not push the others out of sight. */
  private static final int WIDEST = 60;

  private final PrintWriter out;
  private final int limit;
  private List<String> names;
  private List<Kind> kinds;
  private final List<List<String>> rows = new ArrayList<>();
  private boolean cut;

  /**
   * @param limit rows to print; 0 = all
   */
  public TextRows(PrintWriter out, int limit) {
    this.out = out;
    this.limit = limit;
  }

  @Override
  public void columns(List<String> columnNames, List<Kind> columnKinds) {
    names = columnNames;
    kinds = columnKinds;
  }

  @Override
  public boolean row(List<String> values) {
    if (limit > 0 && rows.size() == limit) {
      cut = true;
      return false;
    }
    rows.add(values.stream().map(TextRows::shown).toList());
    return true;
  }

  private static String shown(String value) {
    if (value == null) {
      return "NULL";
    }
    String line = value.replaceAll("\\p{Cntrl}", " ");
    return line.length() <= WIDEST ? line : line.substring(0, WIDEST - 3) + "...";
  }

  @Override
  public void end() {
    int[] width = new int[names.size()];
    for (int i = 0; i < width.length; i++) {
      width[i] = names.get(i).length();
      for (List<String> row : rows) {
        width[i] = Math.max(width[i], row.get(i).length());
      }
    }
    line(names, width);
    line(Arrays.stream(width).mapToObj("-"::repeat).toList(), width);
    for (List<String> row : rows) {
      line(row, width);
    }
    if (rows.isEmpty()) {
      out.println("(no rows)");
    }
    if (cut) {
      out.println("... more rows; --limit 0 prints all, --csv and --json always do");
    }
    out.flush();
  }

  private void line(List<String> values, int[] width) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < width.length; i++) {
      String pad = " ".repeat(width[i] - values.get(i).length());
      boolean right = kinds.get(i) == Kind.NUMBER;
      text.append(i == 0 ? "" : "  ").append(right ? pad : "").append(values.get(i));
      text.append(right ? "" : pad);
    }
    out.println(text.toString().stripTrailing());
  }
}
