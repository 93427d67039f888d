package bbt.reconstruct.step.dap;

import bbt.ptg.dwarf.SourceFrame;
import bbt.ptg.dwarf.Variables;
import bbt.ptg.guest.RegisterFile;
import bbt.reconstruct.cursor.CursorPosition;
import bbt.reconstruct.cursor.StackLine;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.step.FrameRegisters;
import bbt.reconstruct.step.StateVerbs;
import bbt.reconstruct.step.StepSession;
import bbt.reconstruct.step.VariableVerbs;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.Operand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.lsp4j.debug.Scope;
import org.eclipse.lsp4j.debug.ScopePresentationHint;
import org.eclipse.lsp4j.debug.Variable;

/**
 * The frames and variables that an editor was told of since the last movement, by their numbers.
 * After a movement all numbers are others, so that an old one is noticed.
 */
final class FrameTable {
  /** Elements of an array, or global variables, that are shown unless more are asked for. */
  private static final int MOST = 1000;

  private static final Pattern ADDRESS = Pattern.compile("(0x[0-9a-f]+)( .*)?");
  private static final Pattern ARRAY = Pattern.compile("(.*?) ?\\[(\\d+)](.*)");

  private final StepSession session;
  private final Map<Integer, Frame> frames = new HashMap<>();
  private final Map<Integer, Group> groups = new HashMap<>();

  /** The stacks of each hart. */
  private final Map<Integer, List<Frame>> stacks = new HashMap<>();

  private int last;

  FrameTable(StepSession session) {
    this.session = session;
  }

  /** Forgets all frames: the cursor has moved. */
  void forget() {
    frames.clear();
    groups.clear();
    stacks.clear();
  }

  /**
   * A frame of a hart.
   *
   * @param position where the cursor stands for it
   * @param line of the stack
   * @param place in the source; null where none is known
   * @param inlined how many functions are inlined between it and the code itself
   * @param physical whether it is the function that was called: the outermost at its place
   */
  record Frame(
      int id,
      CursorPosition position,
      StackLine line,
      SourceFrame place,
      int inlined,
      boolean physical) {}

  /** Variables that an editor may ask for. */
  private record Group(Frame frame, Kind kind, String expression, String type) {}

  private enum Kind {
    ARGUMENTS,
    LOCALS,
    GLOBALS,
    REGISTERS,
    FLOATING,
    CONTROLS,
    POSITION,
    MEMBERS
  }

  /**
   * The stack of the hart that the cursor stands at, innermost first.
   *
   * @param hart the cursor's
   */
  List<Frame> stack(int hart) {
    List<Frame> known = stacks.get(hart);
    if (known != null) {
      return known;
    }
    TraceCursor at = session.cursor();
    List<Frame> all = new ArrayList<>();
    for (StackLine line : StackLine.of(at)) {
      List<SourceFrame> places =
          at.kind() == TraceCursor.Kind.GAP ? List.of() : session.lines().frames(at, line);
      if (places.isEmpty() || places.getFirst().line() == 0) {
        all.add(frame(at, line, null, 0, true));
        continue;
      }
      for (int i = 0; i < places.size(); i++) {
        all.add(frame(at, line, places.get(i), i, i == places.size() - 1));
      }
    }
    stacks.put(hart, all);
    return all;
  }

  private Frame frame(TraceCursor at, StackLine line, SourceFrame place, int in, boolean whole) {
    Frame made = new Frame(++last, at.position(), line, place, in, whole);
    frames.put(made.id(), made);
    return made;
  }

  /**
   * A frame by its number.
   *
   * @throws CommandException if the run has moved on since
   */
  Frame frame(int id) {
    Frame found = frames.get(id);
    if (found == null) {
      throw new CommandException("no frame " + id + ": the run has moved since");
    }
    return found;
  }

  /** Does some work while a frame is looked at. */
  <T> T in(Frame frame, Supplier<T> work) {
    CursorPosition here = session.cursor().position();
    int selected = session.frame();
    try {
      session.cursor().to(frame.position());
      session.frame(frame.line().number());
      return work.get();
    } finally {
      session.cursor().to(here);
      session.frame(selected);
    }
  }

  // ---- scopes

  Scope[] scopes(Frame frame) {
    List<Scope> scopes = new ArrayList<>();
    if (frame.place() != null) {
      scopes.add(scope(frame, Kind.LOCALS, "Locals", ScopePresentationHint.LOCALS, false));
      scopes.add(scope(frame, Kind.ARGUMENTS, "Arguments", ScopePresentationHint.ARGUMENTS, false));
      scopes.add(scope(frame, Kind.GLOBALS, "Globals", null, true));
    }
    scopes.add(scope(frame, Kind.REGISTERS, "Registers", ScopePresentationHint.REGISTERS, true));
    scopes.add(
        scope(
            frame,
            Kind.FLOATING,
            "Floating-point registers",
            ScopePresentationHint.REGISTERS,
            true));
    if (frame.line().number() == 0) {
      scopes.add(
          scope(frame, Kind.CONTROLS, "Control registers", ScopePresentationHint.REGISTERS, true));
    }
    scopes.add(scope(frame, Kind.POSITION, "Position in the run", null, false));
    return scopes.toArray(Scope[]::new);
  }

