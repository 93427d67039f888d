package bbt.reconstruct.step;

import bbt.packets.GuestMark;
import bbt.reconstruct.cursor.Countdown;
import bbt.reconstruct.cursor.CursorPosition;
import bbt.reconstruct.cursor.Moves;
import bbt.reconstruct.cursor.Outcome;
import bbt.reconstruct.cursor.SearchTarget;
import bbt.reconstruct.cursor.Targets;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.CommandWords;
import bbt.reconstruct.step.text.Numbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.BiFunction;

/**
 * Implements the verbs that move: each forwards and, under a name that begins with r, backwards.
 */
public final class MoveVerbs {
  private static final String GROUP = "Moving (each takes a count; Enter repeats)";

  /**
   * A thing that can be moved by.
   *
   * @param target what is looked for, if it is that: then all times are one search
   * @param move else: from the session and the direction to how it went
   */
  private record Thing(
      String title, SearchTarget target, BiFunction<StepSession, Boolean, Outcome> move) {}

  private static final Map<String, Thing> THINGS = new LinkedHashMap<>();

  /** The verbs of things, which name them as well: {@code next irq}. */
  private static final Map<String, String> SHORT = new HashMap<>();

  static final List<Verb> ALL = new ArrayList<>();

  static {
    thing("instruction", "more instruction", (s, f) -> s.moves().stop(f));
    thing("node", "more node", Targets.nodeStart());
    thing("line", "other source line", MoveVerbs::line);
    thing("step", "other source line or node", MoveVerbs::step);
    thing("over", "more instruction of this task at this level", MoveVerbs::over);
    thing("line-over", "other source line at this level", MoveVerbs::lineOver);
    thing("out", "end of this function", (s, f) -> f ? s.moves().out() : s.moves().caller());
    thing("call", "call", Targets.calls());
    thing("call-here", "call at this level", (s, f) -> here(s, Targets.calls(), f));
    thing("return", "return", Targets.returns());
    thing("branch", "conditional branch", Targets.branches());
    thing("taken", "branch that was taken", Targets.branches(true));
    thing("untaken", "branch that was not taken", Targets.branches(false));
    thing("exception", "exception that is no interrupt", Targets.traps(cause -> cause >= 0));
    thing("interrupt", "interrupt", Targets.traps(cause -> cause < 0));
    thing("switch", "context switch", Targets.switches());
    thing("packet", "packet", Targets.packets());
    thing("guest-mark", "mark of the guest", MoveVerbs::guestMark);
    pair("instruction", "si", "stepi", "one instruction", "si 10 | ten instructions on");
    pair(
        "step",
        "s",
        "step",
        "to the next source line, also of what is called; to the next node where no line is known",
        "s | one line on");
    pair(
        "line-over",
        "n",
        "",
        "to the next source line, over calls and interrupts; like ni where no line is known",
        "n | over what this line calls");
    pair("node", "nd", "node", "to the next node (the paper's TRACE)", "nd | one node on");
    pair("line", "line", "", "to the next source line (--binary with debug information)", "line");
    pair("over", "ni", "nexti", "one instruction, over calls and interrupts", "ni | over a call");
    pair("call", "call", "", "to the next call at any level", "call 5 | the fifth call from here");
    pair("call-here", "callh", "", "to the next call at this level of this task", "callh");
    pair("return", "ret", "", "to the next return", "ret");
    pair("branch", "br", "branch", "to the next conditional branch", "rbr | the branch before");
    pair("taken", "taken", "", "to the next branch that was taken", "rtaken");
    pair("untaken", "untaken", "", "to the next branch that was not taken", "runtaken");
    pair("exception", "exc", "exception", "to the next exception", "rexc | the exception before");
    pair("interrupt", "irq", "interrupt", "to the next interrupt", "irq");
    pair("switch", "sw", "switch", "to the next context switch", "sw 3");
    pair("packet", "pk", "packet", "to the next packet", "pk");
    pair(
        "guest-mark",
        "gm",
        "gmark",
        "to the next mark that the guest set",
        "rgm | the mark before");
    ALL.add(
        new Verb(
            List.of("fin", "finish", "out"),
            GROUP,
            "[COUNT]",
            "run until this function (or handler) has returned",
            List.of("fin | back in the caller", "fin 2 | two levels out"),
            true,
            Verb.Expects.COUNT,
            (s, w) -> repeat(s, w, "out", true)));
    ALL.add(
        new Verb(
            List.of("caller", "rfin", "rfinish", "rout"),
            GROUP,
            "[COUNT]",
            "back to the call (or trap) by which this function was entered",
            List.of("caller | who called this, and when", "caller 2 | and who called that"),
            true,
            Verb.Expects.COUNT,
            (s, w) -> repeat(s, w, "out", false)));
    ALL.add(
        new Verb(
            List.of("next"),
            GROUP,
            "[THING [COUNT]]",
            "to the next THING; alone: like ni. " + "THINGS: " + things(),
            List.of("next call", "next visit schedule", "next"),
            true,
            Verb.Expects.THING,
            (s, w) -> named(s, w, true)));
    ALL.add(
        new Verb(
            List.of("prev", "previous", "back"),
            GROUP,
            "[THING [COUNT]]",
            "to the THING before; alone: like rni",
            List.of("prev branch", "prev switch 2", "prev visit 0x80200000"),
            true,
            Verb.Expects.THING,
            (s, w) -> named(s, w, false)));
    ALL.add(
        new Verb(
            List.of("visit"),
            GROUP,
            "ADDRESS|SYMBOL [COUNT]",
            "to the next time that an address is executed",
            List.of("visit panic", "visit do_exit 3"),
            true,
            Verb.Expects.SYMBOL,
            (s, w) -> visit(s, w, true)));
    ALL.add(
        new Verb(
            List.of("last", "rvisit"),
            GROUP,
            "ADDRESS|SYMBOL [COUNT]",
            "to the last time that an address was executed before this",
            List.of("last kfree", "last 0x8020004c"),
            true,
            Verb.Expects.SYMBOL,
            (s, w) -> visit(s, w, false)));
  }

