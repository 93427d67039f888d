/**
 * Ends a command: its standard output, the one line that says what failed, and the exit code.
 *
 * <p>Enters: a result or an exception. Leaves: a line, an exit code ({@link
 * bbt.reconstruct.cli.outcome.ExitCode}).
 */
package bbt.reconstruct.cli.outcome;
