package bbt.reconstruct.interchange;

import bbt.ptg.guest.Node;
import java.io.IOException;

/** Receives what one hart executes, in order: an encoder of its trace. */
public interface HartFlow {
  /** Execution begins here, with no relation to what came before; the first node follows. */
  void begin(int privilege, int context) throws IOException;

  /**
   * The first instructions of a node were executed and retired.
   *
   * @param count at least 1; less than the node's own where a trap or a switch came in its middle
   * @param taken whether the branch at its end was; only of a whole node that ends with one
   */
  void node(Node node, int count, boolean taken) throws IOException;

  /** Execution goes on in another state: a trap was returned from, or a context changed. */
  void state(int privilege, int context) throws IOException;

  /**
   * A trap was taken.
   *
   * @param cause negative for an interrupt
   * @param epc the instruction that did not retire
   * @param handler where execution goes on
   * @param privilege of the handler
   */
  void trap(long cause, long epc, long value, long handler, int privilege) throws IOException;

  /** A gap begins, or the end of the flow. */
  void end() throws IOException;
}
