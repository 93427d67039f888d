/**
 * What the translator must know of RISC-V instructions: the vocabulary beyond the common one,
 * lifted.
 *
 * <p>Enters: encodings. Leaves: operations of {@code bbt.translator.ir} on the register files x and
 * f.
 */
package bbt.translator.riscv.lift;
