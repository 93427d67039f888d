/**
 * Two traces beside each other: are they the same execution, where do they part, what came of it.
 * See docs/diff.md.
 *
 * <dl>
 *   <dt>common prefix
 *   <dd>the leading chunks of two files that are equal by the hashes in their headers; nothing of
 *       them is decompressed or walked.
 *   <dt>tape
 *   <dd>an execution from some chunk on as a sequence of items (straight lines, traps, switches)
 *       that is read at the reader's pace.
 *   <dt>divergence
 *   <dd>the first instruction, trap or switch that is not the same in both.
 *   <dt>slide
 *   <dd>the distance between the addresses of one kernel in two runs (KASLR).
 *   <dt>overlay
 *   <dd>the call trees of both runs, path by path, with the sums of either; it knows no order.
 *   <dt>forest
 *   <dd>the dearest dynamic calls of a run in order of time, a tree for each task, each with a hash
 *       of all that is below it.
 *   <dt>edit script
 *   <dd>what turns one forest into the other: calls that appeared, vanished, moved or changed.
 *   <dt>print
 *   <dd>what the code of a function without a symbol looks like, wherever it lies.
 * </dl>
 */
package bbt.reconstruct.diff;
