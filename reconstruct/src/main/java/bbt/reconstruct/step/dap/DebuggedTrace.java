package bbt.reconstruct.step.dap;

import bbt.packets.ExceptionKind;
import bbt.packets.bytes.Problem;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.cursor.CursorPosition;
import bbt.reconstruct.cursor.Outcome;
import bbt.reconstruct.cursor.SearchTarget;
import bbt.reconstruct.cursor.Targets;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.BinaryFiles;
import bbt.reconstruct.names.CodeAddress;
import bbt.reconstruct.step.FullState;
import bbt.reconstruct.step.StepSession;
import bbt.reconstruct.step.text.Breakpoint;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.Feedback;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.lsp4j.debug.StoppedEventArgumentsReason;
import org.jline.utils.AttributedString;

/** A trace that an editor has opened: where it stands, what was set, how it moves. */
final class DebuggedTrace implements AutoCloseable {
  /**
   * The distance to which another hart's next instruction is looked for, in instructions of all
   * harts.
   */
  private static final long OTHER_HARTS = 1_000_000;

  private static final Pattern HITS = Pattern.compile("%?\\s*(\\d{1,18})");

  private final LaunchArguments arguments;
  private final TraceMap map;
  private final FullState state;
  private final StepSession session;
  private final ExecutedLines executed;
  private final LineMoves lineMoves;
  private final FrameTable frames;
  private final SourceTable sources;

  /** The numbers of breakpoints, by what set them. */
  private final Map<String, List<Integer>> groups = new HashMap<>();

  /** The reason that a stop at a breakpoint has, by its number. */
  private final Map<Integer, String> reasons = new HashMap<>();

  /**
   * The reason why the trace stands where it does.
   *
   * @param reason as the protocol calls it
   * @param description for the user; null: the reason says all
   * @param hit the breakpoints that were hit
   */
  record Stop(String reason, String description, List<Breakpoint> hit) {
    static Stop of(String reason) {
      return new Stop(reason, null, List.of());
    }
  }

  /**
   * Opens a trace; the cursor stands where the arguments say.
   *
   * @param say takes lines for the user
   * @throws CommandException if that cannot be done
   */
  DebuggedTrace(
      LaunchArguments arguments, TraceOpener opener, Feedback feedback, Consumer<String> say) {
    this.arguments = arguments;
    long total = opener.instructions(arguments.trace());
    this.map =
        opener.open(
            arguments.trace(),
            new BinaryFiles(arguments.binaries(), arguments.debugFolders(), say),
            done -> feedback.progress(done, total));
    this.state = new FullState(arguments.trace(), arguments.files(), feedback);
    try {
      this.session =
          new StepSession(map, feedback, line -> say.accept(line.toString()))
              .with(state)
              .sourceFolders(arguments.sources());
      this.executed = new ExecutedLines(session);
      this.lineMoves = new LineMoves(session, executed);
      this.frames = new FrameTable(session);
      this.sources = new SourceTable(session);
      if (arguments.hart() >= map.harts()) {
        throw new CommandException(
            "hart " + arguments.hart() + ": the trace has harts 0 to " + (map.harts() - 1));
      }
      for (Problem problem : map.problems()) {
        say.accept(arguments.trace() + ": " + problem.line());
      }
      session.moves().confine(arguments.hart());
      toBeginning();
    } catch (IllegalArgumentException e) {
      close();
      throw new CommandException(arguments.trace() + ": " + e.getMessage());
    } catch (CommandException | CancellationException e) {
      close();
      throw e;
    }
  }

  private void toBeginning() {
    if (arguments.at() == null) {
      session.cursor().toStart();
      while (session.cursor().kind() == TraceCursor.Kind.GAP && session.cursor().next()) {
        // what was not recorded is no place to begin
      }
    } else {
      quietly(() -> session.begin(arguments.at()), line -> {});
    }
  }

  /** Does some work, whose output goes elsewhere. */
  private void quietly(Runnable work, Consumer<AttributedString> taker) {
    Consumer<AttributedString> usual = session.output();
    session.output(taker);
    try {
      work.run();
    } finally {
      session.output(usual);
    }
  }

  LaunchArguments arguments() {
    return arguments;
  }

  TraceMap map() {
    return map;
  }

  StepSession session() {
    return session;
  }

  ExecutedLines executed() {
    return executed;
  }

  FrameTable frames() {
    return frames;
  }

  SourceTable sources() {
    return sources;
  }

  // ---- moving

  /** Does a movement; one that is interrupted leaves the cursor where it stood. */
  Stop moving(Supplier<Stop> movement) {
    CursorPosition here = session.cursor().position();
    try {
      return movement.get();
    } catch (CancellationException e) {
      session.cursor().to(here);
      return Stop.of(StoppedEventArgumentsReason.PAUSE);
    } catch (CommandException e) {
      session.cursor().to(here);
      return new Stop(StoppedEventArgumentsReason.STEP, e.getMessage(), List.of());
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      session.cursor().to(here);
      return new Stop(
          StoppedEventArgumentsReason.STEP, DebugAdapter.error(e).getMessage(), List.of());
    } finally {
      session.frame(0);
      frames.forget();
    }
  }

