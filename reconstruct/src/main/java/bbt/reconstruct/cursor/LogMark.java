package bbt.reconstruct.cursor;

import bbt.packets.Packet;

/**
 * An entry of a {@link SegmentLog} between executed nodes: something changed.
 *
 * @param packet the packet that says so, or null
 * @param state what holds from here on
 * @param message of a gap and the end: what happened, else null
 * @param from where the hart stood before, as far as that matters: epc of a trap, else where it
 *     goes on
 */
record LogMark(Kind kind, Packet packet, State state, String message, long from) {
  /** The kinds of changes. */
  enum Kind {
    /** The log, or a hart, begins. */
    START(false),
    /** The turn of another hart begins, or another stretch of counts. */
    TURN(false),
    /** A packet that only goes on where the last was full. */
    NORMAL(false),
    /** Reset, or a call that firmware served. */
    FIRMWARE(false),
    /** An exception or an interrupt: an instruction was attempted, or held back. */
    TRAP(true),
    /** A return from a trap went to another place, perhaps of another privilege. */
    TRAP_RETURN(false),
    /** The task or the address space changed. */
    SWITCH(false),
    /** Something is missing here. */
    GAP(true),
    /** The trace is over. */
    END(true);

    /** Whether a cursor stops here, as it does before each instruction. */
    final boolean stop;

    Kind(boolean stop) {
      this.stop = stop;
    }
  }

  /**
   * The state of a hart.
   *
   * @param offset the common clock minus the hart's retired count
   * @param packet number of the hart's current packet, from 0
   */
  record State(
      int hart, int privilege, int addressSpace, long task, long offset, long packet, long pc) {}
}
