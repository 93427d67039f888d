/**
 * Exports a run as events over time, for viewers of timelines: Perfetto's own format and Chrome's
 * JSON.
 *
 * <p>Enters: frames of call stacks as they open and close. Leaves: events on tracks ({@link
 * bbt.reconstruct.export.events.EventSink}).
 */
package bbt.reconstruct.export.events;
