package bbt.reconstruct.walk.graph;

import bbt.ptg.guest.Node;
import bbt.reconstruct.walk.hart.Walker;

/**
 * The number of times that one address space executed a node at one place.
 *
 * @param addressSpace whose user code it is, or {@link #PRIVILEGED}; after {@link Walker#countFor}
 *     the number given there
 * @param node its instructions, as they were then
 * @param function what the {@link FunctionMap} says of its first instruction
 * @param page that its first instruction is in: {@link Step#page}
 * @param executions times that it was executed whole
 * @param taken times that the branch at its end was taken
 * @param partial element {@code n - 1}: times that only its first {@code n} instructions were
 *     executed (a trap, a switch or a change of code came in its middle); may be empty
 */
public record BlockCount(
    int addressSpace,
    Node node,
    int function,
    long page,
    long executions,
    long taken,
    long[] partial) {
  /** The address space of everything that is executed above user mode. */
  public static final int PRIVILEGED = -1;

  /** Times that it was entered. */
  public long entries() {
    long sum = executions;
    for (long times : partial) {
      sum += times;
    }
    return sum;
  }

  /** Instructions that the node's executions retired. */
  public long instructions() {
    long sum = executions * node.count();
    for (int i = 0; i < partial.length; i++) {
      sum += partial[i] * (i + 1);
    }
    return sum;
  }
}
