/**
 * Tells of a trace as a whole what can be said without walking it, and verifies it.
 *
 * <p>Enters: a trace file. Leaves: a {@link bbt.reconstruct.trace.TraceOutline}, guest time ({@link
 * bbt.reconstruct.trace.TraceClock}), or the answer of a {@link
 * bbt.reconstruct.trace.TraceVerifier}.
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
