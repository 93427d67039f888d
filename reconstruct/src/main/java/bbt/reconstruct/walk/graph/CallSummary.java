package bbt.reconstruct.walk.graph;

import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PathCalls;

/**
 * The result that a {@link FlowListener} made of {@link PathCalls}, to be told of them all at once
 * when the same path is walked again.
 */
public interface CallSummary {
  /**
   * The path is walked again, and with it all its calls and returns.
   *
   * @param retired instructions before the path
   * @return false if the summary does not hold here: then it was not walked, and each call is told
   */
  boolean again(long retired);

  /** Whether, after {@link #again} said no, it is worth another {@link FlowListener#summary}. */
  boolean stale();
}
