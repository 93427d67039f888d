/**
 * Writes a comparison as text, as JSON with stable keys, or as one HTML page.
 *
 * <p>Enters: a {@link bbt.reconstruct.diff.DiffResult} or a group's. Leaves: lines or a file.
 */
package bbt.reconstruct.diff.show;
