package bbt.reconstruct.step;

import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.cursor.CursorPosition;
import bbt.reconstruct.cursor.Outcome;
import bbt.reconstruct.cursor.Targets;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.CodeAddress;
import bbt.reconstruct.select.Place;
import bbt.reconstruct.select.PositionSpecification;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.CommandWords;
import bbt.reconstruct.step.text.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;

/** Implements the verbs that go to a place and remember places. */
final class PlaceVerbs {
  private static final String GROUP = "Places";
  private static final String VERB = "goto";

  static final List<Verb> ALL =
      List.of(
          new Verb(
              List.of("goto", "g", "at"),
              GROUP,
              "N | TIMEs | PERCENT% | start | end | +N | -N | SYMBOL[:N] | MARK",
              "go to where N instructions were executed, to a guest time, a part, the Nth execution"
                  + " of a function (-1: the last), a bookmark",
              List.of(
                  "goto 1234567",
                  "goto 3.2s",
                  "goto 45%",
                  "goto end",
                  "goto +1M",
                  "goto panic:-1",
                  "goto bad"),
              false,
              Verb.Expects.MARK,
              (s, w) -> {
                go(s, VERB, take(s, w, "where to go"));
                w.end();
              }),
          new Verb(
              List.of("where", "w"),
              GROUP,
              "",
              "show the place again, with task, time and part of the trace",
              List.of("where"),
              false,
              Verb.Expects.NOTHING,
              (s, w) -> {
                w.end();
                where(s);
              }),
          new Verb(
              List.of("follow"),
              GROUP,
              "[SECONDS]",
              "read what a trace that is still written has by now, and go to its newest instruction;"
                  + " wait so long for a newer one",
              List.of("follow", "follow 10"),
              true,
              Verb.Expects.NOTHING,
              PlaceVerbs::follow),
          new Verb(
              List.of("mark"),
              GROUP,
              "NAME",
              "set a bookmark here; goto NAME comes back",
              List.of("mark bad"),
              false,
              Verb.Expects.NOTHING,
              (s, w) -> mark(s, w)),
          new Verb(
              List.of("marks"),
              GROUP,
              "",
              "list the bookmarks",
              List.of("marks"),
              false,
              Verb.Expects.NOTHING,
              (s, w) -> marks(s)),
          new Verb(
              List.of("hart"),
              GROUP,
              "N | all",
              "step on one hart alone, or on all in the order of execution",
              List.of("hart 1", "hart all"),
              false,
              Verb.Expects.NOTHING,
              (s, w) -> hart(s, w)));

  private PlaceVerbs() {}

  /**
   * Goes to a place and shows it.
   *
   * @param who asks, for messages
   */
  static void go(StepSession session, String who, String where) {
    move(session, who, where);
    session.frame(0);
    session.showAll();
  }

  /** Takes words that mean a place. */
  static String take(StepSession session, CommandWords words, String what) {
    return words.takeName(what, name -> isPlace(session, name));
  }

  /**
   * Goes to a place.
   *
   * @param who asks, for messages
   */
  static void move(StepSession session, String who, String where) {
    TraceCursor cursor = session.cursor();
    CursorPosition mark = session.marks().get(where);
    if (mark != null) {
      cursor.to(mark);
    } else if (where.charAt(0) == '+') {
      toMoment(session, who + " " + where, cursor.clock() + Numbers.count(where.substring(1)), 0);
    } else if (where.charAt(0) == '-') {
      toMoment(session, who + " " + where, cursor.clock() - Numbers.count(where.substring(1)), 0);
    } else {
      switch (parse(who, where)) {
        case Place.Edge.START -> cursor.toStart();
        case Place.Edge.END -> cursor.toEnd();
        case Place.At at ->
            toMoment(session, who + " " + where, clock(session, who + " " + where, at), at.traps());
        case Place.Execution times -> toExecution(session, who + " " + where, times);
      }
    }
  }

  private static void follow(StepSession session, CommandWords words) {
    double seconds = words.hasNext() ? seconds(words.take("seconds")) : 0;
    words.end();
    if (session.map().end() != null) {
      session.print("the trace is complete; nothing more comes");
      return;
    }
    long before = session.map().endClock();
    long until = System.nanoTime() + (long) (seconds * 1e9);
    long size = session.map().fileBytes();
    while (session.map().endClock() == before && session.map().end() == null) {
      long now = size(session.map());
      if (now != size) {
        size = now;
        session.reopen();
      } else if (System.nanoTime() >= until) {
        session.print("nothing new");
        return;
      } else {
        pause(session);
      }
    }
    session.print(
        Numbers.grouped(session.map().endClock() - before)
            + " new instructions"
            + (session.map().end() == null ? "" : "; the run has ended"));
    session.cursor().toEnd();
    session.frame(0);
    session.showAll();
  }

