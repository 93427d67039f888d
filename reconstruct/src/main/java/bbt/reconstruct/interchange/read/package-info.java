/**
 * Lists the formats of foreign traces, and imports each into a trace in bbt's format.
 *
 * <p>Enters: a foreign trace and the files of its programs. Leaves: a trace file, and what did not
 * fit.
 */
package bbt.reconstruct.interchange.read;
