/**
 * Computes what costs more or less in the second run: by function, path, task and exception; and
 * between two groups of runs.
 *
 * <p>Enters: the profiles of both runs and which of their functions and tasks correspond. Leaves:
 * {@link bbt.reconstruct.diff.change.Changes}, or a {@link bbt.reconstruct.diff.change.GroupDiff}.
 *
 * <dl>
 *   <dt>overlay
 *   <dd>the call trees of both runs, path by path, with the sums of either; it knows no order.
 *   <dt>cause
 *   <dd>a function that does otherwise itself: in its own instructions, or in how often it calls
 *       what it calls.
 *   <dt>fate
 *   <dd>whether something is in both runs, only in the first (gone) or only in the second (new).
 * </dl>
 */
package bbt.reconstruct.diff.change;
