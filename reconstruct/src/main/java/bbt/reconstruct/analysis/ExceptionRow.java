package bbt.reconstruct.analysis;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.profile.ExceptionTally;
import java.util.ArrayList;
import java.util.List;

/**
 * The costs of one kind of exception, in the order and with the names of the founding paper.
 *
 * @param title for people
 * @param key for programs
 */
public record ExceptionRow(
    String title,
    String key,
    long count,
    long instructions,
    long inclusive,
    long finished,
    long unfinished,
    long unfinishedInstructions,
    long outside,
    long cycles,
    long inclusiveCycles) {

  public static List<ExceptionRow> of(ExceptionTally tally) {
    List<ExceptionRow> rows = new ArrayList<>();
    rows.add(row(tally, ExceptionKind.RESET, "Reset"));
    rows.add(row(tally, ExceptionKind.SYSTEM_CALL, "System call"));
    rows.add(row(tally, ExceptionKind.EXECUTION, "Execution exception"));
    rows.add(row(tally, ExceptionKind.MMU, "MMU exception"));
    rows.add(row(tally, ExceptionKind.INTERRUPT, "Interrupt request"));
    rows.add(row(tally, ExceptionKind.FIRMWARE, "Firmware call"));
    return rows;
  }

  /** The key of a kind in JSON. */
  static String key(ExceptionKind kind) {
    return switch (kind) {
      case RESET -> "reset";
      case SYSTEM_CALL -> "systemCall";
      case EXECUTION -> "executionException";
      case MMU -> "mmuException";
      case INTERRUPT -> "interruptRequest";
      case FIRMWARE -> "firmware";
    };
  }

  private static ExceptionRow row(ExceptionTally tally, ExceptionKind kind, String title) {
    return new ExceptionRow(
        title,
        key(kind),
        tally.count(kind),
        tally.exclusive(kind),
        tally.inclusive(kind),
        tally.finished(kind),
        tally.unfinished(kind),
        tally.unfinishedInstructions(kind),
        tally.outside(kind),
        tally.cycles(kind),
        tally.inclusiveCycles(kind));
  }

  /** Instructions of a finished one, nested exceptions not counted. */
  public double average() {
    return (double) instructions / Math.max(1, finished);
  }

  /** Cycles of a finished one, nested exceptions not counted. */
  public double averageCycles() {
    return (double) cycles / Math.max(1, finished);
  }

  public double inclusiveAverage() {
    return (double) inclusive / Math.max(1, finished);
  }
}
