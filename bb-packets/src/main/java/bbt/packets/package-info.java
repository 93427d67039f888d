/**
 * Describes what a Branch Bitstream trace holds, and reads it. Knows no instruction set. The bytes
 * are specified in docs/trace-format.md.
 *
 * <p>Enters: a file. Leaves, from {@link bbt.packets.TraceReader}: chunk by chunk what it holds, or
 * what is damaged. Its writer is {@code bbt.packets.write}; what both read and write with is {@code
 * bbt.packets.bytes}.
 *
 * <ul>
 *   <li><b>event</b>: one branch bit, or one target (return, indirect jump, trap return).
 *   <li><b>packet</b>: the logical unit: why it starts (it continues the last one, an exception, a
 *       context switch), where, at which count, then bits and targets until the next packet.
 *   <li><b>frame</b>: the physical container of packets, decodable on its own: all predictor state
 *       starts empty.
 *   <li><b>chunk</b>: sync marker, type, length, CRC and a payload: header, frame, sideband,
 *       checkpoint, index, end.
 *   <li><b>sideband</b>: what is needed to walk a frame and is not flow: code, mappings, names,
 *       time.
 *   <li><b>retired count</b>: instructions retired since reset; every position in a trace is one.
 *   <li><b>predictor</b>: shadow stack, per-site targets and trap stack that writer and reader keep
 *       in step in compact mode.
 * </ul>
 */
package bbt.packets;
