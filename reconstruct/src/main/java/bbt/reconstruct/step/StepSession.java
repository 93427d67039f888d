package bbt.reconstruct.step;

import bbt.packets.bytes.Problem;
import bbt.ptg.dwarf.SourceFrame;
import bbt.reconstruct.cursor.Countdown;
import bbt.reconstruct.cursor.CursorPosition;
import bbt.reconstruct.cursor.Moves;
import bbt.reconstruct.cursor.Outcome;
import bbt.reconstruct.cursor.PlaceNames;
import bbt.reconstruct.cursor.SearchTarget;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.replay.state.Access;
import bbt.reconstruct.stack.CallFrame;
import bbt.reconstruct.step.text.Breakpoint;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.CommandWords;
import bbt.reconstruct.step.text.Feedback;
import bbt.reconstruct.step.text.Numbers;
import bbt.reconstruct.step.text.Paint;
import bbt.reconstruct.step.text.SourceLines;
import bbt.reconstruct.step.text.StopText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jline.utils.AttributedString;

/** The session of a stepper: a cursor, what the user set, and how to carry out commands. */
public final class StepSession {
  /** Reads the trace again as it is now. */
  @FunctionalInterface
  public interface Reopening {
    /** The map of the trace as it is now. */
    TraceMap reopen() throws IOException;
  }

  // All of the trace; others when it was read again.
  private TraceMap map;
  private TraceCursor cursor;
  private Moves moves;
  private PlaceNames names;
  private StopText stopText;
  private SourceLines lines;
  private List<Path> sources = List.of();

  private final Feedback feedback;

  /** Null where the trace is read once. */
  private Reopening reopening;

  private Consumer<AttributedString> output;

  private final List<Breakpoint> breakpoints = new ArrayList<>();
  private int nextBreakpoint = 1;
  private final NavigableMap<String, CursorPosition> marks = new TreeMap<>();

  /** Frame of the call stack that looks refer to, 0 = innermost. */
  private int frame;

  /** Registers at calls that were looked at: they never change. */
  private final Map<CallFrame, FrameRegisters> callersRegisters = new HashMap<>();

  /** Null where nobody opened it: then there are no registers. */
  private FullState state;

  private final List<StateVerbs.Watch> watches = new ArrayList<>();

  private String shownContext = "";

  /** The source line shown last. */
  private String shownLine = "";

  private boolean over;

  /** The last command that Enter repeats. */
  private String repeat = "";

  /** The text that {@code /} and {@code ?} looked for last, and what that is in the trace. */
  private String lastSearch = "";

  private SearchTarget lastFound;

  /**
   * Creates a session whose cursor is at the trace's first stop.
   *
   * @param output takes each line
   */
  public StepSession(TraceMap map, Feedback feedback, Consumer<AttributedString> output) {
    this.feedback = feedback;
    this.output = output;
    stepThrough(map);
  }

  private void stepThrough(TraceMap its) {
    map = its;
    cursor = new TraceCursor(its);
    names = new PlaceNames(its.symbols());
    stopText = new StopText(names);
    lines = new SourceLines(its.symbols(), sources);
    moves =
        new Moves(
            cursor,
            feedback::interrupted,
            clock -> feedback.progress(clock, Math.max(1, its.endClock())));
  }

  /** The trace may grow: this reads it again. */
  public StepSession reopening(Reopening how) {
    reopening = how;
    return this;
  }

  /**
   * Reads the trace again, as it is now. The cursor stays, and so does all that the user has set.
   *
   * @throws CommandException if it cannot be read
   */
  void reopen() {
    if (reopening == null) {
      throw new CommandException("the trace cannot be read again here");
    }
    TraceMap old = map;
    long clock = cursor.clock();
    int traps = cursor.trapsHere();
    try {
      stepThrough(reopening.reopen());
      if (state != null) {
        state.forget();
      }
    } catch (IOException e) {
      throw new CommandException("the trace cannot be read again: " + e.getMessage());
    }
    old.close();
    cursor.toMoment(Math.min(clock, map.endClock()), traps);
    breakpoints.replaceAll(each -> BreakVerbs.again(this, each));
    lastFound = null;
  }

  /** Registers and memory come from there. */
  public StepSession with(FullState machine) {
    state = machine;
    return this;
  }

  /** Source files are looked for in these folders, too. */
  public StepSession sourceFolders(List<Path> folders) {
    sources = folders;
    lines = new SourceLines(map.symbols(), folders);
    return this;
  }

  public SourceLines lines() {
    return lines;
  }

  /** Registers and memory where the cursor stands. */
  public FullState state() {
    if (state == null) {
      throw new CommandException("registers and memory are not available here");
    }
    return state;
  }

  Map<CallFrame, FrameRegisters> callersRegisters() {
    return callersRegisters;
  }

