package bbt.reconstruct.replay;

import bbt.reconstruct.cli.ExitCode;
import bbt.reconstruct.cli.UserException;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place in a run as a user writes it: {@code 1500000}, {@code 1.5M}, {@code 42+1} (behind one
 * trap), {@code 50%}, {@code 1.25s}, {@code 30ms}, {@code end}.
 */
public final class Place {
  private static final Pattern COUNT =
      Pattern.compile("([0-9][0-9_,]*(?:\\.[0-9]+)?)([KMG]?)(?:\\+([0-9]+))?");
  private static final Pattern PERCENT = Pattern.compile("([0-9.]+)%");
  private static final Pattern TIME = Pattern.compile("([0-9.]+)(s|ms|us)");

  private static final double TICKS_PER_SECOND = 1e7;

  private Place() {}

  /**
   * Goes there.
   *
   * @param hart whose own instructions a count means; -1: those of all harts together
   * @throws UserException if the text is no place, or there is none such in the run
   */
  public static void go(Replay replay, String text, int hart) throws IOException {
    String t = text.strip();
    Matcher m;
    try {
      if (t.equalsIgnoreCase("end")) {
        replay.goTo(replay.end());
      } else if (t.equalsIgnoreCase("start")) {
        replay.goTo(Position.at(0));
      } else if ((m = PERCENT.matcher(t)).matches()) {
        double share = Double.parseDouble(m.group(1)) / 100;
        if (share > 1) {
          throw no(text);
        }
        replay.goTo(Position.at(Math.round(replay.end().clock() * share)));
      } else if ((m = TIME.matcher(t.toLowerCase(Locale.ROOT))).matches()) {
        double seconds =
            Double.parseDouble(m.group(1))
                * switch (m.group(2)) {
                  case "ms" -> 1e-3;
                  case "us" -> 1e-6;
                  default -> 1;
                };
        replay.goToTime(Math.round(seconds * TICKS_PER_SECOND));
      } else if ((m = COUNT.matcher(t.toUpperCase(Locale.ROOT))).matches()) {
        long count = count(m.group(1).replaceAll("[_,]", ""), m.group(2));
        int traps = m.group(3) == null ? 0 : Integer.parseInt(m.group(3));
        if (hart < 0) {
          replay.goTo(new Position(count, traps));
        } else {
          replay.goTo(hart, count, traps);
        }
      } else {
        throw no(text);
      }
    } catch (NumberFormatException e) {
      throw no(text);
    }
  }

  private static long count(String digits, String suffix) {
    long factor =
        switch (suffix) {
          case "K" -> 1_000L;
          case "M" -> 1_000_000L;
          case "G" -> 1_000_000_000L;
          default -> 1;
        };
    return digits.contains(".")
        ? Math.round(Double.parseDouble(digits) * factor)
        : Math.multiplyExact(Long.parseLong(digits), factor);
  }

  private static UserException no(String text) {
    return new UserException(
        ExitCode.USAGE,
        text
            + " is no place in a run: write a count such as 1500000 or 1.5M (42+1: after one trap"
            + " there), 50%, 1.25s, start or end");
  }
}
