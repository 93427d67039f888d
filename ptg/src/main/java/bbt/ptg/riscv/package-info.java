/**
 * Describes the instruction set of RISC-V in one table: {@link bbt.ptg.riscv.Insn} has a row for
 * each instruction of {@link bbt.ptg.riscv.Extension}.
 *
 * <p>Enters: instruction bits. Leaves: {@link bbt.ptg.riscv.Decoded}, text, control flow, and
 * semantics ({@code semantics}).
 *
 * <ul>
 *   <li><b>row</b>: an {@link bbt.ptg.riscv.Insn}, the only place where an instruction is described
 *   <li><b>pattern</b>: its encoding, field by field
 *   <li><b>expansion</b>: the 32-bit instruction that a compressed one stands for
 *   <li><b>hint</b>: a legal encoding without effect, such as a write to x0
 *   <li><b>reserved</b>: an encoding that no row matches; it is an illegal instruction
 * </ul>
 */
package bbt.ptg.riscv;
