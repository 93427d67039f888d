package bbt.reconstruct.diff.change;

import java.util.List;

/**
 * A function whose own behaviour changed: its own instructions for each call, or how often it calls
 * what it calls. What its callees change themselves is not its doing, nor is how often it is called
 * itself. A task that only one run has, and an interrupt, are causes as a whole.
 *
 * @param kind what it is
 * @param fate whether both runs have it
 * @param callsA calls in A; of a trap or its handler how often it was taken
 * @param selfA instructions of its own in A; of a task or an interrupt with all that it did
 * @param change instructions of B minus those of A that it is the cause of
 * @param callees what it calls more or less often for each call of its own, by absolute change, the
 *     largest first; itself, if it is recursive
 * @param path where it weighs most: titles from the outermost (the task) to its own
 */
public record ChangeCause(
    Kind kind,
    String name,
    String program,
    Fate fate,
    long callsA,
    long callsB,
    long selfA,
    long selfB,
    long change,
    List<Callee> callees,
    List<String> path) {
  /** The kinds of causes. */
  public enum Kind {
    /** A function, or a trap with what it does before its handler. */
    FUNCTION,
    /** A task that only one run has; or what no function of a task did. */
    TASK,
    /** An interrupt: where it comes is chance. */
    INTERRUPT
  }

  /**
   * What a function calls more or less often.
   *
   * @param callsA calls by that function in A
   * @param callsB the same in B
   * @param change instructions of B minus those of A, at what such a call costs in A with all that
   *     it calls (in B, where A does not call it)
   */
  public record Callee(String name, boolean trap, long callsA, long callsB, long change) {}

  public ChangeCause {
    callees = List.copyOf(callees);
    path = List.copyOf(path);
  }

  /** Instructions of its own for each call in A; 0 without calls. */
  public double eachA() {
    return callsA == 0 ? 0 : (double) selfA / callsA;
  }

  /** Instructions of its own for each call in B; 0 without calls. */
  public double eachB() {
    return callsB == 0 ? 0 : (double) selfB / callsB;
  }

  /**
   * Whether at least half of the change is in its own instructions for each call; else it is what
   * it calls more often, or less, and its own say nothing about it.
   */
  public boolean mostlyOwn() {
    return callsA != 0
        && callsB != 0
        && eachA() != eachB()
        && 2 * Math.abs((eachB() - eachA()) * callsB) >= Math.abs(change);
  }
}
