package bbt.reconstruct.step.text;

import java.util.Locale;

/** Reads and writes numbers as users do. */
public final class Numbers {
  private Numbers() {}

  /**
   * A count: {@code 1234}, {@code 1_234}, {@code 1,234}, {@code 4.2M}, {@code 3G}.
   *
   * @throws CommandException if it is none
   */
  public static long count(String word) {
    String digits = word.replace("_", "").replace(",", "");
    long unit = 1;
    if (!digits.isEmpty()) {
      unit =
          switch (digits.charAt(digits.length() - 1)) {
            case 'k', 'K' -> 1_000;
            case 'M' -> 1_000_000;
            case 'G' -> 1_000_000_000;
            default -> 1;
          };
    }
    try {
      if (unit == 1) {
        return Long.parseLong(digits);
      }
      return Math.round(Double.parseDouble(digits.substring(0, digits.length() - 1)) * unit);
    } catch (NumberFormatException e) {
      throw new CommandException("\"" + word + "\" is no count; examples: 1234, 4.2M, 3G");
    }
  }

  /** Digits in groups of three. */
  public static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  public static String hex(long number) {
    return Long.toHexString(number);
  }
}
