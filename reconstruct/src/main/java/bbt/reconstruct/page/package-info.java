/**
 * Writes the parts that every HTML page of bbt has: the frame, the style sheet, the scripts, the
 * packed blocks of data ({@link bbt.reconstruct.page.Page}), and the keys under which scripts find
 * tasks, kinds and modes.
 *
 * <p>Enters: blocks of JSON. Leaves: one file.
 */
package bbt.reconstruct.page;
