package bbt.reconstruct.step.text;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The words of a command behind its verb. */
public final class CommandWords {
  private static final Pattern WORD = Pattern.compile("\\S+");

  private final String verb;
  private final String text;
  private final List<String> words;

  /** Where each begins in the text. */
  private final List<Integer> starts;

  private int next;

  /**
   * Splits a command's text into words.
   *
   * @param verb as the user typed it
   * @param text all that stands behind it, as it was typed
   */
  public CommandWords(String verb, String text) {
    this.verb = verb;
    this.text = text.strip();
    List<MatchResult> found = WORD.matcher(this.text).results().toList();
    this.words = found.stream().map(MatchResult::group).toList();
    this.starts = found.stream().map(MatchResult::start).toList();
  }

  /** The verb as the user typed it. */
  public String verb() {
    return verb;
  }

  /** Everything behind the verb. */
  public String text() {
    return text;
  }

  public boolean hasNext() {
    return next < words.size();
  }

  /** The next word without taking it, or the empty string. */
  public String peek() {
    return hasNext() ? words.get(next) : "";
  }

  /** Takes the next word. */
  public String take(String what) {
    if (!hasNext()) {
      throw new CommandException(verb + ": " + what + " is missing; see help " + verb);
    }
    return words.get(next++);
  }

  /**
   * Takes a name, which may have spaces in it: as many words as together are one, with the spaces
   * between them; the next word where no name begins here.
   */
  public String takeName(String what, Predicate<String> isName) {
    for (int end = words.size(); end > next + 1; end--) {
      String name =
          text.substring(starts.get(next), starts.get(end - 1) + words.get(end - 1).length());
      if (isName.test(name)) {
        next = end;
        return name;
      }
    }
    return take(what);
  }

  /** Takes all that is left. */
  public String rest() {
    String left = String.join(" ", words.subList(next, words.size()));
    next = words.size();
    return left;
  }

  /** Takes the next word if it is this one. */
  public boolean takeIf(String word) {
    boolean is = peek().equals(word);
    if (is) {
      next++;
    }
    return is;
  }

  /** Takes a count if one stands there; else 1. */
  public long count() {
    if (!hasNext() || !Character.isDigit(peek().charAt(0))) {
      return 1;
    }
    long count = Numbers.count(take("a count"));
    if (count < 1) {
      throw new CommandException(verb + ": a count is 1 or more");
    }
    return count;
  }

  /** Checks that no words are left. */
  public void end() {
    if (hasNext()) {
      throw new CommandException(verb + ": what is \"" + peek() + "\"? See help " + verb);
    }
  }
}
