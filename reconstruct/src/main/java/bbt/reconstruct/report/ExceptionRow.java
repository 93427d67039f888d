package bbt.reconstruct.report;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.profile.ExceptionTally;
import java.util.ArrayList;
import java.util.List;

/**
 * One kind of exception, in the order and with the names of the founding paper.
 *
 * @param title for people
 * @param key for programs
 */
record ExceptionRow(
    String title,
    String key,
    long count,
    long instructions,
    long inclusive,
    long finished,
    long unfinished,
    long unfinishedInstructions) {

  static List<ExceptionRow> of(ExceptionTally tally) {
    List<ExceptionRow> rows = new ArrayList<>();
    rows.add(row(tally, ExceptionKind.RESET, "Reset", "reset"));
    rows.add(row(tally, ExceptionKind.SYSTEM_CALL, "System call", "systemCall"));
    rows.add(row(tally, ExceptionKind.EXECUTION, "Execution exception", "executionException"));
    rows.add(row(tally, ExceptionKind.MMU, "MMU exception", "mmuException"));
    rows.add(row(tally, ExceptionKind.INTERRUPT, "Interrupt request", "interruptRequest"));
    rows.add(row(tally, ExceptionKind.FIRMWARE, "Firmware call", "firmware"));
    return rows;
  }

  private static ExceptionRow row(
      ExceptionTally tally, ExceptionKind kind, String title, String key) {
    return new ExceptionRow(
        title,
        key,
        tally.count(kind),
        tally.exclusive(kind),
        tally.inclusive(kind),
        tally.finished(kind),
        tally.unfinished(kind),
        tally.unfinishedInstructions(kind));
  }

  /** Instructions of a finished one, nested exceptions not counted. */
  double average() {
    return (double) instructions / Math.max(1, finished);
  }

  double inclusiveAverage() {
    return (double) inclusive / Math.max(1, finished);
  }
}
