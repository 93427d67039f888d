package bbt.reconstruct.query;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a script at the semicolons between its statements: not at those in quotes, in {@code
 * $tag$...$tag$} and in comments.
 */
final class SqlScript {
  private final String text;
  private final List<String> statements = new ArrayList<>();
  private int start;
  private int at;

  /** Whether something but space and comments stands between start and here. */
  private boolean content;

  private SqlScript(String text) {
    this.text = text;
  }

  /** The statements of a text, without their semicolons; what has nothing but comments is none. */
  static List<String> statements(String text) {
    return new SqlScript(text).split();
  }

  private List<String> split() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ';') {
        end();
        start = ++at;
      } else if (text.startsWith("--", at)) {
        at = behind("\n", at);
      } else if (text.startsWith("/*", at)) {
        at = behind("*/", at + 2);
      } else if (c == '\'' || c == '"') {
        // A doubled quote is the end of one text and the start of the next: the same cut.
        content = true;
        at = behind(String.valueOf(c), at + 1);
      } else if (c == '$') {
        content = true;
        dollar();
      } else {
        content |= !Character.isWhitespace(c);
        at++;
      }
    }
    end();
    return statements;
  }

  /** The place behind the next occurrence, or the end of the text. */
  private int behind(String what, int from) {
    int found = text.indexOf(what, from);
    return found < 0 ? text.length() : found + what.length();
  }

  /** {@code $tag$} opens a text that the same tag closes; {@code $1} is a parameter. */
  private void dollar() {
    int close = at + 1;
    while (close < text.length()
        && (Character.isLetterOrDigit(text.charAt(close)) || text.charAt(close) == '_')) {
      close++;
    }
    boolean tag =
        close < text.length()
            && text.charAt(close) == '$'
            && !Character.isDigit(text.charAt(at + 1));
    at = tag ? behind(text.substring(at, close + 1), close + 1) : at + 1;
  }

  private void end() {
    if (content) {
      statements.add(text.substring(start, at).strip());
    }
    content = false;
  }
}
