package bbt.reconstruct.walk.flow;

import bbt.reconstruct.walk.graph.Step;

/** Receives every executed instruction, piece by piece, in execution order. */
@FunctionalInterface
public interface PieceConsumer {
  /**
   * The first {@code count} instructions of a node were executed and retired.
   *
   * @param step the node; instruction i is at {@code step.node().address(i)}
   * @param count at least 1; less than the node's own count where a trap, a switch or a change of
   *     code came in its middle
   */
  void piece(Step step, int count);

  /**
   * The branch at the end of the node that was told last was taken, or not.
   *
   * @param step the node; all of it was executed
   */
  default void branch(Step step, boolean taken) {}
}
