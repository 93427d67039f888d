/**
 * Finds the first place at which two executions are not the same, and tells what each does there.
 *
 * <p>Enters: two trace files. Leaves: a {@link bbt.reconstruct.diff.find.Divergence}, or none.
 *
 * <dl>
 *   <dt>common prefix
 *   <dd>the leading chunks of two files that are equal by the hashes in their headers; nothing of
 *       them is decompressed or walked.
 *   <dt>item
 *   <dd>a straight line of code, a trap or a switch; an execution is read item by item at the
 *       reader's pace.
 *   <dt>divergence
 *   <dd>the first instruction, trap or switch that is not the same in both.
 *   <dt>slide
 *   <dd>the distance between the addresses of one kernel in two runs (KASLR).
 * </dl>
 */
package bbt.reconstruct.diff.find;
