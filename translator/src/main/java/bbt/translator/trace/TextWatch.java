package bbt.translator.trace;

import java.nio.charset.StandardCharsets;

/** Finds a text in the lines of a console, once in each line that contains it. */
final class TextWatch {
  private final byte[] text;

  /**
   * The number of matching bytes that remain if the next byte does not match, by the number that
   * match now (Knuth, Morris, Pratt).
   */
  private final int[] shorter;

  private int matched;
  private boolean found;

  /**
   * @param text not empty, without ends of lines
   */
  TextWatch(String text) {
    this.text = text.getBytes(StandardCharsets.UTF_8);
    this.shorter = new int[this.text.length + 1];
    for (int i = 1, same = 0; i < this.text.length; i++) {
      while (same > 0 && this.text[i] != this.text[same]) {
        same = shorter[same];
      }
      same += this.text[i] == this.text[same] ? 1 : 0;
      shorter[i + 1] = same;
    }
  }

  /** Takes a byte of output; says whether the line has the text with it, for the first time. */
  boolean see(int octet) {
    if (octet == '\n' || octet == '\r') {
      matched = 0;
      found = false;
      return false;
    }
    if (found) {
      return false;
    }
    while (matched > 0 && (byte) octet != text[matched]) {
      matched = shorter[matched];
    }
    matched += (byte) octet == text[matched] ? 1 : 0;
    if (matched < text.length) {
      return false;
    }
    matched = 0;
    found = true;
    return true;
  }
}
