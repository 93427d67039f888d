/**
 * Says what each RISC-V instruction does, over {@link bbt.ptg.riscv.semantics.RiscvRtl}, which the
 * interpreter, the compiler and the tests implement.
 *
 * <p>Enters: operations on registers, memory and the machine. Leaves: the same, in the order in
 * which an instruction does them.
 *
 * <ul>
 *   <li><b>terminator</b>: the operation of the semantics that ends a node
 * </ul>
 */
package bbt.ptg.riscv.semantics;
