/**
 * Computes what AArch64's instructions on vector and floating-point registers compute, as pure
 * functions of 64-bit halves.
 *
 * <p>Enters: halves of registers, a {@link bbt.ptg.arm64.vector.Lanes} that says how they are
 * divided, and the {@link bbt.ptg.arm64.vector.FloatStatus} of a processor. Leaves: one half of a
 * result; cumulative flags are set in the status. {@link bbt.ptg.arm64.vector.LaneOp} lists the
 * functions, which all have the same parameters, so that engines call them by name.
 *
 * <ul>
 *   <li><b>half</b>: 64 bits of a register, the low or the high ones
 *   <li><b>lane</b>: an element of a vector, 8 to 64 bits wide
 *   <li><b>widen, narrow</b>: lanes of the result are twice or half as wide as those of operands
 * </ul>
 */
package bbt.ptg.arm64.vector;
