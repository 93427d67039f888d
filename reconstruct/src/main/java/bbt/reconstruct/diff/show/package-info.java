/**
 * Writes a comparison as text, as JSON with stable keys, or as one HTML page.
 *
 * <p>What enters: a {@link bbt.reconstruct.diff.DiffResult} or a group's. What leaves: lines or a
 * file.
 */
package bbt.reconstruct.diff.show;
