package bbt.reconstruct.basics;

/** A cell of a CSV table (RFC 4180). */
public final class CsvCell {
  /** The characters that make a formula of a cell. */
  private static final String FORMULA = "=+-@\t\r";

  private CsvCell() {}

  /** A text with an apostrophe in front where a spreadsheet would take it for a formula. */
  public static String harmless(String value) {
    boolean formula = value != null && !value.isEmpty() && FORMULA.indexOf(value.charAt(0)) >= 0;
    return formula ? "'" + value : value;
  }

  /** Value as it stands in the file; no value (null) is an empty field, an empty text is not. */
  public static String of(String value) {
    if (value == null) {
      return "";
    }
    boolean plain = !value.isEmpty() && value.chars().noneMatch(c -> "\",\r\n".indexOf(c) >= 0);
    return plain ? value : "\"" + value.replace("\"", "\"\"") + "\"";
  }
}
