package bbt.translator.run;

import bbt.packets.ExceptionKind;
import bbt.translator.state.Fields;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Counts the machine's exceptions, by kind and by cause: made where traps are taken, not from the
 * trace, so that a report can be checked against it.
 */
public final class ExceptionCounts {
  private static final int CODES = 64;

  private final long[] exceptions = new long[CODES];
  private final long[] interrupts = new long[CODES];
  private long firmware;
  private long starts;

  public void trap(long cause) {
    int code = (int) cause & (CODES - 1);
    if (cause < 0) {
      interrupts[code]++;
    } else {
      exceptions[code]++;
    }
  }

  /** A hart starts: at reset, or later. */
  public void start() {
    starts++;
  }

  public void firmware() {
    firmware++;
  }

  /**
   * The counts of each kind.
   *
   * @param kind of the cause of an exception
   */
  public Map<ExceptionKindName, Long> byKind(LongFunction<ExceptionKind> kind) {
    Map<ExceptionKindName, Long> out = new EnumMap<>(ExceptionKindName.class);
    for (ExceptionKindName k : ExceptionKindName.values()) {
      out.put(k, 0L);
    }
    out.put(ExceptionKindName.RESET, starts);
    out.put(ExceptionKindName.FIRMWARE, firmware);
    for (int c = 0; c < CODES; c++) {
      out.merge(ExceptionKindName.of(kind.apply(c)), exceptions[c], Long::sum);
      out.merge(ExceptionKindName.INTERRUPT_REQUEST, interrupts[c], Long::sum);
    }
    return out;
  }

  /** Causes seen, such as {@code exception 8} or {@code interrupt 5}. */
  public Map<String, Long> byCause() {
    Map<String, Long> out = new TreeMap<>();
    for (int c = 0; c < CODES; c++) {
      if (exceptions[c] > 0) {
        out.put("exception " + c, exceptions[c]);
      }
      if (interrupts[c] > 0) {
        out.put("interrupt " + c, interrupts[c]);
      }
    }
    return out;
  }

  /** Saves or loads the state, for a snapshot. */
  public void state(Fields f) {
    f.each(exceptions);
    f.each(interrupts);
    firmware = f.of(firmware);
    starts = f.of(starts);
  }
}
