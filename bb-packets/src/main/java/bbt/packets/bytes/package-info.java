/**
 * Reads and writes numbers and text as bytes of a trace, codes the content of chunks, and holds the
 * format's constants.
 *
 * <p>Enters: bytes, of which none is trusted. Leaves: values, text that a terminal may show, or a
 * {@link bbt.packets.bytes.TraceFormatException} that names the offset.
 */
package bbt.packets.bytes;
