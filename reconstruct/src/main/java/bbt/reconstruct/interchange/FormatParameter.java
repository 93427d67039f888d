package bbt.reconstruct.interchange;

import java.util.Locale;

/**
 * A number that a format leaves to each encoder: the constants of an enum are those of a format.
 */
public interface FormatParameter {
  /** The constant's name. */
  String name();

  /** The range of a parameter's values and what it is. */
  Range range();

  /**
   * A range of values.
   *
   * @param usual what it is where nothing else is said
   * @param least the smallest value
   * @param most the largest value
   * @param step the difference between two values
   * @param about the parameter in a few words
   */
  record Range(int usual, int least, int most, int step, String about) {
    /** A range of all numbers between its ends. */
    public static Range of(int usual, int least, int most, String about) {
      return new Range(usual, least, most, 1, about);
    }

    boolean has(int value) {
      return value >= least && value <= most && (value - least) % step == 0;
    }
  }

  /** The parameter's name on the command line: {@code context_width}. */
  default String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
