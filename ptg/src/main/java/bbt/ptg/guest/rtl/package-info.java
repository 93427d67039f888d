/**
 * Defines the register transfers that any guest's semantics are written in: integer, memory, atomic
 * and floating-point operations.
 *
 * <p>Enters: {@link bbt.ptg.guest.rtl.Rtl} over values of any kind. Leaves: numbers, the
 * interpreter's source or the compiler's IR, as the kind of value says.
 *
 * <ul>
 *   <li><b>pure function</b>: an operation on values alone, one static method of {@link
 *       bbt.ptg.guest.rtl.PureFunctions}
 * </ul>
 */
package bbt.ptg.guest.rtl;
