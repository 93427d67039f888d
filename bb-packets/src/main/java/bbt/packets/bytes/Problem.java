package bbt.packets.bytes;

/**
 * A finding that something in a trace is wrong: where, what was expected, what was found. Every
 * reader tells it in these words and goes on behind it: {@code TraceReader} with a {@code
 * Chunk.Damage} among the chunks, a walk in its list of problems; an exception holds one where
 * nothing can go on.
 */
public sealed interface Problem {
  /** The offset in the file. */
  long offset();

  /** The problem in one line. */
  String message();

  /** Bytes that are not what the format says. */
  record Unreadable(long offset, String message) implements Problem {
    public Unreadable {
      message = PrintableText.of(message); // what it quotes may be hostile
    }
  }

  /** A part that can be read does not agree with the rest, or with the code that was executed. */
  record Disagreement(long offset, String message) implements Problem {
    public Disagreement {
      message = PrintableText.of(message);
    }
  }

  /** The file ends early; everything before was read. */
  record Cut(long offset, String message) implements Problem {
    public Cut {
      message = PrintableText.of(message);
    }
  }

  /**
   * Damage that was put right, or is where nothing is executed: nothing is missing.
   *
   * @param bytes within which it is
   */
  record Repaired(long offset, long bytes, String message) implements Problem {
    public Repaired {
      message = PrintableText.of(message) + ": nothing is missing";
    }
  }

  /** Kind, place and message as a line for the user. */
  default String line() {
    return (cut() ? "cut at offset " : "offset ") + offset() + ": " + message();
  }

  /** Whether the file ends early. */
  default boolean cut() {
    return this instanceof Cut;
  }

  /** Whether nothing is missing. */
  default boolean repaired() {
    return this instanceof Repaired;
  }

  /** Whether all that was read agrees. */
  default boolean harmless() {
    return switch (this) {
      case Unreadable p -> false;
      case Disagreement p -> false;
      case Cut p -> true;
      case Repaired p -> true;
    };
  }
}
