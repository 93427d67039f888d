package bbt.reconstruct.diff.find;

/**
 * A branch, call, return, trap or switch as a line to be shown.
 *
 * @param retired instructions of the hart before it
 * @param pc its address
 * @param place the same by name
 * @param text the instruction, or what happened
 * @param outcome where it led
 * @param source its source line, or empty
 */
public record FlowLine(
    long retired, long pc, String place, String text, String outcome, String source) {
  /** Returns this line with another outcome. */
  public FlowLine to(String other) {
    return new FlowLine(retired, pc, place, text, other, source);
  }
}