  private static double seconds(String word) {
    try {
      double seconds = Double.parseDouble(word);
      if (seconds >= 0 && seconds <= 1e6) {
        return seconds;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new CommandException("follow: " + word + " is no number of seconds to wait");
  }

  private static long size(TraceMap map) {
    try {
      return Files.size(map.file());
    } catch (IOException e) {
      throw new CommandException("follow: the trace cannot be read again: " + e.getMessage());
    }
  }

  private static void pause(StepSession session) {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException();
    }
    if (session.feedback().interrupted()) {
      throw new CancellationException();
    }
  }

  /** Whether a text is a call of something that is there. */
  private static boolean isPlace(StepSession session, String text) {
    try {
      return Place.parse(text) instanceof Place.Execution times
          && !session.names().addresses(times.what()).isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static Place parse(String who, String where) {
    try {
      return Place.parse(where);
    } catch (IllegalArgumentException e) {
      throw new CommandException(
          who + ": " + e.getMessage() + (who.equals(VERB) ? ", or a bookmark" : ""));
    }
  }

  private static void toMoment(StepSession session, String command, long clock, int traps) {
    TraceMap map = session.map();
    if (clock < map.startClock() || clock > map.endClock()) {
      throw new CommandException(
          command
              + ": "
              + (map.startClock() == 0 ? "the trace holds" : "indexed are")
              + " instructions "
              + Numbers.grouped(map.startClock())
              + " to "
              + Numbers.grouped(map.endClock())
              + (map.startClock() == 0 ? "" : " (--lead all: the whole trace)"));
    }
    session.cursor().toMoment(clock, traps);
    long there = session.cursor().clock();
    if (there > clock) {
      session.print(
          "instruction "
              + Numbers.grouped(clock)
              + " was not recorded; the next one that was is instruction "
              + Numbers.grouped(there));
    }
  }

  private static long clock(StepSession session, String command, Place.At at) {
    TraceMap map = session.map();
    return switch (at.position()) {
      case PositionSpecification.Instruction i -> i.count();
      case PositionSpecification.Percent p -> Math.round(map.endClock() * p.percent() / 100);
      case PositionSpecification.Time t -> {
        if (!map.time().known()) {
          throw new CommandException(command + ": " + t.unknown());
        }
        double end = map.time().seconds(map.endClock());
        if (t.seconds() > end) {
          throw new CommandException(
              command + ": the trace holds 0 s to " + NumberText.seconds(end));
        }
        yield map.time().clock(t.seconds(), map.endClock());
      }
    };
  }

  private static void toExecution(StepSession session, String command, Place.Execution times) {
    if (times.number() > 0 && session.map().startClock() > 0) {
      throw new CommandException(
          command + ": executions are counted from the trace's start" + session.before());
    }
    List<CodeAddress> places;
    try {
      places = Locations.of(session, times.what());
    } catch (CommandException e) {
      throw new CommandException(
          command
              + ": "
              + (command.startsWith(VERB) ? "no bookmark \"" + times.what() + "\", and " : "")
              + e.getMessage());
    }
    Outcome outcome = session.moves().to(Targets.code(session.map(), places), times.number());
    if (outcome == Outcome.INTERRUPTED) {
      throw new CancellationException();
    }
    if (outcome != Outcome.FOUND) {
      long wanted = Math.abs((long) times.number());
      throw new CommandException(
          command
              + ": "
              + times.what()
              + " was not executed "
              + (wanted == 1 ? "in this trace" : wanted + " times in this trace")
              + session.before());
    }
  }

  static void where(StepSession session) {
    TraceCursor at = session.cursor();
    long end = Math.max(1, session.map().endClock());
    session.print(
        String.format(
            Locale.ROOT,
            "instruction %s of %s, %.3f %%, guest time %s%s",
            Numbers.grouped(at.clock()),
            Numbers.grouped(session.map().endClock()),
            100.0 * at.clock() / end,
            NumberText.seconds(session.map().time().seconds(at.clock())),
            session.map().harts() > 1
                ? ", hart " + at.hart() + " at its " + Numbers.grouped(at.retired())
                : ""));
    session.showAll();
  }

  private static void mark(StepSession session, CommandWords words) {
    String name = words.take("a name");
    words.end();
    if (!Character.isLetter(name.charAt(0)) || name.equals("start") || name.equals("end")) {
      throw new CommandException("mark: a name begins with a letter, and is not start or end");
    }
    session.marks().put(name, session.cursor().position());
    session.print("mark " + name + " at instruction " + Numbers.grouped(session.cursor().clock()));
  }

  private static void marks(StepSession session) {
    CursorPosition here = session.cursor().position();
    for (Map.Entry<String, CursorPosition> mark : session.marks().entrySet()) {
      session.cursor().to(mark.getValue());
      session.print(
          String.format(Locale.ROOT, "%-12s ", mark.getKey())
              + session.stopText().line(session.cursor()));
    }
    session.cursor().to(here);
    if (session.marks().isEmpty()) {
      session.print("no bookmarks; mark NAME sets one");
    }
  }

  private static void hart(StepSession session, CommandWords words) {
    String which = words.take("a hart, or all");
    words.end();
    int harts = session.map().harts();
    if (which.equals("all")) {
      session.moves().confine(-1);
      session.print("stepping on all harts, in the order in which they executed");
      return;
    }
    int number = (int) Math.min(Integer.MAX_VALUE, Numbers.count(which));
    if (number >= harts) {
      throw new CommandException("hart " + which + ": the trace has harts 0 to " + (harts - 1));
    }
    session.moves().confine(number);
    session.print("stepping on hart " + number + " alone; hart all ends that");
  }
}
