/**
 * Steps through a rebuilt execution, in both directions.
 *
 * <p>Enters: a trace file. Leaves: a {@link bbt.reconstruct.cursor.TraceCursor}, which stands
 * before one instruction of it and moves to any other.
 *
 * <dl>
 *   <dt>map
 *   <dd>what one walk over the trace found out, kept in the cache folder: where it can be entered,
 *       with what state, code and call stacks ({@link bbt.reconstruct.map.TraceMap}).
 *   <dt>segment
 *   <dd>what can be walked alone: a frame, or with several harts an epoch.
 *   <dt>log
 *   <dd>the execution of a segment, entry by entry: a node of which so many instructions were
 *       executed, or a mark where something changed.
 *   <dt>stop
 *   <dd>where a cursor can stand: before an instruction, at a trap, at a gap, at the end.
 *   <dt>unit
 *   <dd>a function or a page of code; in which segments each was executed is known, so that a
 *       search looks only there.
 * </dl>
 */
package bbt.reconstruct.cursor;
