package bbt.reconstruct.cli.boot;

/**
 * Finds the commands that a user types after Ctrl-A: {@code x} quits, {@code h} helps, {@code t}
 * switches recording, Ctrl-A sends one Ctrl-A. Anything else after Ctrl-A is dropped.
 */
final class EscapeFilter {
  static final int ESCAPE = 1;

  /** The meanings of a key. */
  enum Action {
    /** The key goes to the guest. */
    PASS,
    /** Goes nowhere. */
    NOTHING,
    QUIT,
    HELP,
    /** Switches recording on or off. */
    TRACE
  }

  static final String HELP =
      "Ctrl-A x  quit    Ctrl-A t  recording on or off    Ctrl-A h  this help    "
          + "Ctrl-A Ctrl-A  send Ctrl-A    (Ctrl-C goes to the guest)";

  private boolean escaped;

  Action key(int octet) {
    if (!escaped) {
      escaped = octet == ESCAPE;
      return escaped ? Action.NOTHING : Action.PASS;
    }
    escaped = false;
    return switch (octet) {
      case 'x', 'X' -> Action.QUIT;
      case 't', 'T' -> Action.TRACE;
      case 'h', 'H', '?' -> Action.HELP;
      case ESCAPE -> Action.PASS;
      default -> Action.NOTHING;
    };
  }
}
