package bbt.reconstruct.walk;

import bbt.packets.Chunk;

/**
 * A hart's turn, or the part of one that a piece of the schedule holds.
 *
 * @param clock instructions of all harts before it; -1 when not known
 * @param from the hart's count at its start
 * @param until the hart's count at its end
 * @param packets of the EXCEPTION, SWITCH and GAP packets at that count, how many belong to it or
 *     came before it
 * @param handOver whether the turn is over there
 */
record Turn(int hart, long clock, long from, long until, int packets, boolean handOver) {
  /** Creates a turn at a time that is not known: the schedule there is lost. */
  static Turn outOfOrder(int hart, long from, long until) {
    return new Turn(hart, -1, from, until, 0, false);
  }

  /** A hart's last turn before an epoch, with all packets there. */
  static Turn toEpoch(int hart, long until) {
    return new Turn(hart, -1, until, until, Integer.MAX_VALUE, false);
  }

  static Turn of(Chunk.Quantum q, long clock, long from, boolean handOver) {
    return new Turn(q.hart(), clock, from, from + q.instructions(), q.packets(), handOver);
  }
}
