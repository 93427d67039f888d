/**
 * A trace as a whole: what can be said of it without walking, its names, and whether it is sound.
 *
 * <dl>
 *   <dt>totals
 *   <dd>chunks, packets, bits, targets and records, counted while they are read.
 *   <dt>appendix
 *   <dd>the sideband behind the last frame: symbols and notes that hold for the whole trace.
 *   <dt>verification
 *   <dd>the whole trace rebuilt with every check on: code, counts, hashes, totals.
 * </dl>
 */
package bbt.reconstruct.trace;
