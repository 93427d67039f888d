package bbt.reconstruct.walk.graph;

import bbt.ptg.guest.Node;

/**
 * Finds the named function that an address belongs to. Asked once for each step, never in the hot
 * loop.
 */
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
   * Returns the function at an address in a page that is known: other processes may show another
   * one.
   *
   * @param page its {@link Step#page}; negative where it is not known
   */
  default int functionAt(int addressSpace, long pc, long page) {
    return functionAt(addressSpace, pc);
  }

  /** Returns the function of a node whose code is known (as far as it was announced). */
  default int functionOf(int addressSpace, Node node, long page) {
    return functionAt(addressSpace, node.pc(), page);
  }

  /**
   * Returns the function where a step leads, if nothing was executed there yet.
   *
   * @param from may be null
   */
  default int functionBehind(Step from, int addressSpace, long pc, long page) {
    return functionAt(addressSpace, pc, page);
  }

  /**
   * The program that a page belongs to: a frame that holds one program's code now may hold
   * another's later, and what both execute is not announced again.
   *
   * @param clock instructions of all harts before
   * @return 0 to 4095
   */
  default int tenant(long virtualPage, long physicalPage, long clock) {
    return 0;
  }

  /** The first clock behind this one at which a page becomes another program's. */
  default long nextTenant(long clock) {
    return Long.MAX_VALUE;
  }

  /** Names nothing, but tells pages apart as another map does. */
  static FunctionMap nameless(FunctionMap pages) {
    return new FunctionMap() {
      @Override
      public int functionAt(int addressSpace, long pc) {
        return NONE;
      }

      @Override
      public int tenant(long virtualPage, long physicalPage, long clock) {
        return pages.tenant(virtualPage, physicalPage, clock);
      }

      @Override
      public long nextTenant(long clock) {
        return pages.nextTenant(clock);
      }
    };
  }
}
