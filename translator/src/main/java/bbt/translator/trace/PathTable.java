package bbt.translator.trace;

/**
 * What every path id stands for. Ids are never reused. Thread-safe: the guest thread and compiler
 * threads register, the writer thread looks up.
 */
public final class PathTable {
  /**
   * Registers a node; reserves two ids, the returned base (branch not taken, or no branch) and base
   * + 1 (taken).
   *
   * @param pc virtual address of the first instruction
   * @param physical physical address of the first instruction
   * @param bits encodings of its instructions, in order; not copied
   * @return base id, above 0
   */
  public int registerNode(long pc, long physical, int[] bits) {
    throw new UnsupportedOperationException();
  }

  /**
   * Registers an instruction that straddles two pages.
   *
   * @param physical physical address of its first halfword
   * @param secondPhysical physical address of its second halfword
   * @return base id, above 0; equal for equal arguments
   */
  public int registerStraddler(long pc, long physical, long secondPhysical, int bits) {
    throw new UnsupportedOperationException();
  }

  /**
   * Reserves {@code count} consecutive ids for a region's path numbers.
   *
   * @return the id of path number 0
   */
  public int registerRegion(int count, RegionPaths paths) {
    throw new UnsupportedOperationException();
  }
}
