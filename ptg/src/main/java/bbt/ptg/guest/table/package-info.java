/**
 * Derives from the rows of a guest's instruction table how its code is decoded: an encoding is
 * written as text, field by field, and from that text come mask, value and operands.
 *
 * <p>Enters: the text of a row's encoding. Leaves: {@link bbt.ptg.guest.table.BitPattern}s, and
 * with {@link bbt.ptg.guest.table.RowSlots} the rows that an encoding may be.
 *
 * <ul>
 *   <li><b>field</b>: neighbouring bits of an encoding that are fixed or belong to one operand
 *   <li><b>scattered operand</b>: a number whose bits stand in several fields, or not at its own
 *       bit 0
 *   <li><b>slot</b>: the rows that agree with an encoding in the bits that the table is indexed by
 * </ul>
 */
package bbt.ptg.guest.table;