  private MoveVerbs() {}

  private static void thing(
      String name, String title, BiFunction<StepSession, Boolean, Outcome> move) {
    THINGS.put(name, new Thing(title, null, move));
  }

  private static void thing(String name, String title, SearchTarget target) {
    THINGS.put(name, new Thing(title, target, null));
  }

  static String things() {
    return String.join(", ", THINGS.keySet()) + ", visit ADDRESS";
  }

  public static java.util.Set<String> thingNames() {
    return THINGS.keySet();
  }

  private static void pair(String thing, String name, String other, String help, String example) {
    SHORT.put(name, thing);
    ALL.add(verb(thing, name, other, help, example, true));
    ALL.add(
        verb(
            thing,
            "r" + name,
            other.isEmpty() ? "" : "r" + other,
            "the same backwards",
            "r" + name,
            false));
  }

  private static Verb verb(
      String thing, String name, String other, String help, String example, boolean forward) {
    return new Verb(
        other.isEmpty() ? List.of(name) : List.of(name, other),
        GROUP,
        "[COUNT]",
        help,
        List.of(example),
        true,
        Verb.Expects.COUNT,
        (s, w) -> repeat(s, w, thing, forward));
  }

  private static void repeat(
      StepSession session, CommandWords words, String name, boolean forward) {
    Thing thing = THINGS.get(name);
    long count = words.count();
    words.end();
    repeat(session, thing, count, forward);
  }

  private static void repeat(StepSession session, Thing thing, long count, boolean forward) {
    CursorPosition here = session.cursor().position();
    long done = 0;
    Outcome outcome;
    if (thing.target() != null) {
      Countdown all = session.moves().countdown(thing.target(), count);
      outcome = session.moves().to(List.of(all), forward, null);
      done = all.met();
      if (outcome == Outcome.NONE && done > 0) {
        Countdown last = session.moves().countdown(thing.target(), done);
        outcome = session.moves().to(List.of(last), forward, null);
        outcome = outcome == Outcome.FOUND ? Outcome.NONE : outcome;
      }
    } else {
      outcome = Outcome.FOUND;
      while (done < count && outcome == Outcome.FOUND) {
        if ((done & 0x3F) == 0x3F) {
          if (session.feedback().interrupted()) {
            outcome = Outcome.INTERRUPTED;
            break;
          }
          session.feedback().progress(session.cursor().clock(), session.map().endClock());
        }
        outcome = thing.move().apply(session, forward);
        done += outcome == Outcome.FOUND ? 1 : 0;
      }
    }
    if (outcome == Outcome.INTERRUPTED) {
      session.cursor().to(here);
    } else if (done > 0 && outcome == Outcome.NONE) {
      session.print(
          "only "
              + Numbers.grouped(done)
              + " of "
              + Numbers.grouped(count)
              + (forward ? "" : session.before()));
      outcome = Outcome.FOUND;
    }
    session.moved(outcome, thing.title(), forward);
  }

