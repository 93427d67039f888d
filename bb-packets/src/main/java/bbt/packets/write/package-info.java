/**
 * Writes traces: packets, frames, chunks, parity, index.
 *
 * <p>Enters: events of a hart ({@link bbt.packets.write.EventWriter}), of several and their turns
 * ({@link bbt.packets.write.MachineWriter}), sideband. Leaves: frames, chunks, parity, index and
 * end record of a file ({@link bbt.packets.write.TraceWriter}), or a changed copy of one ({@link
 * bbt.packets.write.TraceEditor}). The terms are those of {@code bbt.packets}.
 */
package bbt.packets.write;
