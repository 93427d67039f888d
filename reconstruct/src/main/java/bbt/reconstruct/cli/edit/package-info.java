/**
 * Makes traces out of traces on the command line: {@code bbt trace cut}, {@code merge}, {@code
 * strip}, {@code recompress} (docs/edit.md).
 *
 * <p>Enters: the words of a command. Leaves: a trace in a file; {@link bbt.reconstruct.edit} and
 * {@code bbt.packets.write} make it.
 */
package bbt.reconstruct.cli.edit;
