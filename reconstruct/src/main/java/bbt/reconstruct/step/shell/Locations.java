package bbt.reconstruct.step.shell;

import bbt.reconstruct.trace.TraceSymbols;
import java.util.ArrayList;
import java.util.List;

/** Addresses as users name them. */
final class Locations {
  private Locations() {}

  /**
   * The addresses that a word means: a symbol (all of that name), {@code symbol+0x12}, an address.
   *
   * @throws CommandException if it means nothing in this trace
   */
  static List<Long> of(Session session, String word) {
    int plus = word.lastIndexOf('+');
    long offset = 0;
    String name = word;
    if (plus > 0) {
      String digits = word.substring(plus + 1);
      Long parsed = digits.startsWith("0x") ? Numbers.address(digits) : decimal(digits);
      if (parsed != null) {
        offset = parsed;
        name = word.substring(0, plus);
      }
    }
    List<Long> found = new ArrayList<>();
    for (TraceSymbols.Function f : session.names().named(name)) {
      found.add(f.address() + offset);
    }
    if (found.isEmpty()) {
      Long address = Numbers.address(name);
      if (address != null) {
        found.add(address + offset);
      }
    }
    if (found.isEmpty()) {
      List<String> like = session.names().like(name);
      throw new CommandException(
          "no symbol or address \""
              + word
              + "\" in this trace"
              + (like.isEmpty() ? "" : "; is it " + String.join(", ", like) + "?"));
    }
    return found;
  }

  private static Long decimal(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
