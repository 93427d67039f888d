/**
 * Makes one trace out of traces of one run: a part of a trace, or several put together
 * (docs/edit.md).
 *
 * <p>Enters: traces. A {@link bbt.reconstruct.edit.TraceSource} walks each on a thread of its own
 * and tells what was executed as {@link bbt.reconstruct.edit.Event}s; a {@link
 * bbt.reconstruct.edit.Gate} passes on the wanted part of them. Leaves: one trace, written by the
 * {@link bbt.reconstruct.edit.Splicer} with the writer that a recorder has, so that what is left
 * out is a gap as in a run that was recorded in part.
 *
 * <dl>
 *   <dt>Covered
 *   <dd>a trace covers the instructions that it has recorded and that its gate passes on.
 *   <dt>To speak
 *   <dd>of several merged traces that cover a place, the one whose events are written speaks.
 * </dl>
 */
package bbt.reconstruct.edit;
