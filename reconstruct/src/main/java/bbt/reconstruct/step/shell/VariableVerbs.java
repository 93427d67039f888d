package bbt.reconstruct.step.shell;

import bbt.ptg.dwarf.DwarfException;
import bbt.ptg.dwarf.MachineView;
import bbt.ptg.dwarf.Variables.Variable;
import bbt.reconstruct.replay.MachineState;
import bbt.reconstruct.step.Names;
import bbt.reconstruct.step.TraceCursor;
import bbt.reconstruct.trace.Sources;
import java.util.List;
import org.jline.utils.AttributedString;

/** Variables of the program, by its debugging information, in the run executed again. */
final class VariableVerbs {
  static final List<Verb> ALL =
      List.of(
          new Verb(
              List.of("locals"),
              StateVerbs.GROUP,
              "",
              "the variables and parameters here, innermost block first (--binary ELF, with -g)",
              List.of("locals"),
              false,
              Verb.Expects.NOTHING,
              VariableVerbs::locals));

  private VariableVerbs() {}

  /** Prints all that is in scope. */
  static void locals(Session session, Words words) {
    words.end();
    List<Variable> all =
        ask(session, (sources, at, view) -> sources.variables().at(at.pc(), sources.bias(), view));
    if (all.isEmpty()) {
      throw new CommandException("no variables here: the debugging information names none");
    }
    String function = "";
    for (Variable each : all) {
      if (!function.equals(each.function())) {
        function = each.function();
        session.print(new AttributedString("-- " + function, Paint.DIM));
      }
      session.print(text(each));
    }
  }

  /** A variable as the user wrote it, or null where the program has none of that name here. */
  static String find(Session session, String path) {
    if (!session.lines().known() || sources(session) == null) {
      return null;
    }
    Variable found =
        ask(
            session,
            (sources, at, view) -> sources.variables().value(path, at.pc(), sources.bias(), view));
    return found == null ? null : text(found);
  }

  /** Says what is missing where a word is neither a variable nor a symbol or address. */
  static void mustBeAddress(Session session, String word) {
    int plus = word.lastIndexOf('+');
    String name = plus > 0 ? word.substring(0, plus) : word;
    if (!name.matches("[A-Za-z_][\\w.>\\[\\]-]*")
        || Names.address(name) != null
        || name.equals("pc")
        || StateVerbs.register(name) >= 0
        || !session.names().named(name).isEmpty()) {
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
    T ask(Sources.Executed sources, TraceCursor at, MachineView view);
  }

  private static Sources.Executed sources(Session session) {
    try {
      return session.lines().variables(session.cursor());
    } catch (DwarfException e) {
      throw new CommandException("variables: " + e.getMessage());
    }
  }

  private static <T> T ask(Session session, Question<T> question) {
    if (!session.lines().known()) {
      throw new CommandException(
          "variables need the program's debugging information: name its ELF file, compiled with"
              + " -g, with --binary");
    }
    if (session.frame() != 0) {
      throw new CommandException(
          "registers, and so variables, are known where the cursor stands, not in frame "
              + session.frame()
              + ": caller "
              + session.frame()
              + " goes there");
    }
    Sources.Executed sources = sources(session);
    if (sources == null) {
      throw new CommandException(
          "no --binary has the code at 0x" + Numbers.hex(session.cursor().pc()));
    }
    TraceCursor at = session.cursor();
    try {
      return session
          .state()
          .read(at, state -> question.ask(sources, at, new View(state, at.hart())));
    } catch (DwarfException e) {
      throw new CommandException("variables: " + e.getMessage());
    }
  }

  /** A hart of the machine as debugging information looks at it. */
  private record View(MachineState state, int hart) implements MachineView {
    @Override
    public long register(int number) throws NotAvailableException {
      if (number < 0 || number > 63) {
        throw new NotAvailableException("register " + number + " is not known");
      }
      return number < 32 ? state.x(hart, number) : state.f(hart, number - 32);
    }

    @Override
    public byte[] read(long address, int length) {
      return state.readVirtual(hart, address, length);
    }
  }
}
