package bbt.translator.ir;

import java.util.List;

/**
 * A region: nodes in an order in which every edge that is not a back-edge leads forwards.
 *
 * @param nodes in that order; {@code nodes.get(i).index() == i}
 * @param entries indices of the nodes where the region can be entered
 * @param pcs address of each site, from the beginning of the page
 * @param bits instruction bits of each site (16 or 32, upper bits zero)
 * @param startNumbers path number with which each entry begins; empty when not recording by paths
 */
public record IrRegion(
    List<IrNode> nodes, int[] entries, long[] pcs, int[] bits, int[] startNumbers) {

  public IrRegion withNodes(List<IrNode> newNodes) {
    return new IrRegion(List.copyOf(newNodes), entries, pcs, bits, startNumbers);
  }

  public IrRegion withStartNumbers(int[] numbers) {
    return new IrRegion(nodes, entries, pcs, bits, numbers);
  }

  /** Guest instructions in the region. */
  public int size() {
    return pcs.length;
  }

  /** The most instructions that can retire between two tests of the budget. */
  public int longestPath() {
    int[] longest = new int[nodes.size()];
    int result = 0;
    for (int i = nodes.size() - 1; i >= 0; i--) {
      int after = 0;
      for (Edge e : nodes.get(i).edges()) {
        if (!e.isExit() && !e.back()) {
          after = Math.max(after, longest[e.target()]);
        }
      }
      longest[i] = nodes.get(i).count() + after;
      result = Math.max(result, longest[i]);
    }
    return result;
  }
}
