/**
 * Computes binary floating-point arithmetic with exact results and exception flags, for every
 * format of {@link bbt.ptg.guest.rtl.FloatFormat}: what the guests have in common.
 *
 * <p>Enters: operands that are no NaN, as doubles, a format and a rounding mode. Leaves: an
 * encoding of the format; flags are raised in the {@link bbt.ptg.guest.fp.FloatEnvironment}. What
 * becomes of NaNs, how a format stands in a wider register, and which integer a number out of range
 * becomes, are rules of the guest's room.
 *
 * <ul>
 *   <li><b>jam</b>: shifting right so that a bit shifted out stays visible in the lowest bit
 *   <li><b>tiny</b>: below the normal range, before or after rounding as the guest has it
 * </ul>
 */
package bbt.ptg.guest.fp;