  private static void named(StepSession session, CommandWords words, boolean forward) {
    if (!words.hasNext() || Character.isDigit(words.peek().charAt(0))) {
      repeat(session, words, "over", forward);
      return;
    }
    String word = words.take("what to go to");
    if (word.equals("visit")) {
      visit(session, words, forward);
      return;
    }
    String name = SHORT.getOrDefault(word, word);
    List<String> meant = THINGS.keySet().stream().filter(t -> t.startsWith(name)).toList();
    if (!THINGS.containsKey(name) && meant.isEmpty()) {
      throw new CommandException("no \"" + name + "\" to go to; there are " + things());
    }
    repeat(session, words, THINGS.containsKey(name) ? name : meant.getFirst(), forward);
  }

  private static void visit(StepSession session, CommandWords words, boolean forward) {
    String place = Locations.take(session, words, "an address or symbol");
    SearchTarget target = Targets.code(session.map(), Locations.of(session, place));
    long count = words.count();
    words.end();
    Thing thing = new Thing("visit of " + place, target, null);
    repeat(session, thing, count, forward);
  }

  private static Outcome line(StepSession session, boolean forward) {
    if (!session.lines().known()) {
      throw new CommandException(
          "line: no debugging information; give --binary ELF, one built with -g");
    }
    Outcome outcome = session.moves().to(session.lines().otherLine(session.cursor()), forward);
    if (!forward && outcome == Outcome.FOUND) {
      // Back to where that line's instructions begin.
      SearchTarget other = session.lines().otherLine(session.cursor());
      if (session.moves().to(other, false) == Outcome.FOUND) {
        session.moves().stop(true);
      } else {
        session.cursor().toStart();
      }
    }
    return outcome;
  }

  /** As gdb's {@code step}, which has no nodes. */
  private static Outcome step(StepSession session, boolean forward) {
    if (session.lines().place(session.cursor()) != null) {
      return line(session, forward);
    }
    return session.moves().to(Targets.nodeStart(), forward);
  }

  /** As gdb's {@code next}. */
  private static Outcome lineOver(StepSession session, boolean forward) {
    if (session.lines().place(session.cursor()) == null) {
      return over(session, forward);
    }
    Outcome outcome = otherLineHere(session, forward);
    if (!forward && outcome == Outcome.FOUND) {
      // Back to where that line's instructions begin.
      if (otherLineHere(session, false) == Outcome.FOUND) {
        session.moves().over();
      } else if (session.moves().to(session.lines().otherLine(session.cursor()), false)
          == Outcome.FOUND) {
        session.moves().stop(true);
      }
    }
    return outcome;
  }

  /** To another line of this function, or of one that called it. */
  private static Outcome otherLineHere(StepSession session, boolean forward) {
    int depth = session.moves().depth();
    SearchTarget other = session.lines().otherLine(session.cursor());
    return session.moves().toAtDepth(other, forward, found -> found <= depth);
  }

  private static Outcome guestMark(StepSession session, boolean forward) {
    NavigableMap<Long, GuestMark> marks = session.map().marks();
    long here = session.cursor().clock();
    Map.Entry<Long, GuestMark> found = forward ? marks.higherEntry(here) : marks.lowerEntry(here);
    if (found == null) {
      return Outcome.NONE;
    }
    session.cursor().toMoment(found.getKey(), 0);
    GuestMark mark = found.getValue();
    session.print("mark " + mark.number() + ", value 0x" + Long.toHexString(mark.value()));
    return Outcome.FOUND;
  }

  private static Outcome over(StepSession session, boolean forward) {
    Moves moves = session.moves();
    return forward ? moves.over() : moves.overBack();
  }

  private static Outcome here(StepSession session, SearchTarget target, boolean forward) {
    int depth = session.moves().depth();
    return session.moves().toAtDepth(target, forward, other -> other == depth);
  }
}
