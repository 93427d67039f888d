package bbt.translator.console;

import bbt.translator.state.Fields;
import java.nio.charset.StandardCharsets;

/** Watches the console for a message of a kernel that panics (docs/determinism.md 20). */
final class PanicWatch {
  private final byte[] message;
  private int matched;
  private boolean seen;

  /**
   * @param text whose first character does not occur in it again
   */
  PanicWatch(String text) {
    message = text.getBytes(StandardCharsets.US_ASCII);
    if (text.lastIndexOf(text.charAt(0)) > 0) {
      throw new IllegalArgumentException(text);
    }
  }

  /** A byte went out. Returns true when it completes the first message. */
  boolean see(int octet) {
    // So the only prefix of the text that is also a proper suffix of a prefix is empty.
    matched = octet == message[matched] ? matched + 1 : octet == message[0] ? 1 : 0;
    if (matched == message.length) {
      matched = 0;
      boolean first = !seen;
      seen = true;
      return first;
    }
    return false;
  }

  boolean seen() {
    return seen;
  }

  /** Saves or loads the state, for a snapshot. */
  void state(Fields f) {
    matched = f.of(matched);
    seen = f.of(seen);
  }
}
