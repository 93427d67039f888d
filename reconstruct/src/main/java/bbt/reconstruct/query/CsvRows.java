package bbt.reconstruct.query;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** Prints a result as CSV (RFC 4180, lines end with LF); no value is an empty field. */
public final class CsvRows implements RowConsumer {
  private final PrintWriter out;

  public CsvRows(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void columns(List<String> names, List<Kind> kinds) {
    line(names);
  }

  @Override
  public boolean row(List<String> values) {
    line(values);
    return !out.checkError();
  }

  @Override
  public void end() {
    out.flush();
  }

  private void line(List<String> values) {
    out.print(values.stream().map(CsvRows::field).collect(Collectors.joining(",")) + "\n");
  }

  private static String field(String value) {
    if (value == null) {
      return "";
    }
    boolean plain = !value.isEmpty() && value.chars().noneMatch(c -> "\",\r\n".indexOf(c) >= 0);
    return plain ? value : "\"" + value.replace("\"", "\"\"") + "\"";
  }
}
