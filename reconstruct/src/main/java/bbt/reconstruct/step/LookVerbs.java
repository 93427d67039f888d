package bbt.reconstruct.step;

import bbt.packets.bytes.Problem;
import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.basics.NumberText;
import bbt.reconstruct.cursor.CursorPosition;
import bbt.reconstruct.cursor.Outcome;
import bbt.reconstruct.cursor.SearchTarget;
import bbt.reconstruct.cursor.Targets;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.stack.CallFrame;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.CommandWords;
import bbt.reconstruct.step.text.Numbers;
import bbt.reconstruct.step.text.StopText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jline.utils.AttributedString;

/** Implements the verbs that look around without moving, and search by text. */
public final class LookVerbs {
  /** The name of what stands behind a function's start. */
  private static final String WITHIN = ".*\\+0x[0-9a-f]+";

  private static final String GROUP = "Looking and searching";

  /** Lines of a listing on both sides of the place. */
  private static final int AROUND = 8;

  static final List<Verb> ALL =
      List.of(
          new Verb(
              List.of("bt", "backtrace", "stack"),
              GROUP,
              "[DEPTH]",
              "the call stack: who called, from where (the call itself; gdb names where it returns to), when",
              List.of("bt", "bt 5"),
              false,
              Verb.Expects.COUNT,
              LookVerbs::stack),
          new Verb(
              List.of("frame", "f"),
              GROUP,
              "[NUMBER]",
              "look at a frame of the call stack",
              List.of("frame 2 | then list shows its call site"),
              false,
              Verb.Expects.COUNT,
              (s, w) -> frame(s, w.hasNext() ? (int) Numbers.count(w.take("")) : s.frame())),
          new Verb(
              List.of("up"),
              GROUP,
              "[COUNT]",
              "look at the caller's frame",
              List.of("up"),
              true,
              Verb.Expects.COUNT,
              (s, w) -> frame(s, (int) Math.min(1 << 20, s.frame() + w.count()))),
          new Verb(
              List.of("down"),
              GROUP,
              "[COUNT]",
              "look at the callee's frame",
              List.of("down"),
              true,
              Verb.Expects.COUNT,
              (s, w) -> frame(s, (int) Math.max(0, s.frame() - w.count()))),
          new Verb(
              List.of("l", "list", "dis", "disassemble"),
              GROUP,
              "[all] [ADDRESS|SYMBOL]",
              "the code here, with the path that this call took:"
                  + " | executed before, : executed later, and each branch's way",
              List.of("l", "l all | the whole function", "l memset"),
              false,
              Verb.Expects.SYMBOL,
              LookVerbs::list),
          new Verb(
              List.of("src", "source"),
              GROUP,
              "[LINES]",
              "the source around this place, and the calls that were inlined there",
              List.of("src", "src 40"),
              false,
              Verb.Expects.COUNT,
              LookVerbs::source),
          new Verb(
              List.of("history", "hist"),
              GROUP,
              "[COUNT]",
              "the last nodes before this place",
              List.of("history 20"),
              false,
              Verb.Expects.COUNT,
              LookVerbs::history),
          new Verb(
              List.of("/"),
              GROUP,
              "REGEX",
              "to the next instruction whose text or function matches; alone: again",
              List.of("/fence", "/^mutex_"),
              true,
              Verb.Expects.NOTHING,
              (s, w) -> search(s, w, true)),
          new Verb(
              List.of("?"),
              GROUP,
              "REGEX",
              "the same backwards",
              List.of("?fence"),
              true,
              Verb.Expects.NOTHING,
              (s, w) -> search(s, w, false)),
          new Verb(
              List.of("symbols", "sym"),
              GROUP,
              "REGEX",
              "names that match, with their addresses",
              List.of("symbols ^sys_"),
              false,
              Verb.Expects.SYMBOL,
              LookVerbs::symbols),
          new Verb(
              List.of("info", "i"),
              GROUP,
              "trace | harts | tasks | breakpoints | marks | problems | registers | locals",
              "facts about the trace and this session",
              List.of("info trace", "info tasks"),
              false,
              Verb.Expects.TOPIC,
              LookVerbs::info));

