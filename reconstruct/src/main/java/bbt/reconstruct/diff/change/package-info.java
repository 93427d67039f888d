/**
 * What costs more or less in the second run: by function, path, task and exception; and between two
 * groups of runs.
 *
 * <dl>
 *   <dt>overlay
 *   <dd>the call trees of both runs, path by path, with the sums of either; it knows no order.
 *   <dt>fate
 *   <dd>whether something is in both runs, only in the first (gone) or only in the second (new).
 * </dl>
 */
package bbt.reconstruct.diff.change;