  private Scope scope(Frame frame, Kind kind, String name, String hint, boolean expensive) {
    Scope scope = new Scope();
    scope.setName(name);
    scope.setPresentationHint(hint);
    scope.setExpensive(expensive);
    scope.setVariablesReference(group(frame, kind, "", ""));
    return scope;
  }

  private int group(Frame frame, Kind kind, String expression, String type) {
    groups.put(++last, new Group(frame, kind, expression, type));
    return last;
  }

  // ---- variables

  /**
   * The variables of a scope, or the members of a variable.
   *
   * @param from the first of them, from 0 on
   * @param count how many at most; 0: all that are usual
   * @throws CommandException where they cannot be told, saying why
   */
  List<Variable> variables(int reference, int from, int count) {
    Group group = groups.get(reference);
    if (group == null) {
      throw new CommandException("no variables " + reference + ": the run has moved since");
    }
    return in(group.frame(), () -> variables(group, Math.max(0, from), count));
  }

  private List<Variable> variables(Group group, int from, int count) {
    return switch (group.kind()) {
      case LOCALS -> part(inScope(group.frame(), false), from, count);
      case ARGUMENTS -> part(inScope(group.frame(), true), from, count);
      case GLOBALS -> globals(group.frame(), from, count);
      case REGISTERS -> part(registers(group.frame()), from, count);
      case FLOATING -> part(floating(), from, count);
      case CONTROLS -> part(controls(), from, count);
      case POSITION -> part(position(group.frame()), from, count);
      case MEMBERS -> members(group, from, count);
    };
  }

  private static <T> List<T> part(List<T> all, int from, int count) {
    int start = Math.min(from, all.size());
    return all.subList(
        start, count <= 0 ? all.size() : (int) Math.min(all.size(), (long) start + count));
  }

  private List<Variable> inScope(Frame frame, boolean parameters) {
    List<Variables.Variable> all = VariableVerbs.inScope(session);
    String function = frame.place().function();
    Set<String> once = new HashSet<>();
    Set<String> twice = new HashSet<>();
    all.forEach(
        each -> {
          if (!once.add(each.name())) {
            twice.add(each.name());
          }
        });
    List<Variable> shown = new ArrayList<>();
    for (Variables.Variable each : all) {
      boolean its = function == null || each.function() == null || function.equals(each.function());
      if (its && each.parameter() == parameters) {
        // A name that is hidden by another one cannot be followed.
        shown.add(variable(frame, each, twice.contains(each.name()) ? "" : each.name()));
      }
    }
    return shown;
  }

  private Variable variable(Frame frame, Variables.Variable its, String expression) {
    Variable shown = variable(its.name(), its.value(), its.type());
    if (!expression.isEmpty()) {
      shown.setEvaluateName(expression);
      shown.setVariablesReference(parts(frame, expression, its));
    }
    return shown;
  }

  private static Variable variable(String name, String value, String type) {
    Variable shown = new Variable();
    shown.setName(name);
    shown.setValue(value);
    if (!type.isEmpty()) {
      shown.setType(type);
    }
    Matcher address = ADDRESS.matcher(value);
    if (type.endsWith("*") && address.matches()) {
      shown.setMemoryReference(address.group(1));
    }
    return shown;
  }

  /** The number under which an expression's parts can be asked for; 0: it has none. */
  int parts(Frame frame, String expression, Variables.Variable its) {
    if (its.value().startsWith("<")
        || its.value().startsWith("0x0 ")
        || its.value().equals("0x0")) {
      return 0;
    }
    boolean parts =
        ARRAY.matcher(its.type()).matches()
            || !VariableVerbs.members(session, expression).isEmpty();
    return parts ? group(frame, Kind.MEMBERS, expression, its.type()) : 0;
  }

  private List<Variable> members(Group group, int from, int count) {
    Matcher array = ARRAY.matcher(group.type());
    List<Variable> shown = new ArrayList<>();
    String base =
        group.expression().matches("[\\w.>\\[\\]-]+")
            ? group.expression()
            : "(" + group.expression() + ")";
    if (array.matches()) {
      long size = Long.parseLong(array.group(2));
      long end = Math.min(size, (long) from + (count > 0 ? count : MOST));
      for (long i = from; i < end; i++) {
        shown.add(child(group.frame(), "[" + i + "]", base + "[" + i + "]"));
      }
      if (count <= 0 && end < size) {
        shown.add(variable("...", (size - end) + " more", ""));
      }
      return shown;
    }
    String arrow = group.type().endsWith("*") ? "->" : ".";
    for (String name : part(VariableVerbs.members(session, group.expression()), from, count)) {
      shown.add(child(group.frame(), name, base + arrow + name));
    }
    return shown;
  }

