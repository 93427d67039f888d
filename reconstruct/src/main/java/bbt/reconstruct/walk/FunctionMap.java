package bbt.reconstruct.walk;

import bbt.ptg.guest.Node;

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

  /**
   * The same where it is known which physical page is shown there: other processes may show another
   * one.
   *
   * @param physicalPage negative where it is not known
   */
  default int functionAt(int addressSpace, long pc, long physicalPage) {
    return functionAt(addressSpace, pc);
  }

  /** The same for a node whose code is known (as far as it was announced). */
  default int functionOf(int addressSpace, Node node, long physicalPage) {
    return functionAt(addressSpace, node.pc(), physicalPage);
  }

  /**
   * The same for where a step leads, if nothing was executed there yet.
   *
   * @param from may be null
   */
  default int functionBehind(Step from, int addressSpace, long pc, long physicalPage) {
    return functionAt(addressSpace, pc, physicalPage);
  }
}
