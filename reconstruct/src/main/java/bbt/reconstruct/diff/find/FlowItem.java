package bbt.reconstruct.diff.find;

import bbt.packets.Packet;
import bbt.reconstruct.walk.graph.Step;

/** Something that a trace says happened, in the order of execution. */
sealed interface FlowItem {
  /** The first {@code count} instructions of a node retired; at least one. */
  record Piece(Step step, int count) implements FlowItem {
    /** Whether the node was executed to its end. */
    boolean whole() {
      return count == step.node().count() && !step.truncated();
    }
  }

  /** Reset, a trap or a firmware call. */
  record Trap(Packet.Exception packet) implements FlowItem {}

  /** Task or address space changed. */
  record Switch(Packet.Switch packet) implements FlowItem {}

  /** A return from a trap, which retired. */
  record TrapReturn(long target, int privilege) implements FlowItem {}

  /** Guest time jumped while all harts waited. */
  record TimeSkip(long ticks) implements FlowItem {}

  /** The hart of the items that follow. */
  record Hart(int number) implements FlowItem {}

  /**
   * A turn of that hart begins. No matter of the execution: how turns are told depends on what was
   * recorded in them.
   *
   * @param ahead how far the clock of all harts is ahead of this hart's count in it
   */
  record Turn(long ahead) implements FlowItem {}

  /** What a hart executes from here on was not recorded, until a {@link Start} of it. */
  record Gap() implements FlowItem {}

  /** The state where the walk of a hart begins: at first, and behind each {@link Gap}. */
  record Start(long retired, long pc, int privilege, int addressSpace, long task)
      implements FlowItem {}

  /** The trace is over. */
  record End(String told) implements FlowItem {}
}