  public static final List<String> TOPICS =
      List.of("trace", "harts", "tasks", "breakpoints", "marks", "problems", "registers", "locals");

  private LookVerbs() {}

  private static void stack(StepSession session, CommandWords words) {
    long limit = words.hasNext() ? words.count() : Long.MAX_VALUE;
    words.end();
    List<AttributedString> lines = StackText.lines(session, session.frame());
    for (int i = 0; i < lines.size() && i < limit; i++) {
      session.print(lines.get(i));
    }
    if (limit < lines.size()) {
      session.print("(" + (lines.size() - limit) + " more)");
    }
  }

  private static void frame(StepSession session, int number) {
    List<CallFrame> frames = session.cursor().stack();
    if (number > frames.size()) {
      throw new CommandException("no frame " + number + ": the outermost is " + frames.size());
    }
    session.frame(number);
    session.print(StackText.line(session, number));
  }

  /** Address that a look refers to: the pc, or the call site of the selected frame. */
  public static long address(StepSession session) {
    return session.frame() == 0
        ? session.cursor().pc()
        : session.cursor().stack().get(session.frame() - 1).site();
  }

  private static void list(StepSession session, CommandWords words) {
    boolean all = words.takeIf("all");
    long pc =
        words.hasNext()
            ? Locations.first(session, Locations.take(session, words, "where"))
            : address(session);
    words.end();
    List<Listing.Line> lines = Listing.around(session, pc);
    int here = 0;
    while (here + 1 < lines.size() && lines.get(here).address() < pc) {
      here++;
    }
    int from = all ? 0 : Math.max(0, here - AROUND);
    int to = all ? lines.size() : Math.min(lines.size(), here + AROUND + 1);
    for (Listing.Line line : lines.subList(from, to)) {
      session.print(line.text());
    }
    if (lines.isEmpty()) {
      session.print("no code is known there: it was never executed");
    }
  }

  private static void source(StepSession session, CommandWords words) {
    int rows = words.hasNext() ? (int) Math.min(10_000, words.count()) : 2 * AROUND;
    words.end();
    List<SourceFrame> frames = session.lines().frames(session.cursor());
    SourceFrame place = session.lines().place(session.cursor());
    if (place == null) {
      throw new CommandException(
          session.lines().known()
              ? "src: no source line is known for this instruction"
              : "src: no debugging information; give --binary ELF, one built with -g");
    }
    for (int i = 0; i < frames.size(); i++) {
      SourceFrame each = frames.get(i);
      session.print((i == 0 ? "" : "  inlined into ") + each.function() + " at " + each.brief());
    }
    List<AttributedString> lines = session.lines().around(place, rows);
    lines.forEach(session::print);
    if (lines.isEmpty()) {
      session.print(
          "("
              + place.file()
              + " is not found here, or not read from there; give --source-path FOLDER)");
    }
  }

  /** The last nodes before the cursor, oldest first, at most so many. */
  static List<AttributedString> before(StepSession session, long count) {
    return before(session, count, session.stopText()::line);
  }

  /** The last nodes before the cursor as short lines, oldest first. */
  public static List<AttributedString> brieflyBefore(StepSession session, long count) {
    return before(session, count, session.stopText()::brief);
  }