  private Variable child(Frame frame, String name, String expression) {
    Variables.Variable its = VariableVerbs.value(session, expression);
    if (its == null) {
      return variable(name, "<not available>", "");
    }
    Variable shown = variable(frame, its, expression);
    shown.setName(name);
    return shown;
  }

  private List<Variable> globals(Frame frame, int from, int count) {
    int wanted = count > 0 ? count : MOST;
    List<String> names =
        VariableVerbs.globals(
            session, "", (int) Math.min(Integer.MAX_VALUE, (long) from + wanted + 1));
    List<Variable> shown = new ArrayList<>();
    for (String name : part(names, from, wanted)) {
      Variables.Variable its = VariableVerbs.value(session, name);
      if (its != null) {
        shown.add(variable(frame, its, name));
      }
    }
    if (count <= 0 && names.size() > from + wanted) {
      shown.add(variable("...", "more; evaluate a name", ""));
    }
    return shown;
  }

  // ---- registers

  private Variable register(String name, long value) {
    TraceCursor at = session.cursor();
    String label = session.names().near(at.addressSpace(), value, at.clock());
    Variable shown =
        variable(
            name, "0x" + Long.toHexString(value) + (label == null ? "" : " <" + label + ">"), "");
    shown.setEvaluateName("$" + name);
    shown.setMemoryReference("0x" + Long.toHexString(value));
    return shown;
  }

  private List<Variable> registers(Frame frame) {
    FrameRegisters all = FrameRegisters.of(session);
    RegisterFile file = session.map().guest().registers().general();
    List<Variable> shown = new ArrayList<>();
    shown.add(register("pc", frame.line().pc()));
    for (int i = 0; i < file.size(); i++) {
      shown.add(register(file.name(i), all.general()[i]));
    }
    return shown;
  }

  private List<Variable> floating() {
    FrameRegisters all = FrameRegisters.of(session);
    RegisterFile file = session.map().guest().registers().floating();
    List<Variable> shown = new ArrayList<>();
    for (int i = 0; i < file.size(); i++) {
      long bits = all.floating()[i];
      shown.add(
          variable(
              file.name(i),
              String.format(Locale.ROOT, "0x%016x %s", bits, Double.longBitsToDouble(bits)),
              ""));
    }
    return shown;
  }

  private List<Variable> controls() {
    TraceCursor at = session.cursor();
    return session
        .state()
        .read(
            at,
            state -> {
              List<Variable> shown = new ArrayList<>();
              for (String name : state.guest().registers().stepperControls()) {
                OptionalLong value = state.control(at.hart(), name);
                if (value.isPresent()) {
                  shown.add(variable(name, "0x" + Long.toHexString(value.getAsLong()), ""));
                }
              }
              return shown;
            });
  }

  /** The cursor's place in the run. It needs the trace alone, not the run executed again. */
  private List<Variable> position(Frame frame) {
    TraceCursor at = session.cursor();
    List<Variable> shown = new ArrayList<>();
    shown.add(variable("instruction", Long.toString(at.clock()), ""));
    shown.add(variable("of", Long.toString(session.map().endClock()), ""));
    shown.add(
        variable(
            "guest time",
            session.map().time().known()
                ? String.format(Locale.ROOT, "%.9f s", session.map().time().seconds(at.clock()))
                : "unknown",
            ""));
    if (at.taskName() != null) {
      shown.add(variable("task", at.taskName().toString(), ""));
    }
    shown.add(variable("mode", session.map().guest().mode(frame.line().privilege()).name(), ""));
    shown.add(variable("stop", session.stopText().line(at).toString(), ""));
    if (frame.line().entered() != null) {
      shown.add(variable("entered at", Long.toString(frame.line().entered().clock()), ""));
    }
    return shown;
  }

  /** The value of an expression in a frame, as an editor shows it. */
  Variable evaluate(Frame frame, String expression) {
    return in(
        frame,
        () -> {
          boolean register = Operand.of(expression).isRegister(session.map().guest());
          Variables.Variable its = register ? null : VariableVerbs.value(session, expression);
          if (its != null) {
            return variable(frame, its, expression);
          }
          if (!register) {
            VariableVerbs.mustBeAddress(session, expression);
          }
          return register(expression, StateVerbs.value(session, expression));
        });
  }
}
