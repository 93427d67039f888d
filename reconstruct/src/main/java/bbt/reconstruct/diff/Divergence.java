package bbt.reconstruct.diff;

import java.util.List;

/**
 * The first place at which two executions differ.
 *
 * @param kind in what way
 * @param why the same as a sentence, with both sides
 * @param clock instructions of all harts before it, the same in both
 * @param hart whose instruction it is
 * @param retired instructions of that hart before it
 * @param seconds guest time in seconds
 * @param task who executed it
 * @param privilege U, S or M
 * @param before what decided the way there, the same in both, the oldest first
 * @param last the last instruction that both executed, or empty
 */
public record Divergence(
    Difference kind,
    String why,
    long clock,
    int hart,
    long retired,
    double seconds,
    String task,
    String privilege,
    List<FlowLine> before,
    String last,
    View a,
    View b) {
  public Divergence {
    before = List.copyOf(before);
  }

  /**
   * One of the two sides.
   *
   * @param pc where it goes on
   * @param place the same by name
   * @param next the instruction there, or what happens there
   * @param after what decided the way from there on
   */
  public record View(long pc, String place, String next, List<FlowLine> after) {
    public View {
      after = List.copyOf(after);
    }
  }
}
