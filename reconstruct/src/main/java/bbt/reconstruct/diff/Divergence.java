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
 * @param lastSource its source line, or empty
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
    String lastSource,
    View a,
    View b) {
  public Divergence {
    before = List.copyOf(before);
  }

  /** The task for a sentence. */
  String where() {
    return task.equals(FlowTeller.NO_TASK)
        ? "before any task"
        : task.startsWith("task ") ? "in " + task : "in task " + task;
  }

  Divergence withStacks(List<StackLine> inA, List<StackLine> inB) {
    return new Divergence(
        kind,
        why,
        clock,
        hart,
        retired,
        seconds,
        task,
        privilege,
        before,
        last,
        lastSource,
        a.withStack(inA),
        b.withStack(inB));
  }

  /**
   * One of the two sides.
   *
   * @param pc where it goes on
   * @param place the same by name
   * @param source the source line there, or empty
   * @param stack the functions being executed, innermost first
   * @param next the instruction there, or what happens there
   * @param after what decided the way from there on
   */
  public record View(
      long pc,
      String place,
      String source,
      String next,
      List<StackLine> stack,
      List<FlowLine> after) {
    /** What comes next where nothing is recorded. */
    static final String CUT = "the trace is cut";

    public View {
      stack = List.copyOf(stack);
      after = List.copyOf(after);
    }

    /** Whether the trace ends there without saying that its run did. */
    boolean cut() {
      return next.equals(CUT);
    }

    View withStack(List<StackLine> lines) {
      return new View(pc, place, source, next, lines, after);
    }
  }
}
