/**
 * The parts that every HTML page of bbt has: the frame, the style sheet, the scripts, the packed
 * blocks of data ({@link bbt.reconstruct.page.Page}), and the keys under which scripts find tasks,
 * kinds and modes.
 *
 * <p>What enters: blocks of JSON. What leaves: one file.
 */
package bbt.reconstruct.page;
