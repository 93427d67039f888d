package bbt.reconstruct.gdb;

import bbt.reconstruct.replay.Position;

/** Places of a run as the user writes them. */
final class Places {
  private Places() {}

  /**
   * Reads {@code N}, {@code N+T}, {@code P%}, {@code begin} or {@code end}.
   *
   * @param end of the run
   * @throws ProtocolException if it is none of them
   */
  static Position parse(String text, Position end) {
    if (text.equals("begin") || text.equals("start")) {
      return Position.at(0);
    }
    if (text.equals("end")) {
      return end;
    }
    if (text.endsWith("%")) {
      return Position.at((long) (end.clock() * percent(text) / 100));
    }
    int plus = text.indexOf('+');
    long clock = Monitoring.number(plus < 0 ? text : text.substring(0, plus));
    long traps = plus < 0 ? 0 : Monitoring.number(text.substring(plus + 1));
    if (clock < 0 || traps < 0 || traps > Integer.MAX_VALUE) {
      throw new ProtocolException("no place in a run: " + text);
    }
    return new Position(clock, (int) traps);
  }

  private static double percent(String text) {
    try {
      double percent = Double.parseDouble(text.substring(0, text.length() - 1));
      if (percent >= 0 && percent <= 100) {
        return percent;
      }
    } catch (NumberFormatException e) {
      // The same message.
    }
    throw new ProtocolException("from 0% to 100%, not " + text);
  }
}
