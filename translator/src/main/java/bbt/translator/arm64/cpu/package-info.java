/**
 * The state of an AArch64 processor with the exception levels 0 and 1, a cortex-a53 as QEMU has it,
 * and what its instructions do that handlers cannot: system registers, exceptions, translation of
 * addresses, accesses to memory that only this architecture has.
 *
 * <p>Enters: pre-decoded instructions ({@link bbt.translator.arm64.cpu.A64Op}). Leaves: changed
 * registers and memory, or a trap.
 *
 * <ul>
 *   <li><b>level</b>: exception level, {@code priv} of the hart: 0 for programs, 1 for the system;
 *   <li><b>syndrome</b>: what ESR_EL1 says of an exception; its class is the trap's cause;
 *   <li><b>tag</b>: the highest byte of an address, where it is ignored.
 * </ul>
 */
package bbt.translator.arm64.cpu;
