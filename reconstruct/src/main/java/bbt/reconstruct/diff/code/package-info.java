/**
 * Puts the code of a function in both runs side by side.
 *
 * <p>Enters: the executed code of both runs ({@link bbt.reconstruct.code.CodeProfile}), and the
 * functions that are asked for. Leaves: a {@link bbt.reconstruct.diff.code.CodePair} for each, its
 * instructions aligned by what they do: addresses and distances, which a linker fills in, do not
 * count.
 */
package bbt.reconstruct.diff.code;
