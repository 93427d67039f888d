package bbt.reconstruct.code;

/**
 * The cost of a source line.
 *
 * @param executions of its instruction that was executed most often
 * @param instructions retired of it; 0 for a line whose code was never executed
 */
public record LineCost(long executions, long instructions) {
  static final LineCost NONE = new LineCost(0, 0);

  LineCost plus(CodeLine line) {
    return new LineCost(Math.max(executions, line.executions()), instructions + line.executions());
  }
}
