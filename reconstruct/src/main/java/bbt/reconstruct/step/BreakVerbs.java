package bbt.reconstruct.step;

import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.cursor.SearchTarget;
import bbt.reconstruct.cursor.Targets;
import bbt.reconstruct.step.text.Breakpoint;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.CommandWords;
import bbt.reconstruct.step.text.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Implements the verbs for breakpoints, and for running to them in both directions. */
final class BreakVerbs {
  private static final String GROUP = "Breakpoints and running";

  static final List<Verb> ALL =
      List.of(
          new Verb(
              List.of("b", "break"),
              GROUP,
              "SYMBOL|ADDRESS|FILE:LINE|task NAME|cause NAME [task=NAME] [hart=N] [every=N]",
              "stop there when running, either way; alone: list breakpoints",
              List.of(
                  "b panic",
                  "b schedule task=init every=100 | each hundredth time",
                  "b task sh | where a task of that name goes on",
                  "b cause load page fault"),
              false,
              Verb.Expects.CODE,
              (s, w) -> set(s, w, false)),
          new Verb(
              List.of("tb", "tbreak"),
              GROUP,
              "as break",
              "the same, once",
              List.of("tb do_exit"),
              false,
              Verb.Expects.CODE,
              (s, w) -> set(s, w, true)),
          new Verb(
              List.of("c", "continue", "run"),
              GROUP,
              "[COUNT]",
              "run to the next breakpoint, or the end",
              List.of("c"),
              true,
              Verb.Expects.COUNT,
              (s, w) -> run(s, w, true)),
          new Verb(
              List.of("rc", "rcontinue", "reverse-run", "reverse-continue"),
              GROUP,
              "[COUNT]",
              "run backwards to the breakpoint before, or the start",
              List.of("rc | the last time before this"),
              true,
              Verb.Expects.COUNT,
              (s, w) -> run(s, w, false)),
          new Verb(
              List.of("delete", "d"),
              GROUP,
              "[NUMBER]",
              "delete a breakpoint, or all",
              List.of("delete 2", "delete"),
              false,
              Verb.Expects.NOTHING,
              BreakVerbs::delete),
          new Verb(
              List.of("enable"),
              GROUP,
              "NUMBER",
              "let a breakpoint stop again",
              List.of("enable 2"),
              false,
              Verb.Expects.NOTHING,
              (s, w) -> enable(s, w, true)),
          new Verb(
              List.of("disable"),
              GROUP,
              "NUMBER",
              "keep a breakpoint, but do not stop at it",
              List.of("disable 2"),
              false,
              Verb.Expects.NOTHING,
              (s, w) -> enable(s, w, false)));

  private BreakVerbs() {}

  private static void set(StepSession session, CommandWords words, boolean temporary) {
    if (!words.hasNext()) {
      list(session);
      return;
    }
    Breakpoint made = parse(session, words, temporary, session.newBreakpointNumber());
    session.breakpoints().add(made);
    session.print("breakpoint " + made.number + " at " + made.text);
  }

  /** Sets a breakpoint once more in the session's trace, which was read again. */
  static Breakpoint again(StepSession session, Breakpoint its) {
    CommandWords words = new CommandWords("break", its.text);
    Breakpoint made = parse(session, words, its.temporary, its.number);
    made.enabled = its.enabled;
    made.hits = its.hits;
    return made;
  }

  /** The breakpoint that words mean. */
  static Breakpoint parse(StepSession session, CommandWords words, boolean temporary, int number) {
    String text = words.text();
    SearchTarget target;
    if (words.takeIf("task")) {
      target =
          Targets.taskBegins(
              tasks(
                  session,
                  words.takeName(
                      "a task's name or pid",
                      name -> !session.map().tasks().called(name).isEmpty())));
    } else if (words.takeIf("cause")) {
      target = cause(session, words);
    } else if (words.peek().matches(".+:\\d+")) {
      target = line(session, words.take("a source line"));
    } else {
      target =
          Targets.code(
              session.map(),
              Locations.of(session, Locations.take(session, words, "where to stop")));
    }
    long every = 1;
    while (words.hasNext()) {
      String condition = words.take("a condition");
      int equals = condition.indexOf('=');
      String value = condition.substring(equals + 1);
      switch (equals < 0 ? condition : condition.substring(0, equals)) {
        case "task" -> target = target.inTasks(tasks(session, value));
        case "hart" -> target = target.onHart((int) Numbers.count(value));
        case "every" -> every = Math.max(1, Numbers.count(value));
        default ->
            throw new CommandException(
                "break: what is \"" + condition + "\"? Conditions: task=, hart=, every=");
      }
    }
    return new Breakpoint(number, text, target, every, temporary);
  }

  private static SearchTarget line(StepSession session, String place) {
    if (!session.lines().known()) {
      throw new CommandException(
          "break " + place + ": no debugging information; give --binary ELF, one built with -g");
    }
    int colon = place.lastIndexOf(':');
    return session
        .lines()
        .line(place.substring(0, colon), (int) Numbers.count(place.substring(colon + 1)));
  }

  static Set<Long> tasks(StepSession session, String name) {
    Set<Long> tasks = session.map().tasks().called(name);
    if (tasks.isEmpty()) {
      throw new CommandException("no task \"" + name + "\" in this trace; info tasks lists them");
    }
    return tasks;
  }

  /** The cause that words mean, up to a condition. */
  private static SearchTarget cause(StepSession session, CommandWords words) {
    StringBuilder name = new StringBuilder();
    while (words.hasNext() && !words.peek().contains("=")) {
      name.append(name.isEmpty() ? "" : " ").append(words.take("a cause"));
    }
    String wanted = name.toString().toLowerCase(Locale.ROOT).replace('-', ' ');
    if (wanted.isEmpty()) {
      throw new CommandException("break cause: a cause is missing, such as load page fault");
    }
    TrapCauses causes = session.map().guest().traps();
    return Targets.traps(its -> causes.title(its).contains(wanted));
  }

  private static void run(StepSession session, CommandWords words, boolean forward) {
    long count = words.count();
    words.end();
    for (long i = 0; i < count; i++) {
      session.run(forward);
    }
  }

  private static Breakpoint numbered(StepSession session, CommandWords words) {
    long number = Numbers.count(words.take("a breakpoint's number"));
    words.end();
    for (Breakpoint each : session.breakpoints()) {
      if (each.number == number) {
        return each;
      }
    }
    throw new CommandException("no breakpoint " + number + "; break lists them");
  }

  private static void delete(StepSession session, CommandWords words) {
    if (!words.hasNext()) {
      session.breakpoints().clear();
      session.print("no breakpoints left");
      return;
    }
    Breakpoint gone = numbered(session, words);
    session.breakpoints().remove(gone);
    session.print("breakpoint " + gone.number + " deleted");
  }

  private static void enable(StepSession session, CommandWords words, boolean on) {
    Breakpoint its = numbered(session, words);
    its.enabled = on;
    session.print("breakpoint " + its.number + (on ? " enabled" : " disabled"));
  }

  static void list(StepSession session) {
    for (Breakpoint each : session.breakpoints()) {
      session.print(
          each.number
              + "  "
              + each.text
              + (each.enabled ? "" : "  (disabled)")
              + (each.temporary ? "  (once)" : "")
              + "  hits "
              + each.hits);
    }
    if (session.breakpoints().isEmpty()) {
      session.print("no breakpoints; break SYMBOL sets one");
    }
  }
}
