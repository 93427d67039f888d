/**
 * Finds the code of the programs that a foreign trace is of, since such a trace holds none.
 *
 * <p>Enters: ELF files, or a trace in bbt's format. Leaves: an {@link
 * bbt.reconstruct.interchange.code.Instruction} at an address.
 */
package bbt.reconstruct.interchange.code;
