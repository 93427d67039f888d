package bbt.translator.console;

import bbt.translator.net.Outside;
import java.util.ArrayList;
import java.util.List;

/**
 * Logs all input that reaches the guest, with its moment: for the user's log, and for the trace,
 * which so holds all that a repetition of the run needs.
 */
public final class Arrivals {
  /** Null without a log. */
  private final InputLog.Writer log;

  private final boolean traced;

  /** Lines for the trace. */
  private final List<StringBuilder> lines = new ArrayList<>();

  /** Moment of the last line, if octets of the console may still join it; else -1. */
  private long joinRetired = -1;

  private long joinTick;

  /**
   * @param log the user's, or null
   * @param traced whether somebody calls {@link #take}
   */
  public Arrivals(InputLog.Writer log, boolean traced) {
    this.log = log;
    this.traced = traced;
  }

  void octet(long retired, long tick, int octet) {
    if (log != null) {
      log.add(retired, tick, octet);
    }
    if (!traced) {
      return;
    }
    if (retired != joinRetired || tick != joinTick) {
      lines.add(new StringBuilder().append(retired).append(' ').append(tick).append(' '));
      joinRetired = retired;
      joinTick = tick;
    }
    lines.getLast().append(String.format("%02x", octet & 0xFF));
  }

  /** The console's input has ended. */
  void end(long retired, long tick) {
    line(InputLog.end(retired, tick));
  }

  void event(long retired, long tick, Outside.Event event) {
    line(InputLog.text(retired, tick, event));
  }

  private void line(String text) {
    if (log != null) {
      log.line(text);
    }
    if (traced) {
      lines.add(new StringBuilder(text));
      joinRetired = -1;
    }
  }

  /** Whether {@link #take} has anything to give. */
  public boolean any() {
    return !lines.isEmpty();
  }

  /** Returns what was logged since this was asked last. */
  public List<String> take() {
    List<String> taken = lines.stream().map(StringBuilder::toString).toList();
    lines.clear();
    joinRetired = -1;
    return taken;
  }
}
