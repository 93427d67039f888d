package bbt.reconstruct.step.shell;

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
    List<Long> found = session.names().addresses(word);
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
}
