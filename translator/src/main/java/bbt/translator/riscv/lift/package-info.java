/**
 * Lifts RISC-V instructions, and names the fields and methods of the hart that generated code
 * refers to.
 *
 * <p>Enters: encodings. Leaves: operations of {@code bbt.translator.ir} on the registers x1 to x31
 * and f0 to f31. {@link bbt.translator.riscv.lift.RiscvCode} is what the translator is given.
 */
package bbt.translator.riscv.lift;
