package bbt.reconstruct.walk;

import bbt.packets.Chunk;
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
    /** Damage that was put right, or is where nothing is executed: nothing is missing. */
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

  /** Damage that a reader could not put right. */
  public Problem(Chunk.Damage damage) {
    this(damage.offset(), damage.truncated(), damage.message());
  }

  /** The damage that a reader met and that costs nothing. */
  public static List<Problem> repaired(TraceReader reader) {
    return reader.repairs().stream()
        .map(d -> new Problem(d.offset(), Kind.REPAIRED, d.message() + ": nothing is missing"))
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
