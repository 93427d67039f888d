package bbt.translator.console;

import bbt.translator.state.Fields;
import java.nio.charset.StandardCharsets;

/**
 * Watches the console for a kernel panic (docs/determinism.md 20). A plain substring automaton per
 * byte.
 */
final class PanicWatch {
  private static final byte[] PANIC =
      "Kernel panic - not syncing".getBytes(StandardCharsets.US_ASCII);

  private int matched;
  private boolean seen;

  /** A byte went out. Returns true when it completes the first panic message. */
  boolean see(int octet) {
    // The only prefix of the text that is also a proper suffix of a prefix is empty or "K".
    matched = octet == PANIC[matched] ? matched + 1 : octet == PANIC[0] ? 1 : 0;
    if (matched == PANIC.length) {
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

  /** For a snapshot. */
  void state(Fields f) {
    matched = f.of(matched);
    seen = f.of(seen);
  }
}
