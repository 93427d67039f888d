/**
 * Implements the commands {@code samples}, {@code prove}, {@code fuzz}, {@code lockstep} and {@code
 * bench} of {@code bbt}, joined through {@link bbt.reconstruct.cli.CommandProvider}. Only here are
 * options and exit codes known.
 *
 * <p>Enters: arguments. Leaves: text and an exit code.
 */
package bbt.samples.cli;
