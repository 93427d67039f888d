package bbt.reconstruct.select;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A moment of a run as a user names it: what {@code --at} and the stepper's {@code goto} take. */
public sealed interface Place {
  /** The forms that {@link #parse} reads, for messages. */
  String FORMS =
      "an instruction (1500000, 1.5M; 42+1: and one trap), a part (50%), a guest time (1.25s,"
          + " 30ms), start, end, or a function or address (panic; schedule:3: its third time;"
          + " panic:-1: its last)";

  /** The ends of a run. */
  enum Edge implements Place {
    START,
    END
  }

  /**
   * A position.
   *
   * @param traps taken there since, at least 0
   */
  record At(PositionSpecification position, int traps) implements Place {}

  /**
   * Right before an instruction is executed.
   *
   * @param what a symbol, {@code symbol+0x12}, {@code program+0x1234} or an address: any name of
   *     code that is printed anywhere
   * @param number which time: 1 the first, -1 the last; never 0
   */
  record Execution(String what, int number) implements Place {}

  /**
   * Reads a place.
   *
   * @throws IllegalArgumentException if it is none; the message says what is
   */
  static Place parse(String text) {
    String word = text.strip();
    switch (word) {
      case "start", "begin" -> {
        return Edge.START;
      }
      case "end" -> {
        return Edge.END;
      }
      default -> {}
    }
    Matcher m = Syntax.EXECUTION.matcher(word);
    if (m.matches()) {
      int number = m.group(2) == null ? 1 : Integer.parseInt(m.group(2));
      if (number != 0) {
        return new Execution(m.group(1), number);
      }
    }
    m = Syntax.AT.matcher(word);
    if (m.matches()) {
      int traps = m.group(2) == null ? 0 : Integer.parseInt(m.group(2));
      try {
        PositionSpecification position = PositionSpecification.parse(m.group(1));
        if (traps == 0 || position instanceof PositionSpecification.Instruction) {
          return new At(position, traps);
        }
      } catch (IllegalArgumentException none) {
        // Said below, with all that there is.
      }
    }
    throw new IllegalArgumentException("'" + text + "' is no place in a run: give " + FORMS);
  }

  /** The syntax of a place; apart, since an interface's constants are public. */
  final class Syntax {
    private static final Pattern EXECUTION =
        Pattern.compile(
            "((?:0[xX]|[\\p{L}_.$*\\\\]).*?|\\S.*\\+0x[0-9a-fA-F]{1,16})(?::(-?\\d{1,9}))?");
    private static final Pattern AT = Pattern.compile("(\\S+?)(?:\\+(\\d{1,9}))?");

    private Syntax() {}
  }
}
