/**
 * Lifts AArch64 instructions, and names the fields and methods of the processor that generated code
 * refers to.
 *
 * <p>Enters: encodings. Leaves: operations of {@code bbt.translator.ir} on general registers,
 * halves of vector registers and condition flags. {@link bbt.translator.arm64.lift.A64Code} is what
 * the translator is given.
 */
package bbt.translator.arm64.lift;
