package bbt.reconstruct.walk;

import bbt.ptg.graph.Node;

/** Which named function an address belongs to. Asked once for each step, never in the hot loop. */
@FunctionalInterface
public interface FunctionMap {
  /** Answer for an address that no symbol covers. */
  int NONE = -1;

  /**
   * The function at an address.
   *
   * @param addressSpace serial number, 0 = no translation
   * @param pc virtual address
   * @return a number of the map's own choosing, 0 or more, or {@link #NONE}
   */
  int functionAt(int addressSpace, long pc);

  /** The same for a node whose code is known (as far as it was announced). */
  default int functionOf(int addressSpace, Node node) {
    return functionAt(addressSpace, node.pc());
  }
}
