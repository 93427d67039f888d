package bbt.translator.trace;

/**
 * The meaning of the path numbers of one compiled region. Immutable once registered: called on the
 * writer thread, lazily, the first time a path number appears.
 */
public interface RegionPaths {
  /** Receives the one-node steps of a path, in execution order. */
  interface Sink {
    /**
     * A node that was executed whole.
     *
     * @param baseId from {@link PathTable#registerNode}
     * @param taken outcome of its branch; false if it has none
     */
    void node(int baseId, boolean taken);

    /** The last step: only the first {@code instructions} of the node were retired. */
    void partial(int baseId, int instructions);
  }

  /**
   * The nodes of a path. Only the last may end in an indirect jump, return or call; a call earlier
   * in a path is allowed but slow.
   *
   * @param number path number, from 0, below the count given to {@link PathTable#registerRegion}
   */
  void expand(int number, Sink sink);

  /**
   * The nodes of an open path that was left in the middle of a node.
   *
   * @param sum the path sum so far
   * @param site index of the instruction that did not retire
   */
  void expandOpen(int sum, int site, Sink sink);
}
