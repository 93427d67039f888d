package bbt.reconstruct.step;

import bbt.reconstruct.step.text.CommandWords;
import bbt.reconstruct.step.text.Paint;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;

/** Implements the verbs for help and for leaving. */
final class ShellVerbs {
  private static final String GROUP = "The stepper";

  /** Columns of a verb's names in the list; more have a line of their own. */
  private static final int NAMES = 26;

  static final List<Verb> ALL =
      List.of(
          new Verb(
              List.of("help", "h"),
              GROUP,
              "[COMMAND]",
              "list the commands, or explain one",
              List.of("help break"),
              false,
              Verb.Expects.VERB,
              ShellVerbs::help),
          new Verb(
              List.of("quit", "q", "exit"),
              GROUP,
              "",
              "leave",
              List.of("quit"),
              false,
              Verb.Expects.NOTHING,
              (s, w) -> s.quit()));

  private ShellVerbs() {}

  private static void help(StepSession session, CommandWords words) {
    if (words.hasNext()) {
      explain(session, Verbs.find(words.take("a command")));
      words.end();
      return;
    }
    String group = "";
    for (Verb verb : Verbs.all()) {
      if (!verb.group().equals(group)) {
        group = verb.group();
        session.print("");
        session.print(new AttributedString(group, Paint.BOLD));
      }
      String names = String.join(", ", verb.names());
      if (names.length() > NAMES) {
        session.print("  " + names);
        names = "";
      }
      session.print(String.format(Locale.ROOT, "  %-" + NAMES + "s %s", names, verb.help()));
    }
    session.print("");
    session.print("help COMMAND explains one, with examples. docs/step.md walks through a crash.");
  }

  private static void explain(StepSession session, Verb verb) {
    session.print(verb.name() + (verb.usage().isEmpty() ? "" : " " + verb.usage()));
    session.print("  " + verb.help());
    if (verb.names().size() > 1) {
      session.print("  also: " + String.join(", ", verb.names().subList(1, verb.names().size())));
    }
    for (String example : verb.examples(session.map().guest().registers())) {
      int bar = example.indexOf(" | ");
      session.print(
          bar < 0
              ? "  example: " + example
              : "  example: "
                  + example.substring(0, bar)
                  + "  ("
                  + example.substring(bar + 3)
                  + ")");
    }
  }
}
