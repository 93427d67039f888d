/**
 * What gdb debugs: a guest in its run, or a run that is over and is executed again.
 *
 * <p>What enters: requests (read, write, go on, stop at). What leaves: registers, memory, {@link
 * bbt.reconstruct.gdb.targets.Stop}s. Knows nothing of packets.
 */
package bbt.reconstruct.gdb.targets;
