package bbt.reconstruct.step;

import bbt.reconstruct.step.text.CommandException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists all verbs, and finds the one that a word means. */
public final class Verbs {
  private static final List<Verb> ALL = new ArrayList<>();
  private static final Map<String, Verb> BY_NAME = new LinkedHashMap<>();

  static {
    ALL.addAll(MoveVerbs.ALL);
    ALL.addAll(PlaceVerbs.ALL);
    ALL.addAll(BreakVerbs.ALL);
    ALL.addAll(LookVerbs.ALL);
    ALL.addAll(StateVerbs.ALL);
    ALL.addAll(OriginVerbs.ALL);
    ALL.addAll(DifferenceVerbs.ALL);
    ALL.addAll(VariableVerbs.ALL);
    ALL.addAll(ShellVerbs.ALL);
    for (Verb verb : ALL) {
      for (String name : verb.names()) {
        if (BY_NAME.put(name, verb) != null) {
          throw new IllegalStateException("two verbs are called " + name);
        }
      }
    }
  }

  private Verbs() {}

  /** All verbs, in the order of the list of commands. */
  public static List<Verb> all() {
    return ALL;
  }

  /** All names. */
  public static java.util.Set<String> names() {
    return BY_NAME.keySet();
  }

  /**
   * The verb that a word means: its name, or the beginning of one verb's alone.
   *
   * @throws CommandException if none or several may be meant
   */
  public static Verb find(String word) {
    Verb exact = BY_NAME.get(word);
    if (exact != null) {
      return exact;
    }
    List<String> candidates =
        BY_NAME.keySet().stream().filter(name -> name.startsWith(word)).toList();
    if (candidates.stream().map(BY_NAME::get).distinct().count() == 1) {
      return BY_NAME.get(candidates.getFirst());
    }
    throw new CommandException(
        candidates.isEmpty()
            ? "no command \"" + word + "\"; help lists them"
            : "\"" + word + "\" may be " + String.join(", ", candidates));
  }
}
