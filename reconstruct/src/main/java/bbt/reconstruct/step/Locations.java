package bbt.reconstruct.step;

import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.names.CodeAddress;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.CommandWords;
import java.util.List;

/** Parses addresses as users name them. */
final class Locations {
  private static final int USER = 0;

  private Locations() {}

  /**
   * The addresses that a word means: {@link bbt.reconstruct.names.CodeNames#addresses}.
   *
   * @throws CommandException if it means nothing in this trace
   */
  static List<CodeAddress> of(StepSession session, String word) {
    List<CodeAddress> found = session.names().addresses(word);
    if (found.isEmpty()) {
      List<String> like = session.names().like(word);
      throw new CommandException(
          "no symbol or address \""
              + word
              + "\" in this trace"
              + (like.isEmpty() ? "" : "; is it " + String.join(", ", like) + "?"));
    }
    return found;
  }

  /** Takes words that mean addresses. */
  static String take(StepSession session, CommandWords words, String what) {
    return words.takeName(what, name -> !session.names().addresses(name).isEmpty());
  }

  /**
   * One of them: what the program under the cursor calls so, if it has such code.
   *
   * @throws CommandException if it means nothing in this trace
   */
  static long first(StepSession session, String word) {
    List<CodeAddress> found = of(session, word);
    TraceCursor at = session.cursor();
    for (CodeAddress each : found) {
      if (each.program() != null
          && word.equals(session.names().label(at, at.addressSpace(), each.address(), USER))) {
        return each.address();
      }
    }
    return found.getFirst().address();
  }
}
