/**
 * Models a memory system and a branch predictor: caches, TLBs, and what a processor guesses of
 * branches.
 *
 * <p>Enters: a {@link bbt.reconstruct.memory.MemoryConfig}, as a user writes it or by the name of
 * one that comes with bbt (docs/memory-system.md), then fetches, accesses and branches in the order
 * of their execution. Leaves: of each of them the {@link bbt.reconstruct.memory.MemoryEvent}s that
 * it caused, as a set of bits. Nothing here knows a trace.
 */
package bbt.reconstruct.memory;
