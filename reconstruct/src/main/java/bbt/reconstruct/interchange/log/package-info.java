/**
 * Reads logs of simulators: text with a line for each instruction or each translated block, and
 * others for traps.
 *
 * <p>Enters: a log in a {@link bbt.reconstruct.interchange.log.LogFormat}. Leaves: instructions and
 * traps, hart by hart.
 */
package bbt.reconstruct.interchange.log;
