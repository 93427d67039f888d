/**
 * Runs {@code bbt boot} and {@code bbt run}: options, console, exit code, summary.
 *
 * <p>Enters: a command line. Leaves: a run of the machine, its trace, one line of summary on
 * standard error.
 *
 * <ul>
 *   <li><b>raw mode</b>: the terminal hands over every key, Ctrl-C included;
 *   <li><b>escape</b>: Ctrl-A, which introduces a command to bbt itself.
 * </ul>
 */
package bbt.reconstruct.cli.boot;