  /** Runs to the next breakpoint in a direction, or the trace's end or start. */
  Stop run(boolean forward) {
    return ended(session.run(forward, null), forward);
  }

  private Stop ended(StepSession.RunEnd end, boolean forward) {
    if (end.written() != null) {
      return Stop.of(StoppedEventArgumentsReason.DATA_BREAKPOINT);
    }
    if (end.over()) {
      return atLimit(forward);
    }
    Breakpoint first = end.hit().getFirst();
    String reason = reasons.getOrDefault(first.number, StoppedEventArgumentsReason.BREAKPOINT);
    TraceCursor at = session.cursor();
    String description =
        reason.equals(StoppedEventArgumentsReason.EXCEPTION) && at.trap() != null
            ? map.guest().traps().title(at.trap().kind(), at.trap().cause())
            : null;
    return new Stop(reason, description, end.hit());
  }

  private Stop atLimit(boolean forward) {
    return new Stop(
        forward ? "end" : "start",
        forward
            ? "end of the trace" + (map.end() == null ? "" : ": " + map.end().told())
            : "start of the trace",
        List.of());
  }

  /** Makes a step; breakpoints on its way stop it. */
  Stop step(boolean forward, Supplier<Outcome> step) {
    CursorPosition here = session.cursor().position();
    Outcome outcome = step.get();
    if (outcome == Outcome.INTERRUPTED) {
      throw new CancellationException();
    }
    CursorPosition there = outcome == Outcome.FOUND ? session.cursor().position() : null;
    session.cursor().to(here);
    StepSession.RunEnd end = session.run(forward, there);
    return end.over() && there != null
        ? Stop.of(StoppedEventArgumentsReason.STEP)
        : ended(end, forward);
  }

  Stop over(boolean instruction) {
    return step(true, instruction ? session.moves()::over : lineMoves::over);
  }

  Stop into(boolean instruction) {
    return step(true, instruction ? () -> session.moves().stop(true) : lineMoves::into);
  }

  Stop back(boolean instruction) {
    return step(false, instruction ? session.moves()::overBack : lineMoves::back);
  }

  Stop out() {
    if (session.moves().depth() == 0) {
      throw new CommandException("no caller is known: this is the outermost frame");
    }
    return step(true, session.moves()::out);
  }

  /** Goes back to where a frame's function was entered, if the trace knows that. */
  Stop toEntry(FrameTable.Frame frame) {
    session.cursor().to(frame.position());
    if (session.moves().caller(frame.line().number()) != Outcome.FOUND) {
      throw new CommandException("the trace does not hold the call of this frame");
    }
    session.moves().stop(true);
    return Stop.of(StoppedEventArgumentsReason.STEP);
  }

  /** Goes to where the editor found the trace. */
  Stop again() {
    toBeginning();
    return Stop.of(StoppedEventArgumentsReason.ENTRY);
  }

  // ---- harts

  /**
   * Returns the stack of a hart where it stands: of another than the cursor's, where it goes on
   * next.
   *
   * @param hart one of the trace's
   */
  List<FrameTable.Frame> stack(int hart) {
    TraceCursor at = session.cursor();
    if (hart == at.hart()) {
      return frames.stack(hart);
    }
    CursorPosition here = at.position();
    try {
      return toHart(hart) ? frames.stack(hart) : List.of();
    } finally {
      at.to(here);
    }
  }

  /** Goes to where a hart goes on; returns false, and goes nowhere, if that is far away. */
  private boolean toHart(int hart) {
    TraceCursor at = session.cursor();
    if (hart == at.hart()) {
      return true;
    }
    CursorPosition here = at.position();
    at.toClock(Math.min(map.endClock(), at.clock() + OTHER_HARTS));
    CursorPosition limit = at.position();
    at.to(here);
    SearchTarget its = Targets.any().onHart(hart);
    return session.moves().to(List.of(session.moves().countdown(its, 1)), true, limit)
        == Outcome.FOUND;
  }

  /** Selects the hart of the next step: it begins where the hart goes on. */
  void select(int hart) {
    if (!toHart(hart)) {
      throw new CommandException(
          "hart " + hart + " executes nothing within " + OTHER_HARTS + " instructions");
    }
  }

  // ---- breakpoints

  /** The result of setting a breakpoint: one that is set, or why none is. */
  record Setting(Breakpoint set, String message) {}

  /** Deletes all breakpoints of an origin; others are set instead. */
  void clear(String group) {
    List<Integer> old = groups.getOrDefault(group, List.of());
    session.breakpoints().removeIf(each -> old.contains(each.number));
    old.forEach(reasons::remove);
    groups.put(group, new ArrayList<>());
  }

  private Setting add(
      String group, String reason, String text, SearchTarget target, String hitCondition) {
    long every = every(hitCondition);
    Breakpoint made = new Breakpoint(session.newBreakpointNumber(), text, target, every, false);
    return add(group, reason, made);
  }

  private Setting add(String group, String reason, Breakpoint made) {
    session.breakpoints().add(made);
    groups.get(group).add(made.number);
    reasons.put(made.number, reason);
    return new Setting(made, null);
  }

