/**
 * What each instruction does, over {@link bbt.ptg.riscv.semantics.RiscvRtl}: the interpreter, the
 * compiler and the tests are its implementations.
 *
 * <p>In: operations on registers, memory and the machine. Out: the same, in the order in which an
 * instruction does them.
 *
 * <ul>
 *   <li><b>terminator</b>: the operation of the semantics that ends a node
 * </ul>
 */
package bbt.ptg.riscv.semantics;
