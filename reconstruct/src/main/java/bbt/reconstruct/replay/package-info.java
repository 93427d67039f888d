/**
 * Re-execution: a trace holds no registers and no memory, but the machine is deterministic and the
 * trace's header names what a run depends on, so any moment of the run can be had again, with all
 * of its state (docs/replay.md).
 *
 * <p>Enters: a trace and the guest's files. Leaves: {@link bbt.reconstruct.replay.MachineState}s of
 * any {@link bbt.reconstruct.replay.Position}, forwards and backwards, and who wrote what before
 * it.
 *
 * <ul>
 *   <li><b>clock</b>: instructions retired by all harts together;
 *   <li><b>position</b>: the first moment with a clock, and then so many traps taken at that same
 *       clock;
 *   <li><b>snapshot</b>: all state of the machine at a node end, from which execution goes on
 *       exactly as if it had not been interrupted.
 * </ul>
 */
package bbt.reconstruct.replay;
