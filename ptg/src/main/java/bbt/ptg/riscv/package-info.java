/**
 * The instruction set of RISC-V: all instructions of {@link bbt.ptg.riscv.Extension}.
 *
 * <p>In: instruction bits. Out: {@link bbt.ptg.riscv.Decoded}, text, control flow, and semantics
 * ({@code semantics}).
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
