/**
 * The commands {@code samples}, {@code prove}, {@code fuzz}, {@code lockstep} and {@code bench} of
 * {@code bbt}, joined through {@link bbt.reconstruct.cli.CommandProvider}. Only here are options
 * and exit codes known.
 */
package bbt.samples.cli;
