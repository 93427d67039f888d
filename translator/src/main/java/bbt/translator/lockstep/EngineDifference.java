package bbt.translator.lockstep;

import java.util.List;

/**
 * A difference between two engines, and where it is.
 *
 * @param agreed retired count at which they last agreed
 * @param found retired count at which they did not
 * @param what differs, the interpreter's value first
 * @param instruction the instruction whose translation is wrong or, where none is by itself, the
 *     path on which the difference comes up; one line each
 */
public record EngineDifference(
    long agreed, long found, List<String> what, List<String> instruction) {
  public EngineDifference {
    what = List.copyOf(what);
    instruction = List.copyOf(instruction);
  }

  @Override
  public String toString() {
    return "interpreter and translator differ after %d instructions (they agreed after %d)%n"
            .formatted(found, agreed)
        + "  interpreter / translator: "
        + String.join(", ", what)
        + String.join("", instruction.stream().map(line -> "\n  " + line).toList());
  }
}
