/**
 * How a command ends: what it wrote to standard output, the one line that says what failed, and the
 * exit code.
 *
 * <p>What enters: a result or an exception. What leaves: a line, an exit code ({@link
 * bbt.reconstruct.cli.outcome.ExitCode}).
 */
package bbt.reconstruct.cli.outcome;
