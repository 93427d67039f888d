/**
 * Implements the {@code bbt} command line, a type for each command.
 *
 * <p>Enters: arguments, files, the terminal. Leaves: text, JSON, an exit code.
 *
 * <dl>
 *   <dt>Command
 *   <dd>a picocli {@code @Command} object that implements {@code Callable<Integer>}; its value is
 *       the exit code. Commands of this module are listed in {@link bbt.reconstruct.cli.Main};
 *       those of modules above it come in through {@link bbt.reconstruct.cli.CommandProvider}.
 *   <dt>User error
 *   <dd>anything the user can understand and mend: printed as the one line {@code bbt: what, where,
 *       what to do}. A stack trace is printed with {@code --debug} alone.
 *   <dt>Exit code
 *   <dd>see {@link bbt.reconstruct.cli.outcome.ExitCode}; 0 to 63 belong to the guest.
 * </dl>
 */
package bbt.reconstruct.cli;