  private static List<AttributedString> before(
      StepSession session, long count, Function<TraceCursor, AttributedString> text) {
    TraceCursor cursor = session.cursor();
    CursorPosition here = cursor.position();
    List<AttributedString> lines = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      if (session.moves().to(Targets.nodeStart(), false) != Outcome.FOUND) {
        break;
      }
      lines.add(text.apply(cursor));
    }
    cursor.to(here);
    Collections.reverse(lines);
    return lines;
  }

  private static void history(StepSession session, CommandWords words) {
    long count = words.hasNext() ? words.count() : 10;
    words.end();
    before(session, count).forEach(session::print);
    session.print(session.stopText().line(session.cursor()));
  }

  private static void search(StepSession session, CommandWords words, boolean forward) {
    String text = words.text();
    if (text.endsWith("/") && text.length() > 1) {
      text = text.substring(0, text.length() - 1);
    }
    if (text.isEmpty()) {
      text = session.lastSearch();
    }
    if (text.isEmpty()) {
      throw new CommandException(words.verb() + ": what to search for is missing");
    }
    String wanted = text;
    SearchTarget target =
        session.searched(wanted, () -> Targets.rare(matcher(session, pattern(wanted))));
    session.moved(session.moves().to(target, forward), "match of " + text, forward);
  }

  /** Whether an instruction's text matches, or the name of the function that begins there. */
  private static Targets.InstructionTest matcher(StepSession session, Pattern pattern) {
    Map<Integer, Boolean> known = new HashMap<>();
    boolean[] named = new boolean[1];
    return (pc, bits, page) -> {
      // Most instructions say the same wherever they stand.
      Boolean matches = known.get(bits);
      if (matches == null) {
        named[0] = false;
        LongFunction<String> names =
            target -> {
              named[0] = true;
              return session.names().reference(pc, page, target);
            };
        matches = pattern.matcher(StopText.text(session.map().guest(), pc, bits, names)).find();
        if (!named[0]) {
          known.put(bits, matches);
        }
      }
      if (matches) {
        return true;
      }
      // A function matches where it is entered, not at each of its instructions.
      String name = session.names().reference(pc, page, pc);
      return name != null && !name.matches(WITHIN) && pattern.matcher(name).find();
    };
  }

  private static Pattern pattern(String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new CommandException(
          "\"" + text + "\" is no regular expression: " + e.getDescription());
    }
  }

  private static void symbols(StepSession session, CommandWords words) {
    List<TraceSymbols.Function> found =
        session.names().matching(pattern(words.take("a regular expression")));
    words.end();
    for (TraceSymbols.Function f : found.stream().limit(50).toList()) {
      session.print(StopText.address(f.address()) + "  " + f.name() + "  (" + f.image() + ")");
    }
    if (found.size() > 50) {
      session.print("(" + (found.size() - 50) + " more)");
    } else if (found.isEmpty()) {
      session.print("no symbol matches");
    }
  }

  private static void info(StepSession session, CommandWords words) {
    String topic = words.hasNext() ? words.take("") : "trace";
    words.end();
    List<String> meant = TOPICS.stream().filter(t -> t.startsWith(topic)).toList();
    switch (meant.isEmpty() ? topic : meant.getFirst()) {
      case "trace" -> trace(session);
      case "harts" ->
          session.print(
              harts(session)
                  + (session.moves().confined() < 0
                      ? ""
                      : "; stepping on hart " + session.moves().confined() + " alone"));
      case "tasks" -> tasks(session);
      case "breakpoints" -> BreakVerbs.list(session);
      case "marks" -> session.execute("marks");
      case "problems" -> problems(session);
      case "registers" -> session.execute("regs");
      case "locals" -> session.execute("locals");
      default ->
          throw new CommandException(
              "info: no topic \"" + topic + "\"; there are " + String.join(", ", TOPICS));
    }
  }

  private static String harts(StepSession session) {
    int harts = session.map().harts();
    return harts + (harts == 1 ? " hart" : " harts");
  }

  private static void trace(StepSession session) {
    session.print(session.map().file().toString());
    session.print(
        String.format(
            Locale.ROOT,
            "%,d instructions, %s, guest time %s, content hash %016x",
            session.map().endClock(),
            harts(session),
            NumberText.seconds(session.map().time().seconds(session.map().endClock())),
            session.map().contentHash()));
    session.print(
        session.map().end() == null
            ? "the trace was cut: it has no end record"
            : "ended: " + session.map().end().told());
    for (Map.Entry<String, String> fact : session.map().header().printable().entrySet()) {
      session.print("  " + fact.getKey() + " = " + fact.getValue());
    }
    problems(session);
  }

  private static void problems(StepSession session) {
    List<Problem> problems = session.map().problems();
    if (problems.isEmpty()) {
      session.print("nothing in it is damaged or missing");
    }
    for (Problem problem : problems) {
      session.print(problem.line());
    }
  }

  private static void tasks(StepSession session) {
    List<String> names = List.copyOf(session.map().tasks().all());
    if (names.isEmpty()) {
      session.print("the trace names no tasks");
    } else {
      session.print(String.join("  ", names));
    }
  }
}
