/**
 * Options that several commands have, and what they stand for: traces, selections, binaries, the
 * guest's files, a page to write.
 *
 * <p>What enters: arguments as picocli has parsed them. What leaves: open traces and choices, or a
 * user error.
 */
package bbt.reconstruct.cli.options;
