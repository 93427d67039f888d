/**
 * The guest machine: QEMU's {@code virt} board with one or more harts, deterministic by default.
 *
 * <p>Enters: a {@code MachineConfig} and a {@code ConsolePort}. Leaves: a {@code RunResult}.
 *
 * <ul>
 *   <li><b>event</b>: the moment, always at a node end, at which the machine may change what a hart
 *       sees: a timer expires, an interrupt is taken, input arrives, the run ends;
 *   <li><b>deadline</b>: a retired count, or a tick, at which an event is due;
 *   <li><b>tick</b>: one unit of the 10 MHz timebase, 100 retired instructions by default;
 *   <li><b>turn</b>: what a hart executes until the next one has its turn, a <b>quantum</b> of
 *       instructions or less ({@code Turns});
 *   <li><b>skip</b>: ticks added to the clock because all harts waited (WFI).
 * </ul>
 */
package bbt.translator.machine;
