package bbt.reconstruct.select;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.trace.TraceOutline;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A place in a trace, as a user names it. */
public sealed interface PositionSpecification {
  /** A place behind so many instructions of all harts. */
  record Instruction(long count) implements PositionSpecification {}

  /** A place at a guest time. */
  record Time(double seconds) implements PositionSpecification {
    /** Says to a user that a trace which knows no time has no such place. */
    public String unknown() {
      return text()
          + " is a guest time, and this imported trace knows no time: give instructions (1000000,"
          + " 2.5M) or a part (50%)";
    }
  }

  /** A place behind a part of all instructions, 0 to 100. */
  record Percent(double percent) implements PositionSpecification {}

  /**
   * Reads a position: {@code 1000000}, {@code 1_000_000}, {@code 1,000,000}, {@code 2.5M}, {@code
   * 1.5s}, {@code 300ms}, {@code 20us}, {@code 50%}.
   *
   * @throws IllegalArgumentException if it is none; the message says what is
   */
  static PositionSpecification parse(String text) {
    Matcher m = Syntax.PATTERN.matcher(text.strip());
    if (!m.matches()) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is no position: give instructions (1000000, 2.5M), guest time (1.5s, 300ms) or a"
              + " part (50%)");
    }
    String digits = m.group(1).replaceAll("[_,]", "");
    double number = Double.parseDouble(digits);
    String unit = m.group(2);
    return switch (unit) {
      case "" -> instructions(digits, 1);
      case "k", "K" -> new Instruction(Math.round(number * 1e3));
      case "M" -> new Instruction(Math.round(number * 1e6));
      case "G" -> new Instruction(Math.round(number * 1e9));
      case "%" -> percent(number);
      case "ns" -> new Time(number / 1e9);
      case "us" -> new Time(number / 1e6);
      case "ms" -> new Time(number / 1e3);
      default -> new Time(number);
    };
  }

  private static PositionSpecification instructions(String digits, long scale) {
    if (digits.contains(".")) {
      throw new IllegalArgumentException("'" + digits + "' is no whole number of instructions");
    }
    return new Instruction(Long.parseLong(digits) * scale);
  }

  private static PositionSpecification percent(double number) {
    if (number > 100) {
      throw new IllegalArgumentException("a part of a trace is at most 100%");
    }
    return new Percent(number);
  }

  /** The syntax of a position; apart, since an interface's constants are public. */
  final class Syntax {
    private static final Pattern PATTERN =
        Pattern.compile("(\\d[\\d_,]{0,24}(?:\\.\\d+)?)\\s*([kKMG%]|ns|us|ms|s|)");

    private Syntax() {}
  }

  /**
   * The place by the clock of a trace; may lie behind its end.
   *
   * @throws UserException if it is a time and the trace knows none
   */
  default long clock(TraceOutline trace) {
    return switch (this) {
      case Instruction i -> i.count();
      case Time t -> {
        if (!trace.clock().known()) {
          throw new UserException(Fault.USAGE, t.unknown());
        }
        yield trace.clock().clockAt(t.seconds());
      }
      case Percent p -> Math.round(trace.total() * (p.percent() / 100));
    };
  }

  /** The place as a user would write it. */
  default String text() {
    return switch (this) {
      case Instruction i -> Long.toString(i.count());
      case Time t -> trimmed(t.seconds()) + "s";
      case Percent p -> trimmed(p.percent()) + "%";
    };
  }

  private static String trimmed(double value) {
    String text = String.format(Locale.ROOT, "%.9f", value);
    return text.replaceAll("\\.?0+$", "");
  }
}
