/**
 * Writes the rebuilt execution as lines, one for each instruction or node: {@code bbt log}.
 *
 * <p>Enters: an indexed trace ({@link bbt.reconstruct.map.TraceMap}) and a range of it. Leaves:
 * text for people, CSV for spreadsheets, or lines as QEMU writes them.
 */
package bbt.reconstruct.listing;
