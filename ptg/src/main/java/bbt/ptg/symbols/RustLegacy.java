package bbt.ptg.symbols;

import java.util.Map;

/**
 * Demangles Rust names of the legacy scheme: C++ names without parameters, whose last part is a
 * hash: {@code _ZN4core3fmt5write17h0123456789abcdefE}. The hash is not shown.
 */
final class RustLegacy {
  /** What a character of the hash stands for: how many different ones tell it from a name. */
  private static final int LEAST_DIGITS = 5;

  private static final int HASH = 17;

  private static final Map<String, String> ESCAPES =
      Map.of("C", ",", "SP", "@", "BP", "*", "RF", "&", "LT", "<", "GT", ">", "LP", "(", "RP", ")");

  private RustLegacy() {}

  /** The name; null if it is none of the scheme. */
  static String demangle(String name) throws MangledException {
    if (!name.startsWith("_ZN")) {
      return null;
    }
    MangledText text = new MangledText(name, 3);
    StringBuilder out = new StringBuilder();
    String part = "";
    boolean first = true;
    while (text.digit()) {
      if (!first) {
        out.append(out.isEmpty() ? "" : "::");
        plain(part, out);
      }
      first = false;
      part = text.take(text.number());
    }
    return !isHash(part) || !text.take('E') || out.isEmpty()
        ? null
        : out + Demangler.copies(text.rest());
  }

  private static boolean isHash(String part) {
    return part.length() == HASH
        && part.matches("h[0-9a-f]{16}")
        && part.substring(1).chars().distinct().count() >= LEAST_DIGITS;
  }

  /** Writes a part as it stands in the source. */
  private static void plain(String part, StringBuilder out) {
    int at = part.startsWith("_$") ? 1 : 0;
    while (at < part.length()) {
      char c = part.charAt(at);
      int end = c == '$' ? part.indexOf('$', at + 1) : -1;
      String escaped = end < 0 ? null : character(part.substring(at + 1, end));
      if (escaped != null) {
        out.append(escaped);
        at = end + 1;
      } else if (part.startsWith("..", at)) {
        out.append("::");
        at += 2;
      } else {
        out.append(c);
        at++;
      }
    }
  }

  /** What stands between two dollars: a sign, or {@code u} and a character's number. */
  private static String character(String code) {
    if (code.matches("u[0-9a-f]{1,5}")) {
      int point = Integer.parseInt(code.substring(1), 16);
      return Character.isISOControl(point) || Character.getType(point) == Character.SURROGATE
          ? null
          : Character.toString(point);
    }
    return ESCAPES.get(code);
  }
}
