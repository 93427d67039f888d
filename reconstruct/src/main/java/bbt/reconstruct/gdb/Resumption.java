package bbt.reconstruct.gdb;

/** Reads the packets that make the target go on. */
final class Resumption {
  /** What is told of vCont: signals are accepted and dropped, a guest has none. */
  static final String ACTIONS = "vCont;c;C;s;S;r";

  private Resumption() {}

  /**
   * The motion that a vCont packet asks for. Harts cannot be held one by one, since they take turns
   * on one clock: where one steps, the others go on.
   *
   * @param actions behind {@code vCont}, each with a semicolon in front
   * @param current the hart that steps where none is named
   * @param harts how many there are
   */
  static Motion vCont(String actions, int current, int harts) {
    if (!actions.startsWith(";")) {
      throw new ProtocolException("a vCont packet without actions");
    }
    for (String action : actions.substring(1).split(";", -1)) {
      int colon = action.indexOf(':');
      String what = colon < 0 ? action : action.substring(0, colon);
      int hart = colon < 0 ? current : ThreadId.hart(action.substring(colon + 1), current, harts);
      switch (what.isEmpty() ? ' ' : what.charAt(0)) {
        case 's', 'S' -> {
          return Motion.step(hart, false);
        }
        case 'r' -> {
          int comma = what.indexOf(',');
          if (comma < 0) {
            throw new ProtocolException("a range without an end: " + what);
          }
          return Motion.range(
              hart,
              HexText.number(what.substring(1, comma)),
              HexText.number(what.substring(comma + 1)));
        }
        case 'c', 'C' -> {}
        default -> throw new ProtocolException("unknown action: " + what);
      }
    }
    return Motion.run(false);
  }
}
