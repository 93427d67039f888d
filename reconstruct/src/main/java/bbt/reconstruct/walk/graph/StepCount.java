package bbt.reconstruct.walk.graph;

/**
 * The number of times that a step was executed whole since its counts were last added to the
 * totals.
 */
public final class StepCount {
  public long executions;

  /** Times that the branch at its end was taken. */
  long taken;

  /** The piece consumer's cost; see {@link Step#cost()}. */
  long cost = -1;
}
