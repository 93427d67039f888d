package bbt.reconstruct.edit;

import bbt.packets.Chunk;
import bbt.packets.Packet;
import bbt.packets.SidebandRecord;
import bbt.reconstruct.walk.graph.Step;

/**
 * Something that the walk of a trace tells, in the order of execution: a turn of a hart,
 * instructions of a node, a trap, a switch, a record. Counts are those of the hart.
 */
sealed interface Event {
  /**
   * A turn of a hart begins, or goes on behind an {@link Epoch}; only in traces of several harts.
   *
   * @param ahead how far the clock of all harts is ahead of the hart's count
   */
  record Turn(int hart, long ahead) implements Event {}

  /** The turn ends: the hart has retired so many, and goes on at an address. */
  record TurnEnd(int hart, long retired, long pc) implements Event {}

  /** Between two turns: guest time in ticks. */
  record Epoch(long ticks) implements Event {}

  /** A hart begins to be covered: what it executes from here on. */
  record Start(int hart, long retired, long pc, int privilege, int addressSpace, long task)
      implements Event {}

  /** A hart stops being covered: what it executes from here on. */
  record Stop(int hart, long retired, long pc) implements Event {}

  /**
   * Instructions of a node were executed.
   *
   * @param retired count before them
   * @param first number of the first one in the node
   * @param count at least 1
   * @param taken whether the branch at the node's end was taken
   * @param next where the node's end led; means something only if that was executed
   * @param privilege behind a return from a trap at the node's end; -1 of all others
   */
  record Piece(
      int hart,
      long retired,
      Step step,
      int first,
      int count,
      boolean taken,
      long next,
      int privilege)
      implements Event {
    /** Address of the first instruction. */
    long pc() {
      return step.node().address(first);
    }

    /** Whether the node's end is among the instructions. */
    boolean ends() {
      return !step.truncated() && first + count == step.node().count();
    }

    /** The address at which execution goes on behind the instructions. */
    long after() {
      if (ends()) {
        return next;
      }
      int last = first + count - 1;
      return step.node().address(last) + step.node().length(last);
    }

    /** Returns the piece of the first so many instructions. */
    Piece head(int instructions) {
      return new Piece(hart, retired, step, first, instructions, taken, next, privilege);
    }

    /** Returns the piece without the first so many instructions. */
    Piece tail(int without) {
      return new Piece(
          hart, retired + without, step, first + without, count - without, taken, next, privilege);
    }
  }

  /** A trap, a reset or a call of firmware. */
  record Trap(int hart, Packet.Exception packet) implements Event {}

  /** The context changed. */
  record Switch(int hart, Packet.Switch packet) implements Event {}

  /** A record of the sideband that is neither code nor mapping. */
  record Note(int hart, SidebandRecord item) implements Event {}

  /**
   * The trace is over.
   *
   * @param end what it says of the whole run; of a trace that was cut what is known
   */
  record End(Chunk.End end) implements Event {}
}
