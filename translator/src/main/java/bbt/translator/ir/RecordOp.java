package bbt.translator.ir;

/**
 * A record that the recorder is given when control follows an edge.
 *
 * <p>Lifting places one {@link NodeStep} on each edge. The merging pass replaces the steps by path
 * numbers (Ball and Larus): a path starts with a number, edges add constants to it, and where the
 * path ends the sum is stored once. A path may go round a loop several times.
 */
public sealed interface RecordOp {

  /** Append the one-node id of {@code node} (index in the region), plus one when it was taken. */
  record NodeStep(int node, boolean taken) implements RecordOp {}

  /** Add to the path number. */
  record PathAdd(int amount) implements RecordOp {}

  /** Append the path number plus {@code amount}. */
  record PathEnd(int amount) implements RecordOp {}

  /**
   * Add {@code amount}, and go on with the next round of a loop if the path number n is one that
   * another round can follow: {@code start <= n < start + room}. Then it becomes {@code (n - start
   * + 1) * radix + start}. Else append it, and begin with {@code start} again.
   */
  record PathRound(int amount, int start, int radix, int room) implements RecordOp {}

  /** Begin a path at the edge's target: the path number becomes {@code number}. */
  record PathStart(int number) implements RecordOp {}
}
