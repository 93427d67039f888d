package bbt.translator.trace;

import bbt.ptg.guest.Node;
import bbt.ptg.guest.TraceRule;

/** A node at a physical place; made once, read by the writer thread. */
final class NodePath {
  final Node node;
  private final long physical;
  private final long secondPhysical;
  private TraceRule rule;

  /**
   * A node.
   *
   * @param secondPhysical of the second halfword of a straddler, else -1
   */
  NodePath(Node node, long physical, long secondPhysical) {
    this.node = node;
    this.physical = physical;
    this.secondPhysical = secondPhysical;
  }

  /** The node's trace rule; writer thread only. */
  TraceRule rule() {
    if (rule == null) {
      rule = node.rule();
    }
    return rule;
  }

  boolean straddles() {
    return secondPhysical >= 0;
  }

  /** Announces the first instructions; the count before the first is {@code retired}. */
  void announce(bbt.packets.write.SidebandWriter out, long retired, int instructions) {
    long at = physical;
    for (int i = 0; i < instructions; i++) {
      int bits = node.bits(i);
      out.code(retired + i, at, bits & 0xFFFF);
      if (node.length(i) == 4) {
        out.code(retired + i, straddles() ? secondPhysical : at + 2, bits >>> 16);
        at += 2;
      }
      at += 2;
    }
  }
}
