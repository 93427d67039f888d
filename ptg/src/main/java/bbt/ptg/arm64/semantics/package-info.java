/**
 * Says what each AArch64 instruction does, over {@link bbt.ptg.arm64.semantics.A64Rtl}, which
 * engines and tests implement.
 *
 * <p>Enters: operations on registers, flags, memory and the machine. Leaves: the same, in the order
 * in which an instruction does them. Functions carry the manual's name of the instruction (chapter
 * C6); a {@link bbt.ptg.arm64.semantics.Width} says which of its two forms is meant.
 *
 * <ul>
 *   <li><b>flags</b>: N, Z, C and V, each a value of one bit
 *   <li><b>second operand</b>: a register that the instruction shifts or extends before use
 *   <li><b>write-back</b>: the moved address of a load or store replaces its base
 * </ul>
 */
package bbt.ptg.arm64.semantics;
