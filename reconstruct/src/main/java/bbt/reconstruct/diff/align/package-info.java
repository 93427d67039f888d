/**
 * Finds for the calls and tasks of one run those of the other that they correspond to.
 *
 * <p>Enters: the calls of two runs as {@link bbt.reconstruct.diff.align.CallRecorder}s heard them.
 * Leaves: pairs of calls ({@link bbt.reconstruct.diff.align.ForestAlignment}), of functions and of
 * tasks, and an {@link bbt.reconstruct.diff.align.EditScript}.
 *
 * <dl>
 *   <dt>forest
 *   <dd>the dearest dynamic calls of a run in order of time, a tree for each task, each with a hash
 *       of all that is below it.
 *   <dt>edit script
 *   <dd>what turns one forest into the other: calls that appeared, vanished, moved or changed.
 *   <dt>print
 *   <dd>what the code of a function without a symbol looks like, wherever it lies.
 * </dl>
 */
package bbt.reconstruct.diff.align;
