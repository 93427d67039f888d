package bbt.reconstruct.query;

import bbt.reconstruct.query.database.RowConsumer;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Prints a result as CSV (RFC 4180, lines end with LF); no value is an empty field. A text that a
 * spreadsheet would take for a formula has an apostrophe in front, as OWASP advises.
 */
public final class CsvRows implements RowConsumer {
  /** What makes a formula of a cell. */
  private static final String FORMULA = "=+-@\t\r";

  private final PrintWriter out;
  private List<Kind> kinds;

  public CsvRows(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void columns(List<String> names, List<Kind> kinds) {
    this.kinds = kinds;
    line(names.stream().map(CsvRows::text).toList());
  }

  @Override
  public boolean row(List<String> values) {
    List<String> cells = new ArrayList<>(values);
    for (int i = 0; i < cells.size(); i++) {
      cells.set(i, kinds.get(i) == Kind.TEXT ? text(cells.get(i)) : cells.get(i));
    }
    line(cells);
    return !out.checkError();
  }

  @Override
  public void end() {
    out.flush();
  }

  private void line(List<String> values) {
    out.print(values.stream().map(CsvRows::field).collect(Collectors.joining(",")) + "\n");
  }

  private static String text(String value) {
    boolean formula = value != null && !value.isEmpty() && FORMULA.indexOf(value.charAt(0)) >= 0;
    return formula ? "'" + value : value;
  }

  private static String field(String value) {
    if (value == null) {
      return "";
    }
    boolean plain = !value.isEmpty() && value.chars().noneMatch(c -> "\",\r\n".indexOf(c) >= 0);
    return plain ? value : "\"" + value.replace("\"", "\"\"") + "\"";
  }
}
