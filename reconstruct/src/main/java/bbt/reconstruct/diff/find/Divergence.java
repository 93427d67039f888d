package bbt.reconstruct.diff.find;

import java.util.ArrayList;
import java.util.List;

/**
 * The first place at which two executions differ.
 *
 * @param kind in what way
 * @param why the same as a sentence, with both sides
 * @param at when it comes in A, and in whose execution
 * @param clockB instructions of all harts of B before it: another number where B executed more
 *     before what is compared
 * @param before what decided the way there, the same in both, the oldest first
 * @param last the last instruction that both executed, without an outcome; null if there is none
 */
public record Divergence(
    DivergenceKind kind,
    String why,
    At at,
    long clockB,
    List<FlowLine> before,
    FlowLine last,
    View a,
    View b) {
  public Divergence {
    before = List.copyOf(before);
  }

  /**
   * A moment of the execution that both have in common.
   *
   * @param clock instructions of all harts before it
   * @param hart whose instruction it is
   * @param retired instructions of that hart before it
   * @param seconds guest time in seconds; {@link Double#NaN} where it is not known
   * @param task who executed it
   * @param privilege U, S or M
   */
  public record At(
      long clock, int hart, long retired, double seconds, String task, String privilege) {
    /** The task for a sentence. */
    public String where() {
      return task.equals(FlowTeller.NO_TASK)
          ? "before any task"
          : task.startsWith("task ") ? "in " + task : "in task " + task;
    }
  }

  public Divergence withStacks(List<DivergenceFrame> inA, List<DivergenceFrame> inB) {
    return new Divergence(kind, why, at, clockB, before, last, a.withStack(inA), b.withStack(inB));
  }

  /** Where a stepper should stand in A to see the runs part: instructions of all harts before. */
  public long lookAt() {
    return lookAt(at.clock());
  }

  /** Where a stepper should stand in B to see the runs part. */
  public long lookAtB() {
    return lookAt(clockB);
  }

  private long lookAt(long clock) {
    boolean decided = kind == DivergenceKind.BRANCH || kind == DivergenceKind.TARGET;
    return Math.max(0, decided ? clock - 1 : clock);
  }

  /**
   * The call stack where it is the same in both, innermost what both executed last: behind a branch
   * they part. Empty where it is not.
   */
  public List<DivergenceFrame> commonStack() {
    // By name: addresses may differ, source lines are beside.
    if (!a.callers().equals(b.callers())) {
      return List.of();
    }
    List<DivergenceFrame> stack = new ArrayList<>(a.stack());
    if (kind == DivergenceKind.BRANCH && last != null && !stack.isEmpty()) {
      DivergenceFrame first = stack.getFirst();
      stack.set(0, new DivergenceFrame(last.pc(), last.place(), first.entered(), last.source()));
    }
    return stack;
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
      List<DivergenceFrame> stack,
      List<FlowLine> after) {
    /** The line that comes next where nothing is recorded. */
    static final String CUT = "the trace is cut";

    public View {
      stack = List.copyOf(stack);
      after = List.copyOf(after);
    }

    /** Whether the trace ends there without saying that its run did. */
    public boolean cut() {
      return next.equals(CUT);
    }

    /** The names of all functions but the innermost. */
    private List<String> callers() {
      return stack.stream().skip(1).map(l -> l.entered() + " " + l.place()).toList();
    }

    View withStack(List<DivergenceFrame> lines) {
      return new View(pc, place, source, next, lines, after);
    }
  }
}
