/**
 * Follows a value backwards through a traced run that is executed again: from what wrote it last to
 * what that copied, loaded or stored, and so on, to where it was made.
 *
 * <p>Enters: a {@link bbt.reconstruct.replay.Replay}, the trace's map, which knows where each
 * register may have been written, and what is asked about. Leaves: an {@link
 * bbt.reconstruct.replay.origin.Origin}.
 *
 * <ul>
 *   <li><b>holder</b>: a register or a piece of memory in which the followed value is
 *   <li><b>ending</b>: why it cannot be followed further
 * </ul>
 */
package bbt.reconstruct.replay.origin;
