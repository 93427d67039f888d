/**
 * Feeds a memory system with a traced run: fetches and branches come from the rebuilt execution,
 * data accesses from executing the run again beside it.
 *
 * <p>Enters: the trace's index and a replay of it, a selection. Leaves: a {@link
 * bbt.reconstruct.memory.MemoryProfile}.
 */
package bbt.reconstruct.replay.memory;