  List<StateVerbs.Watch> watches() {
    return watches;
  }

  /** Long work in this session asks and tells there. */
  public Feedback feedback() {
    return feedback;
  }

  /** The problems of the trace. */
  public List<Problem> problems() {
    return map.problems();
  }

  /** Says what is there, before the first prompt. */
  public void greet() {
    print(
        map.file().getFileName()
            + ": "
            + Numbers.grouped(map.endClock())
            + " instructions; help lists the commands, view is the full screen, q leaves");
  }

  // ---- what verbs use

  public TraceMap map() {
    return map;
  }

  public TraceCursor cursor() {
    return cursor;
  }

  /** The movements of its cursor. */
  public Moves moves() {
    return moves;
  }

  public PlaceNames names() {
    return names;
  }

  public StopText stopText() {
    return stopText;
  }

  /** All breakpoints, enabled or not, in the order in which they were set; may be changed. */
  public List<Breakpoint> breakpoints() {
    return breakpoints;
  }

  /** The number of the next breakpoint, from 1 on; no two have one number. */
  public int newBreakpointNumber() {
    return nextBreakpoint++;
  }

  public NavigableMap<String, CursorPosition> marks() {
    return marks;
  }

  public int frame() {
    return frame;
  }

  public void frame(int number) {
    frame = number;
  }

  String lastSearch() {
    return lastSearch;
  }

  /** Returns the target of a text, which becomes the last one looked for: asked once for each. */
  SearchTarget searched(String text, Supplier<SearchTarget> found) {
    if (!text.equals(lastSearch) || lastFound == null) {
      lastFound = found.get();
      lastSearch = text;
    }
    return lastFound;
  }

  /** The user wants to leave. */
  void quit() {
    over = true;
  }

  public boolean isOver() {
    return over;
  }

  /** Where lines go, from now on. */
  public void output(Consumer<AttributedString> taker) {
    output = taker;
  }

  /** The consumer of lines. */
  public Consumer<AttributedString> output() {
    return output;
  }

  public void print(String line) {
    output.accept(new AttributedString(line));
  }

  public void print(AttributedString line) {
    output.accept(line);
  }

  /** Shows where the cursor stands. */
  void showStop() {
    String context = stopText.context(cursor, map.harts());
    String switched = stopText.switched(cursor);
    if (!context.equals(shownContext) || !switched.isEmpty()) {
      shownContext = context;
      print(new AttributedString("-- " + context + switched, Paint.DIM));
    }
    print(stopText.line(cursor));
    SourceFrame place = lines.place(cursor);
    if (place != null && !shownLine.equals(place.toString())) {
      print(lines.described(place));
    }
    shownLine = place == null ? "" : place.toString();
  }

  /** Shows who executes there even if that has not changed. */
  public void showAll() {
    shownContext = "";
    shownLine = "";
    showStop();
  }

  /**
   * Moves, and shows where to.
   *
   * @param what is not there in that direction, if it is not
   */
  void moved(Outcome outcome, String what, boolean forward) {
    feedback.finished();
    switch (outcome) {
      case FOUND -> {
        frame = 0;
        showStop();
      }
      case NONE ->
          throw new CommandException(
              "no " + what + (forward ? " from here on" : " before this" + before()));
      case INTERRUPTED -> throw new CancellationException();
    }
  }

  /** Says of what is not there that the trace was not looked through from its beginning. */
  String before() {
    return map.startClock() == 0
        ? ""
        : "; what lies before instruction "
            + Numbers.grouped(map.startClock())
            + " was not indexed (--lead all)";
  }

  /** A write to watched memory: where, of what, to what is watched. */
  private record Write(CursorPosition at, Access access, StateVerbs.Watch watch) {}

  /**
   * The reason why a run ended.
   *
   * @param hit the breakpoints that stopped it; may be empty
   * @param written the write to watched memory that stopped it, or null
   * @param over whether it came to its limit: nothing stopped it before
   */
  public record RunEnd(List<Breakpoint> hit, Access written, boolean over) {}

  /**
   * Runs to the nearest hit of a breakpoint or write to watched memory; to the trace's end (or
   * start) if there is none.
   */
  void run(boolean forward) {
    RunEnd end = run(forward, null);
    if (end.written() != null) {
      return;
    }
    if (end.over()) {
      print("no breakpoint is hit" + (forward ? " from there on" : " before that"));
    }
    showStop();
  }

