/**
 * Logs of simulators: text with a line for each instruction or each translated block, and others
 * for traps.
 */
package bbt.reconstruct.interchange.log;
