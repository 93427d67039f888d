/**
 * Numbers and text as bytes of a trace, the codecs of chunks, and the format's constants.
 *
 * <p>In: bytes, of which none is trusted. Out: values, text that a terminal may show, or a {@link
 * bbt.packets.bytes.TraceFormatException} that names the offset.
 */
package bbt.packets.bytes;
