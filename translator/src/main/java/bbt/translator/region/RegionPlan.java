package bbt.translator.region;

import bbt.ptg.guest.CodeReader;
import bbt.ptg.guest.Node;
import bbt.ptg.guest.TraceRule;
import java.util.List;

/**
 * The nodes of a region, in an order in which every edge that is not a back-edge leads forwards.
 *
 * @param nodes in that order
 * @param entries indices of the nodes where the region can be entered; the root is the first
 * @param returnPoints indices of the nodes that calls inside the region return to; entries, too
 * @param size guest instructions in all nodes
 */
record RegionPlan(List<PlannedNode> nodes, int[] entries, int[] returnPoints, int size) {

  /**
   * A node with its place in the region.
   *
   * @param firstSite site of its first instruction
   * @param next index of the node that follows in memory or by a direct jump or call, -1 outside
   * @param taken index of the node that a taken branch leads to, -1 outside
   */
  record PlannedNode(int index, Node node, TraceRule rule, int firstSite, int next, int taken) {

    /** A node by itself that ends behind the first instructions of this one. */
    PlannedNode prefix(int count) {
      long end = node.pc();
      for (int i = 0; i < count; i++) {
        end += node.length(i);
      }
      long behind = end;
      Node first =
          node.guest()
              .nodes()
              .find(
                  node.pc(), address -> address < behind ? halfword(address) : CodeReader.UNKNOWN);
      TraceRule ends = new TraceRule(TraceRule.Leaves.NOTHING, false, false, end, end, end);
      return new PlannedNode(0, first, ends, 0, -1, -1);
    }

    private int halfword(long address) {
      long at = node.pc();
      for (int i = 0; i < node.count(); at += node.length(i++)) {
        if (address < at + node.length(i)) {
          return node.bits(i) >>> (int) (address - at) * 8 & 0xFFFF;
        }
      }
      return CodeReader.UNKNOWN;
    }
  }
}
