/**
 * Parses the options that several commands have: traces, selections, binaries, the guest's files, a
 * page to write.
 *
 * <p>Enters: arguments as picocli has parsed them. Leaves: open traces and choices, or a user
 * error.
 */
package bbt.reconstruct.cli.options;
