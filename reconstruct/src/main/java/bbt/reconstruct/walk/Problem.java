package bbt.reconstruct.walk;

import bbt.packets.PrintableText;
import bbt.packets.TraceReader;
import java.util.List;

/**
 * Something in a trace that is damaged or does not agree.
 *
 * @param offset file offset
 * @param message what was expected and found; one line
 */
public record Problem(long offset, Kind kind, String message) {
  /** What it costs. */
  public enum Kind {
    /** Something is missing or does not agree. */
    WRONG,
    /** The file ends early; everything before was read. */
    CUT,
    /** Damage that was put right from the trace's parity: nothing is missing. */
    REPAIRED
  }

  /** What the message quotes may be hostile. */
  public Problem {
    message = PrintableText.of(message);
  }

  /**
   * Makes one.
   *
   * @param cut the file ends early
   */
  public Problem(long offset, boolean cut, String message) {
    this(offset, cut ? Kind.CUT : Kind.WRONG, message);
  }

  /** The damage that a reader met and put right. */
  public static List<Problem> repaired(TraceReader reader) {
    return reader.repairs().entrySet().stream()
        .map(
            e ->
                new Problem(
                    e.getKey(),
                    Kind.REPAIRED,
                    "damage within "
                        + e.getValue()
                        + " bytes, put right from the trace's parity: nothing is missing"))
        .toList();
  }

  /** Whether the file ends early. */
  public boolean cut() {
    return kind == Kind.CUT;
  }

  /** Whether nothing is missing. */
  public boolean repaired() {
    return kind == Kind.REPAIRED;
  }

  /** Whether all that was read agrees. */
  public boolean harmless() {
    return kind != Kind.WRONG;
  }
}
