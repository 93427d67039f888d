package bbt.reconstruct.step.terminal;

import bbt.reconstruct.step.StepSession;
import bbt.reconstruct.step.text.CommandException;
import java.util.List;

/** Runs commands from a script: plain output, and the first that fails ends it. */
public final class CommandScript {
  private CommandScript() {}

  /** A command that failed. */
  public static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failure(String where, CommandException cause) {
      super(where + cause.getMessage(), cause);
    }

    /** Messages that begin with the command need not be told it again. */
    static Failure of(String origin, int number, String line, CommandException cause) {
      boolean said = cause.getMessage().startsWith(line);
      return new Failure(origin + ":" + number + ": " + (said ? "" : line + ": "), cause);
    }
  }

  /**
   * Carries out commands. Empty lines and those that begin with {@code #} are passed over.
   *
   * @param origin of the lines, for messages
   * @throws Failure at the first command that cannot be carried out
   */
  public static void run(StepSession session, String origin, List<String> lines) {
    for (int i = 0; i < lines.size() && !session.isOver(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      try {
        session.execute(line);
      } catch (CommandException e) {
        throw Failure.of(origin, i + 1, line, e);
      }
    }
  }
}
