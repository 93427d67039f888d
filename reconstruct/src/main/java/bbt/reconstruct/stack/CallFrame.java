package bbt.reconstruct.stack;

/**
 * A frame of a call stack, with how it came to be executed: how one function, handler or program
 * came to be executed.
 *
 * @param kind by what
 * @param privilege of what called or was interrupted
 * @param addressSpace its address space
 * @param site address of the call instruction, or of the instruction at which the trap came
 * @param link where the call returns to; of a trap its cause
 * @param entry first instruction of the callee or handler
 * @param clock instructions of all harts before that first instruction
 */
public record CallFrame(
    Kind kind, int privilege, int addressSpace, long site, long link, long entry, long clock) {
  /** The events that enter a frame. */
  public enum Kind {
    /** A call instruction. */
    CALL,
    /** An exception or interrupt. */
    TRAP
  }
}
