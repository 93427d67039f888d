/**
 * Says where the values that an instruction writes come from, as far as its encoding tells: copied
 * from a register, loaded, made of registers, constant, or the machine's own.
 *
 * <p>Enters: an encoding, through {@link bbt.ptg.guest.GuestIsa#dataFlow}. Leaves: a {@link
 * bbt.ptg.guest.data.DataFlow}, which whoever follows values through an execution reads.
 *
 * <ul>
 *   <li><b>low bytes</b>: those of least significance; a register's byte 0 is the lowest
 *   <li><b>source</b>: what a written value is, before the instruction
 * </ul>
 */
package bbt.ptg.guest.data;
