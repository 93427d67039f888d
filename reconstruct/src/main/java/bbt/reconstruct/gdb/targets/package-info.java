/**
 * Gives gdb a target to debug: a guest in its run, or a run that is over and is executed again.
 *
 * <p>Enters: requests (read, write, go on, stop at). Leaves: registers, memory, {@link
 * bbt.reconstruct.gdb.targets.Stop}s. Knows nothing of packets.
 */
package bbt.reconstruct.gdb.targets;
