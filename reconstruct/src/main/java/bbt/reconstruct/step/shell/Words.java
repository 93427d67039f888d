package bbt.reconstruct.step.shell;

import java.util.List;

/** The words of a command behind its verb. */
final class Words {
  private final String verb;
  private final String text;
  private final List<String> words;
  private int next;

  /**
   * Makes one.
   *
   * @param verb as the user typed it
   * @param text all that stands behind it, as it was typed
   */
  Words(String verb, String text) {
    this.verb = verb;
    this.text = text.strip();
    this.words = this.text.isEmpty() ? List.of() : List.of(this.text.split("\\s+"));
  }

  /** The verb as the user typed it. */
  String verb() {
    return verb;
  }

  /** Everything behind the verb. */
  String text() {
    return text;
  }

  boolean hasNext() {
    return next < words.size();
  }

  /** The next word without taking it, or the empty string. */
  String peek() {
    return hasNext() ? words.get(next) : "";
  }

  /** Takes the next word. */
  String take(String what) {
    if (!hasNext()) {
      throw new CommandException(verb + ": " + what + " is missing; see help " + verb);
    }
    return words.get(next++);
  }

  /** Takes all that is left. */
  String rest() {
    String left = String.join(" ", words.subList(next, words.size()));
    next = words.size();
    return left;
  }

  /** Takes the next word if it is this one. */
  boolean takeIf(String word) {
    boolean is = peek().equals(word);
    if (is) {
      next++;
    }
    return is;
  }

  /** Takes a count if one stands there; else 1. */
  long count() {
    if (!hasNext() || !Character.isDigit(peek().charAt(0))) {
      return 1;
    }
    long count = Numbers.count(take("a count"));
    if (count < 1) {
      throw new CommandException(verb + ": a count is 1 or more");
    }
    return count;
  }

  /** Nothing may be left. */
  void end() {
    if (hasNext()) {
      throw new CommandException(verb + ": what is \"" + peek() + "\"? See help " + verb);
    }
  }
}
