package bbt.ptg.symbols;

/** Reads a mangled name from its beginning to its end. */
final class MangledText {
  /** What is read behind the end. */
  static final char END = 0;

  /** Nested parts that a name may have: far more than any compiler writes. */
  private static final int DEEPEST = 192;

  /** Parts that are read of one name; a part may stand for many characters of the result. */
  private static final int MOST_PARTS = 1 << 16;

  private final String text;
  private int at;
  private int depth;
  private int parts;

  MangledText(String text, int at) {
    this.text = text;
    this.at = at;
  }

  /** The next character, or {@link #END}. */
  char peek() {
    return peek(0);
  }

  /** A character further on, or {@link #END}. */
  char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : END;
  }

  boolean ended() {
    return at >= text.length();
  }

  int position() {
    return at;
  }

  /** Goes back to a place, or on. */
  void seek(int position) {
    at = position;
  }

  char next() throws MangledException {
    if (ended()) {
      throw new MangledException();
    }
    return text.charAt(at++);
  }

  /** Reads a text if it is the next. */
  boolean take(String wanted) {
    if (!text.startsWith(wanted, at)) {
      return false;
    }
    at += wanted.length();
    return true;
  }

  /** Reads a character if it is the next. */
  boolean take(char wanted) {
    if (peek() != wanted || ended()) {
      return false;
    }
    at++;
    return true;
  }

  void need(char wanted) throws MangledException {
    if (!take(wanted)) {
      throw new MangledException();
    }
  }

  /** Reads so many characters. */
  String take(int count) throws MangledException {
    if (count < 0 || count > text.length() - at) {
      throw new MangledException();
    }
    at += count;
    return text.substring(at - count, at);
  }

  /** What is left. */
  String rest() {
    return text.substring(at);
  }

  boolean digit() {
    return digit(peek());
  }

  static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean lower(char c) {
    return c >= 'a' && c <= 'z';
  }

  static boolean upper(char c) {
    return c >= 'A' && c <= 'Z';
  }

  /** A decimal number; at least one digit, at most nine. */
  int number() throws MangledException {
    int from = at;
    while (digit()) {
      at++;
    }
    if (at == from || at - from > 9) {
      throw new MangledException();
    }
    return Integer.parseInt(text.substring(from, at));
  }

  /** Begins a part that may have parts: it ends with {@link #up}. */
  void down() throws MangledException {
    if (++depth > DEEPEST || ++parts > MOST_PARTS) {
      throw new MangledException();
    }
  }

  void up() {
    depth--;
  }
}
