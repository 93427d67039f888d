/**
 * Compares a re-execution with its trace while it runs.
 *
 * <p>Enters: the bytes that the recorder writes, and the trace's. Leaves: nothing, or the
 * {@linkplain bbt.reconstruct.replay.check.FrameDifference first difference}: frame, packet, count.
 */
package bbt.reconstruct.replay.check;
