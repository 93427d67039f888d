package bbt.reconstruct.basics;

import java.util.Locale;

/** Numbers as people read them, the same on every host (no locale). */
public final class NumberText {
  private NumberText() {}

  /**
   * Writes a number with a decimal prefix: {@code 1.23 G}, {@code 999 }; append the unit's name
   * directly.
   */
  public static String si(long value) {
    double v = value;
    String[] prefix = {"", "k", "M", "G", "T", "P"};
    int i = 0;
    while (v >= 999.5 && i < prefix.length - 1) {
      v /= 1000;
      i++;
    }
    return i == 0
        ? value + " "
        : String.format(
            Locale.ROOT, v < 9.995 ? "%.2f %s" : v < 99.95 ? "%.1f %s" : "%.0f %s", v, prefix[i]);
  }

  /** Writes a number with groups of three: {@code 1,234,567}. */
  public static String grouped(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** {@code 1 call}, {@code 1,234 calls}. */
  public static String counted(long count, String noun) {
    return grouped(count) + " " + noun + (count == 1 ? "" : "s");
  }

  /** {@code 1 instruction}, {@code 1,234 instructions}. */
  public static String instructions(long count) {
    return counted(count, "instruction");
  }

  /** Seconds with microseconds: {@code 1.234567}; {@code unknown} of {@link Double#NaN}. */
  public static String microseconds(double seconds) {
    return Double.isNaN(seconds) ? "unknown" : String.format(Locale.ROOT, "%.6f", seconds);
  }

  /** Seconds as {@link #microseconds} has them, with their unit: {@code 1.234567 s}. */
  public static String seconds(double seconds) {
    return microseconds(seconds) + (Double.isNaN(seconds) ? "" : " s");
  }

  /** A share of a whole: {@code 12.34 %}; {@code -} when the whole is nothing. */
  public static String percent(long part, long whole) {
    return whole == 0 ? "-" : String.format(Locale.ROOT, "%.2f %%", 100.0 * part / whole);
  }
}
