package bbt.translator.region;

import bbt.ptg.guest.CodeReader;
import bbt.ptg.guest.Node;
import bbt.ptg.guest.TraceRule;
import bbt.translator.code.PhysicalCode;
import java.util.Arrays;
import java.util.List;

/**
 * The nodes of a region, in an order in which every edge that is not a back-edge leads forwards.
 * All addresses are offsets from the beginning of the page, so a plan is the same wherever a page
 * with its bytes is seen.
 *
 * @param nodes in that order
 * @param entries indices of the nodes where the region can be entered; the root is the first
 * @param returnPoints indices of the nodes that calls inside the region return to; entries, too
 * @param size guest instructions in all nodes
 */
record RegionPlan(List<PlannedNode> nodes, int[] entries, int[] returnPoints, int size) {
  /** Address of a node. */
  long pc(int index) {
    return nodes.get(index).node().pc();
  }

  /** Address of the root. */
  long root() {
    return pc(entries[0]);
  }

  /** Whether code of the one is code of the other: the same nodes, entered at the same places. */
  boolean isSame(RegionPlan other) {
    if (nodes.size() != other.nodes.size()
        || !Arrays.equals(entries, other.entries)
        || !Arrays.equals(returnPoints, other.returnPoints)) {
      return false;
    }
    for (int i = 0; i < nodes.size(); i++) {
      if (!isSame(nodes.get(i), other.nodes.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Where its edges lead follows from the instructions and from which nodes there are. */
  private static boolean isSame(PlannedNode one, PlannedNode other) {
    Node a = one.node();
    Node b = other.node();
    if (a.pc() != b.pc() || a.end() != b.end() || a.count() != b.count()) {
      return false;
    }
    for (int i = 0; i < a.count(); i++) {
      if (a.bits(i) != b.bits(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a page holds these nodes now. */
  boolean isShownBy(PhysicalCode code) {
    for (PlannedNode planned : nodes) {
      Node node = planned.node();
      int slot = PhysicalCode.slot(node.pc());
      for (int i = 0; i < node.count(); i++) {
        int bits = node.bits(i);
        if (code.halfword(slot) != (bits & 0xFFFF)) {
          return false;
        }
        if (node.length(i) == 4 && code.halfword(slot + 1) != bits >>> 16) {
          return false;
        }
        slot += node.length(i) / 2;
      }
      if (node.end() == Node.End.BEFORE_STRADDLER
          && node.guest().length(code.halfword(PhysicalCode.SLOTS - 1)) == 2) {
        return false; // another instruction belongs to it
      }
    }
    return true;
  }

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
