/**
 * Writes a profile in formats that other tools read.
 *
 * <p>Enters: a {@link bbt.reconstruct.analysis.Report} with its call trees. Leaves: a file of a
 * {@link bbt.reconstruct.export.ExportFormat}. Every format that has costs has all of them: the sum
 * of self costs is the number of instructions of the report, function by function.
 *
 * <dl>
 *   <dt>stack
 *   <dd>frames from the outermost to the innermost. The first is the task, where the format has no
 *       other place for it.
 *   <dt>trap frame
 *   <dd>a frame of its own between what a trap interrupted and its handler: {@code [load page
 *       fault]}. It costs nothing itself.
 * </dl>
 */
package bbt.reconstruct.export;
