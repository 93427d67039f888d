package bbt.packets.bytes;

/**
 * Makes text that others chose (names of functions and tasks, boot arguments) one line that any
 * terminal and any file can hold. What a terminal obeys or does not show is escaped, as {@code
 * \x1b} up to U+00FF and with {@code u} above: control characters, C1 too; format characters, which
 * turn the direction of text or take no room; line separators; halves of surrogates, which are no
 * UTF-8. All else stays, so the printable form of a printable text is the text itself.
 */
public final class PrintableText {
  private PrintableText() {}

  /** Returns the printable form; null of null. */
  public static String of(String text) {
    if (text == null || text.codePoints().allMatch(PrintableText::isPrintable)) {
      return text;
    }
    StringBuilder printable = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              if (isPrintable(c)) {
                printable.appendCodePoint(c);
              } else if (c < 0x100) {
                printable.append(String.format("\\x%02x", c));
              } else if (c < 0x10000) {
                printable.append(String.format("\\u%04x", c));
              } else {
                printable.append(String.format("\\u{%x}", c));
              }
            });
    return printable.toString();
  }

  private static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }
}
