/**
 * Writes a trace in bbt's format from what the reader of a foreign trace tells.
 *
 * <p>Enters: instructions, traps and changes of state of each hart, told by a {@link
 * bbt.reconstruct.interchange.build.ForeignReader}. Leaves: a trace file, hart by hart ({@link
 * bbt.reconstruct.interchange.build.ImportedHart}).
 */
package bbt.reconstruct.interchange.build;
