/**
 * Records what the engines executed and turns it into the canonical stream of {@code bbt.packets}.
 *
 * <p>Enters: events from the engines. Leaves: a trace file.
 *
 * <ul>
 *   <li><b>raw record</b>: a 32-bit word (or a marker with payload) that the guest thread stores;
 *       its form depends on the engine ({@link bbt.translator.trace.RawRecords}).
 *   <li><b>path</b>: a piece of execution known in advance, named by its id: a node with its branch
 *       outcome (one-node path, by the interpreter) or an acyclic path through a region.
 *   <li><b>path table</b>: what each id stands for ({@link bbt.translator.trace.PathTable}).
 *   <li><b>canonical stream</b>: the events of one-node steps in execution order; depends on the
 *       execution alone, made on the writer thread.
 *   <li><b>context rule</b>: which instructions may be a context switch ({@link
 *       bbt.translator.trace.ContextRule}).
 *   <li><b>guest system</b>: who knows the guest's tasks, programs and functions ({@link
 *       bbt.translator.trace.GuestSystem}); asked by the recorder, which knows none of it.
 * </ul>
 */
package bbt.translator.trace;