  /**
   * Runs to the next breakpoint or watched write, at most to a limit, and silently but for what
   * stopped it.
   *
   * @param limit the last stop to come to, and writes to watched memory do not count; null: the
   *     trace's end (or start)
   * @throws CancellationException if the user interrupts it; the cursor may stand anywhere
   */
  public RunEnd run(boolean forward, CursorPosition limit) {
    Write write = watches.isEmpty() || limit != null ? null : nearestWrite(forward);
    Map<Breakpoint, Countdown> counts = new LinkedHashMap<>();
    for (Breakpoint each : breakpoints) {
      if (each.enabled) {
        counts.put(each, moves.countdown(each.target, each.every - each.hits % each.every));
      }
    }
    Outcome outcome =
        moves.to(List.copyOf(counts.values()), forward, write == null ? limit : write.at());
    if (outcome == Outcome.INTERRUPTED) {
      throw new CancellationException();
    }
    feedback.finished();
    frame = 0;
    List<Breakpoint> hit = new ArrayList<>();
    counts.forEach((each, counted) -> count(each, counted, hit));
    if (write != null && (outcome != Outcome.FOUND || cursor.position().equals(write.at()))) {
      StateVerbs.show(this, write.access(), write.watch());
      return new RunEnd(hit, write.access(), false);
    }
    if (outcome == Outcome.FOUND) {
      return new RunEnd(hit, null, false);
    }
    if (limit != null) {
      cursor.to(limit);
    } else if (forward) {
      cursor.toEnd();
    } else {
      cursor.toStart();
    }
    return new RunEnd(hit, null, true);
  }

  /** The nearest write to watched memory, or null; the cursor stays. */
  private Write nearestWrite(boolean forward) {
    CursorPosition here = cursor.position();
    Access first = null;
    StateVerbs.Watch its = null;
    for (StateVerbs.Watch each : watches) {
      Access access =
          (forward
                  ? state().next(cursor, Access.Kind.WRITE, each.pieces())
                  : state().last(cursor, Access.Kind.WRITE, each.pieces()))
              .orElse(null);
      if (access != null
          && (first == null || access.position().compareTo(first.position()) < 0 == forward)) {
        first = access;
        its = each;
      }
    }
    if (first == null) {
      return null;
    }
    cursor.toMoment(first.position().clock(), first.position().traps());
    Write write = new Write(cursor.position(), first, its);
    cursor.to(here);
    return write;
  }

  /** Adds up a breakpoint's hits; says so if it stops. */
  private void count(Breakpoint each, Countdown counted, List<Breakpoint> hit) {
    each.hits += counted.met();
    if (counted.isOver()) {
      hit.add(each);
      print(
          new AttributedString(
              "breakpoint " + each.number + ", " + each.text + ", hit " + each.hits, Paint.BOLD));
      if (each.temporary) {
        breakpoints.remove(each);
      }
    }
  }

  /**
   * A breakpoint by the words that the command {@code break} takes; it is not set.
   *
   * @throws CommandException if they mean no place in this trace
   */
  public Breakpoint breakpoint(String words) {
    return BreakVerbs.parse(this, new CommandWords("break", words), false, newBreakpointNumber());
  }

  // ---- commands

  /**
   * Goes to where {@code --at} says, and shows it.
   *
   * @throws CommandException if there is no such place
   */
  public void begin(String at) {
    CursorPosition here = cursor.position();
    try {
      PlaceVerbs.go(this, "--at", at);
    } catch (CancellationException e) {
      interrupted(here);
      throw new CommandException("--at " + at + ": interrupted");
    }
  }

  /**
   * Carries out a command line; an empty one repeats the last movement.
   *
   * @throws CommandException if it cannot be carried out, or was interrupted: then the cursor
   *     stands where it stood
   */
  public void execute(String line) {
    String command = line.strip();
    if (command.startsWith("#")) {
      return;
    }
    if (command.isEmpty()) {
      command = repeat;
      if (command.isEmpty()) {
        return;
      }
    }
    int end = 0;
    if (command.startsWith("/") || command.startsWith("?")) {
      end = 1;
    } else {
      while (end < command.length() && !Character.isWhitespace(command.charAt(end))) {
        end++;
      }
    }
    String typed = command.substring(0, end);
    String rest = command.substring(end);
    int format = typed.indexOf('/');
    if (format > 0) {
      // x/8gx: the format belongs to the words.
      rest = typed.substring(format) + rest;
      typed = typed.substring(0, format);
    }
    Verb verb = Verbs.find(typed);
    repeat = verb.repeats() ? command : "";
    CursorPosition here = cursor.position();
    try {
      verb.action().run(this, new CommandWords(typed, rest));
    } catch (CancellationException e) {
      interrupted(here);
      throw new CommandException(
          "interrupted; still at ["
              + Numbers.grouped(cursor.clock())
              + "], where "
              + verb.name()
              + " began");
    }
  }

  /** A command was interrupted: the cursor is where it began. */
  private void interrupted(CursorPosition began) {
    cursor.to(began);
    feedback.finished();
  }
}
