package bbt.reconstruct.step;

import bbt.ptg.dwarf.MachineView;
import bbt.ptg.dwarf.Variables.Variable;
import bbt.ptg.dwarf.unit.DwarfException;
import bbt.reconstruct.cursor.StackLine;
import bbt.reconstruct.cursor.TraceCursor;
import bbt.reconstruct.names.CodeNames;
import bbt.reconstruct.names.Sources;
import bbt.reconstruct.replay.state.MachineState;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.CommandWords;
import bbt.reconstruct.step.text.Numbers;
import bbt.reconstruct.step.text.Operand;
import bbt.reconstruct.step.text.Paint;
import java.util.List;
import org.jline.utils.AttributedString;

/**
 * Implements the verbs that show variables of the program, by its debugging information, in the run
 * executed again.
 */
public final class VariableVerbs {
  static final List<Verb> ALL =
      List.of(
          new Verb(
              List.of("locals"),
              StateVerbs.GROUP,
              "",
              "the variables and parameters of the selected frame (--binary ELF, with -g)",
              List.of("locals", "up | and then locals: the caller's"),
              false,
              Verb.Expects.NOTHING,
              VariableVerbs::locals));

  private VariableVerbs() {}

  /**
   * Returns all variables in scope in the selected frame, innermost function first.
   *
   * @throws CommandException where that cannot be told, saying why
   */
  public static List<Variable> inScope(StepSession session) {
    return ask(session, (sources, pc, view) -> sources.variables().at(pc, sources.bias(), view));
  }

  /**
   * Returns the value of an expression in the selected frame.
   *
   * @return null where the program has none of that name here, or no debugging information
   * @throws CommandException where that cannot be told, saying why
   */
  public static Variable value(StepSession session, String expression) {
    if (!session.lines().known() || sources(session) == null) {
      return null;
    }
    return ask(
        session,
        (sources, pc, view) -> sources.variables().value(expression, pc, sources.bias(), view));
  }

  /** Prints all that is in scope. */
  static void locals(StepSession session, CommandWords words) {
    words.end();
    List<Variable> all = inScope(session);
    if (all.isEmpty()) {
      throw new CommandException("no variables here: the debugging information names none");
    }
    String function = "";
    for (Variable each : all) {
      if (!function.equals(each.function())) {
        function = each.function();
        String where = session.frame() == 0 ? "" : ", frame " + session.frame() + " at its call";
        session.print(new AttributedString("-- " + function + where, Paint.DIM));
      }
      session.print(text(each));
    }
  }

  /** A variable as the user wrote it, or null where the program has none of that name here. */
  static String find(StepSession session, String path) {
    Variable found = value(session, path);
    return found == null ? null : text(found);
  }

  /** Says what is missing where a word is neither a variable nor a symbol or address. */
  public static void mustBeAddress(StepSession session, String word) {
    String name = Operand.of(word).base();
    if (!name.matches("[A-Za-z_][\\w.>\\[\\]-]*")
        || CodeNames.address(name) != null
        || Operand.of(name).isRegister(session.map().guest())
        || !session.names().addresses(name).isEmpty()
        || !session.names().addresses(word).isEmpty()) {
      return;
    }
    throw new CommandException(
        session.lines().known()
            ? "no variable in scope here and no symbol is called \"" + name + "\"; see locals"
            : "no symbol \""
                + name
                + "\" in this trace; for variables name the program's ELF file, compiled with -g,"
                + " with --binary");
  }

  private static String text(Variable variable) {
    String about = variable.parameter() ? variable.type() + ", parameter" : variable.type();
    return variable.name()
        + " = "
        + variable.value()
        + (about.isEmpty() ? "" : "  (" + about + ")");
  }

  /** A question to the debugging information. */
  private interface Question<T> {
    T ask(Sources.Executed sources, long pc, MachineView view);
  }

  /** The names of the variables in scope, for completion; without executing anything. */
  public static List<String> names(StepSession session) {
    Sources.Executed sources = session.lines().known() ? sources(session) : null;
    return sources == null
        ? List.of()
        : sources.variables().namesAt(LookVerbs.address(session), sources.bias());
  }

  /** The names of variables outside of functions, for completion. */
  public static List<String> globals(StepSession session, String prefix, int limit) {
    Sources.Executed sources = session.lines().known() ? sources(session) : null;
    return sources == null ? List.of() : sources.variables().globals(prefix, limit);
  }

  /** The members of what an expression leads to, for completion. */
  public static List<String> members(StepSession session, String expression) {
    Sources.Executed sources = session.lines().known() ? sources(session) : null;
    return sources == null
        ? List.of()
        : sources.variables().members(expression, LookVerbs.address(session), sources.bias());
  }

  private static Sources.Executed sources(StepSession session) {
    try {
      TraceCursor at = session.cursor();
      return session.frame() == 0
          ? session.lines().variables(at)
          : session.lines().variables(at, StackLine.of(at).get(session.frame()));
    } catch (DwarfException e) {
      throw new CommandException("variables: " + e.getMessage());
    }
  }

  private static <T> T ask(StepSession session, Question<T> question) {
    if (!session.lines().known()) {
      throw new CommandException(
          "variables need the program's debugging information: name its ELF file, compiled with"
              + " -g, with --binary");
    }
    Sources.Executed sources = sources(session);
    if (sources == null) {
      throw new CommandException(
          "no --binary has the code at 0x" + Numbers.hex(LookVerbs.address(session)));
    }
    TraceCursor at = session.cursor();
    FrameRegisters registers = FrameRegisters.of(session);
    try {
      return session
          .state()
          .read(
              at,
              state ->
                  question.ask(
                      sources, registers.codeAddress(), new View(registers, state, at.hart())));
    } catch (DwarfException e) {
      throw new CommandException("variables: " + e.getMessage());
    }
  }

  /** A frame as debugging information looks at it: its registers, and memory as it is here. */
  private record View(FrameRegisters registers, MachineState state, int hart)
      implements MachineView {
    @Override
    public long register(int number) throws NotAvailableException {
      if (number >= 0 && number < registers.general().length) {
        return registers.general()[number];
      }
      int floating = number - state.guest().registers().firstFloating();
      if (floating < 0 || floating >= registers.floating().length) {
        throw new NotAvailableException("register " + number + " is not known");
      }
      return registers.floating()[floating];
    }

    @Override
    public byte[] read(long address, int length) {
      return state.readVirtual(hart, address, length);
    }
  }
}
