/**
 * Assembles the guest machine from engine, recorder, board and host, and runs it; deterministic by
 * default.
 *
 * <p>Enters: a {@code MachineConfig} and a {@code ConsolePort}. Leaves: a {@code RunResult}.
 *
 * <ul>
 *   <li><b>event</b>: the moment, always at a node end, at which the machine may change what a hart
 *       sees: a timer expires, an interrupt is taken, input arrives, the run ends;
 *   <li><b>deadline</b>: a retired count, or a tick, at which an event is due.
 * </ul>
 */
package bbt.translator.machine;