  private static long every(String hitCondition) {
    if (hitCondition == null || hitCondition.isBlank()) {
      return 1;
    }
    Matcher hits = HITS.matcher(hitCondition.strip());
    if (!hits.matches() || Long.parseLong(hits.group(1)) < 1) {
      throw new CommandException(
          "hit count \"" + hitCondition + "\": write a number N, for each N-th hit");
    }
    return Long.parseLong(hits.group(1));
  }

  /** Sets a breakpoint at a source line that was executed. */
  Setting atLine(String group, String path, int line, String hitCondition) {
    if (!session.lines().known()) {
      return new Setting(
          null,
          "no debugging information: name the program's ELF file, compiled with -g, in \"binaries\"");
    }
    String file = executed.file(path);
    if (file == null) {
      return new Setting(null, "no code of this file was executed in this trace");
    }
    NavigableSet<Integer> lines = executed.of(file);
    if (!lines.contains(line)) {
      Integer next = lines.higher(line);
      return new Setting(
          null,
          "line "
              + line
              + " was not executed in this trace; "
              + (next == null
                  ? "the last that was is " + lines.last()
                  : "the next that was is " + next));
    }
    return add(
        group,
        StoppedEventArgumentsReason.BREAKPOINT,
        path + ":" + line,
        Targets.code(map, executed.places(file, line)),
        hitCondition);
  }

  /** Sets a breakpoint at an instruction. */
  Setting atAddress(String group, long address, String hitCondition) {
    return add(
        group,
        StoppedEventArgumentsReason.INSTRUCTION_BREAKPOINT,
        "0x" + Long.toHexString(address),
        Targets.addresses(List.of(address)),
        hitCondition);
  }

  /** Sets a breakpoint at a function's body, or at what the command {@code break} takes. */
  Setting atFunction(String group, String name, String hitCondition) {
    List<CodeAddress> places = session.names().addresses(name);
    if (places.isEmpty()) {
      Breakpoint made = session.breakpoint(name);
      return add(group, StoppedEventArgumentsReason.FUNCTION_BREAKPOINT, made);
    }
    List<CodeAddress> bodies =
        places.stream()
            .map(each -> new CodeAddress(body(each), each.program(), each.pages()))
            .toList();
    return add(
        group,
        StoppedEventArgumentsReason.FUNCTION_BREAKPOINT,
        name,
        Targets.code(map, bodies),
        hitCondition);
  }

  private long body(CodeAddress place) {
    long body = executed.body(place.address());
    boolean samePage = (body & -4096L) == (place.address() & -4096L);
    return samePage || place.pages() == null ? body : place.address();
  }

  // ---- exceptions

  /**
   * A kind of traps to stop at.
   *
   * @param id in messages
   * @param title for the user
   */
  record Trap(String id, String title, SearchTarget target) {}

  /** The filters that any trace has. */
  static final List<Trap> KINDS =
      List.of(
          kinds("faults", "Faults", EnumSet.of(ExceptionKind.MMU, ExceptionKind.EXECUTION)),
          kinds("system-calls", "System calls", EnumSet.of(ExceptionKind.SYSTEM_CALL)),
          kinds("interrupts", "Interrupts", EnumSet.of(ExceptionKind.INTERRUPT)),
          kinds("firmware", "Calls of firmware", EnumSet.of(ExceptionKind.FIRMWARE)));

  private static Trap kinds(String id, String title, Set<ExceptionKind> kinds) {
    return new Trap(id, title, Targets.traps(cause -> true, kinds::contains));
  }

  /** Returns these filters, and one for each cause that occurs in this trace. */
  List<Trap> traps() {
    List<Trap> all = new ArrayList<>(KINDS);
    TrapCauses causes = map.guest().traps();
    map.segmentsOfCauses().keySet().stream()
        .sorted()
        .filter(causes::isNamed)
        .forEach(
            cause ->
                all.add(
                    new Trap(
                        "cause:" + cause,
                        causes.title(cause),
                        Targets.traps(
                            its -> its == cause, kind -> kind != ExceptionKind.FIRMWARE))));
    return all;
  }

  /** Stops at a kind of traps. */
  Setting atTrap(String group, String id) {
    for (Trap each : traps()) {
      if (each.id().equals(id)) {
        return add(group, StoppedEventArgumentsReason.EXCEPTION, each.title(), each.target(), null);
      }
    }
    return new Setting(null, "no filter \"" + id + "\", or no such trap in this trace");
  }

  // ---- the console

  /** Carries out a command of the stepper; returns what it says. */
  String command(String line) {
    StringBuilder said = new StringBuilder();
    quietly(
        () -> session.execute(line),
        text -> said.append(said.isEmpty() ? "" : "\n").append(text.toString()));
    return said.toString();
  }

  /** The hart that the cursor stands at. */
  int hart() {
    return session.cursor().hart();
  }

  @Override
  public void close() {
    try {
      state.close();
    } catch (IOException e) {
      // nobody needs it any more
    }
    map.close();
  }
}
