package bbt.reconstruct.gdb;

import bbt.reconstruct.gdb.targets.Motion;
import bbt.reconstruct.gdb.targets.ProtocolException;

/** Reads the packets that make the target go on. */
final class Resumption {
  /** Actions of vCont that gdb is told of: signals are accepted and dropped, a guest has none. */
  static final String ACTIONS = "vCont;c;C;s;S;r";

  private Resumption() {}

  /**
   * The motion that a vCont packet asks for. Harts cannot be held one by one, since they take turns
   * on one clock: where one goes on, the others do as well. Those that gdb takes for held do not
   * stop it.
   *
   * @param actions behind {@code vCont}, each with a semicolon in front
   * @param current the hart that steps where none is named
   * @param harts how many there are
   */
  static Motion vCont(String actions, int current, int harts) {
    if (!actions.startsWith(";")) {
      throw new ProtocolException("a vCont packet without actions");
    }
    Motion first = null;
    boolean all = false;
    for (String action : actions.substring(1).split(";", -1)) {
      int colon = action.indexOf(':');
      String what = colon < 0 ? action : action.substring(0, colon);
      String thread = colon < 0 ? "-1" : action.substring(colon + 1);
      all |= thread.equals("-1");
      Motion motion = motion(what, ThreadId.hart(thread, current, harts));
      // One that steps counts more than those that run.
      if (first == null || first.kind() == Motion.Kind.RUN) {
        first = motion;
      }
    }
    if (all && first.kind() == Motion.Kind.RUN) {
      return Motion.run(false);
    }
    return all ? first : first.asAlone();
  }

  private static Motion motion(String what, int hart) {
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
      case 'c', 'C' -> {
        return Motion.runAlone(hart);
      }
      default -> throw new ProtocolException("unknown action: " + what);
    }
  }
}
