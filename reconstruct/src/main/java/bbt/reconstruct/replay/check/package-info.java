/**
 * Compares a re-execution with its trace while it runs.
 *
 * <p>What enters: the bytes that the recorder writes, and the trace's. What leaves: nothing, or the
 * {@linkplain bbt.reconstruct.replay.check.FrameDifference first difference}: frame, packet, count.
 */
package bbt.reconstruct.replay.check;
