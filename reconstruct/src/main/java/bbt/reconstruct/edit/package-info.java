/**
 * Makes a trace out of traces of one run: a part of one, several put together (docs/edit.md).
 *
 * <p>In: traces. Each is walked ({@link bbt.reconstruct.edit.TraceSource}) on a thread of its own,
 * and tells what was executed as {@link bbt.reconstruct.edit.Event}s; a {@link
 * bbt.reconstruct.edit.Gate} lets the wanted part of them pass. Out: one trace, written by the
 * writer that a recorder has ({@link bbt.reconstruct.edit.Splicer}), so that what is left out is a
 * gap like that of a run of which only a part was recorded.
 *
 * <dl>
 *   <dt>Covered
 *   <dd>a trace covers what it has recorded, and a gate lets pass.
 *   <dt>To speak
 *   <dd>of the traces that are merged one is written at a time: it speaks.
 * </dl>
 */
package bbt.reconstruct.edit;
