package bbt.reconstruct.query;

import bbt.packets.bytes.PrintableText;
import bbt.reconstruct.query.database.RowConsumer;
import bbt.reconstruct.query.database.Table;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prints a result as a table for people: columns aligned, numbers in groups and to the right. */
public final class TextRows implements RowConsumer {
  /** Longer values are cut: one wide column must not push the others out of sight. */
  private static final int WIDEST = 60;

  /** Digits of a number with a fraction; microseconds of an hour need them. */
  private static final int DIGITS = 10;

  private static final Pattern NUMBER = Pattern.compile("(-?)(\\d{4,})((?:\\.\\d+)?)");

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
    names = columnNames.stream().map(PrintableText::of).toList();
    kinds = columnKinds;
  }

  @Override
  public boolean row(List<String> values) {
    if (limit > 0 && rows.size() == limit) {
      cut = true;
      return false;
    }
    List<String> row = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      String value = values.get(i);
      boolean fraction = value != null && kinds.get(i) == Kind.NUMBER && value.contains(".");
      String plain = shown(fraction ? rounded(value) : value);
      boolean amount = kinds.get(i) == Kind.NUMBER && !Table.identifies(names.get(i));
      row.add(amount ? grouped(plain) : plain);
    }
    rows.add(row);
    return true;
  }

  /** Rounds a number to the digits that people read: all before the point, and so many in all. */
  private static String rounded(String value) {
    try {
      BigDecimal number = new BigDecimal(value);
      int whole = Math.max(DIGITS, number.precision() - number.scale());
      return number.round(new MathContext(whole)).toPlainString();
    } catch (NumberFormatException e) {
      return value; // Infinity, or something that is no single number
    }
  }

  /** A number with its whole part in groups of three; anything else as it is. */
  private static String grouped(String value) {
    Matcher number = NUMBER.matcher(value);
    if (!number.matches()) {
      return value;
    }
    String digits = number.group(2);
    StringBuilder text = new StringBuilder(number.group(1));
    for (int i = 0; i < digits.length(); i++) {
      text.append(i > 0 && (digits.length() - i) % 3 == 0 ? "," : "").append(digits.charAt(i));
    }
    return text.append(number.group(3)).toString();
  }

  private static String shown(String value) {
    if (value == null) {
      return "NULL";
    }
    String line = PrintableText.of(value);
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
