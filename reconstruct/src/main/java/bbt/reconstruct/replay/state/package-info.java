/**
 * Describes a moment of a re-execution: when it is, which task runs, registers, memory.
 *
 * <p>Enters: a machine that stands still. Leaves: {@link
 * bbt.reconstruct.replay.state.MachineState}s of a {@link bbt.reconstruct.replay.state.Position},
 * and snapshots to go back to.
 *
 * <ul>
 *   <li><b>clock</b>: instructions retired by all harts together;
 *   <li><b>position</b>: the first moment with a clock, and then so many traps taken at that same
 *       clock;
 *   <li><b>snapshot</b>: all state of the machine at a node end, from which execution goes on
 *       exactly as if it had not been interrupted.
 * </ul>
 */
package bbt.reconstruct.replay.state;
