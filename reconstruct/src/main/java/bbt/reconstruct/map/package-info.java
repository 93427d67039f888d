/**
 * Indexes a trace in one walk, so that any place of it can be entered afterwards; the index is kept
 * in the user's cache.
 *
 * <p>Enters: a trace file. Leaves: a {@link bbt.reconstruct.map.TraceMap}.
 *
 * <dl>
 *   <dt>segment
 *   <dd>what can be walked alone: a frame, or with several harts an epoch.
 *   <dt>unit
 *   <dd>a function or a page of code; in which segments each was executed is known, so that a
 *       search looks only there.
 *   <dt>archive
 *   <dd>the call stacks with which segments begin, each stored once.
 * </dl>
 */
package bbt.reconstruct.map;
