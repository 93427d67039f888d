package bbt.reconstruct.query;

import bbt.reconstruct.basics.CsvCell;
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
  private final PrintWriter out;
  private List<Kind> kinds;

  public CsvRows(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void columns(List<String> names, List<Kind> kinds) {
    this.kinds = kinds;
    line(names.stream().map(CsvCell::harmless).toList());
  }

  @Override
  public boolean row(List<String> values) {
    List<String> cells = new ArrayList<>(values);
    for (int i = 0; i < cells.size(); i++) {
      cells.set(i, kinds.get(i) == Kind.TEXT ? CsvCell.harmless(cells.get(i)) : cells.get(i));
    }
    line(cells);
    return !out.checkError();
  }

  @Override
  public void end() {
    out.flush();
  }

  private void line(List<String> values) {
    out.print(values.stream().map(CsvCell::of).collect(Collectors.joining(",")) + "\n");
  }
}
