/**
 * The state of a hart and everything that changes it besides computing: control and status
 * registers, traps, interrupts, counters, system instructions.
 *
 * <p>Enters: a decoded SYSTEM instruction ({@link SystemInstructions}), a {@link GuestTrap} caught
 * by an engine ({@link Traps}), interrupt lines from devices ({@link Csrs#setLine}). Leaves: a
 * changed {@link Cpu}, calls to {@link Platform} (time, firmware, timers) and to {@link
 * ExecutionEvents} (the recorder).
 *
 * <p>Terms: a <b>trap</b> is an exception or an interrupt; <b>retired</b> counts instructions that
 * completed, as a machine counter no guest can write; <b>partial</b> is the part of it that belongs
 * to the node under way; to <b>expire</b> the budget makes the engine look for interrupts at this
 * node's end.
 */
package bbt.translator.runtime;
