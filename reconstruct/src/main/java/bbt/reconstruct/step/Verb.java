package bbt.reconstruct.step;

import bbt.ptg.guest.Registers;
import bbt.reconstruct.step.text.CommandException;
import bbt.reconstruct.step.text.CommandWords;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A command of the stepper.
 *
 * @param names the first is its name, the others are short forms
 * @param group heading in the list of commands
 * @param usage its words, without the name
 * @param help one line
 * @param templates command lines with what they do, {@code "si 10 | ten instructions on"}; in
 *     braces stand registers: the number of an argument, or {@code stack} for the stack pointer
 * @param repeats whether Enter on an empty line does it again
 * @param expects what its words are, for completion
 */
public record Verb(
    List<String> names,
    String group,
    String usage,
    String help,
    List<String> templates,
    boolean repeats,
    Expects expects,
    Action action) {
  private static final Pattern IN_BRACES = Pattern.compile("\\{(stack|\\d)}");

  /** The kinds of words that stand behind a verb. */
  public enum Expects {
    NOTHING,
    COUNT,
    SYMBOL,
    /** A variable, register or symbol, or what C can make of it. */
    VALUE,
    /** A place in the code: a symbol, or a source file and line. */
    CODE,
    PLACE,
    THING,
    VERB,
    TASK,
    TOPIC,
    MARK
  }

  /** Executes a command. */
  interface Action {
    /**
     * Executes the command.
     *
     * @throws CommandException with a line for the user
     */
    void run(StepSession session, CommandWords words);
  }

  public String name() {
    return names.getFirst();
  }

  /** The examples, with registers of a guest. */
  public List<String> examples(Registers registers) {
    String stackPointer = registers.general().name(registers.stackPointer());
    return templates.stream()
        .map(
            template ->
                IN_BRACES
                    .matcher(template)
                    .replaceAll(
                        match ->
                            match.group(1).equals("stack")
                                ? stackPointer
                                : registers.argument(Integer.parseInt(match.group(1)))))
        .toList();
  }
}
