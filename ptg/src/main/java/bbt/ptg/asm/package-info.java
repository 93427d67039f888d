/**
 * The assembler: programs from rows of the instruction table, with labels.
 *
 * <p>In: instructions, operands and labels. Out: bytes. What generates guest programs (the fuzzer,
 * tests) uses it.
 */
package bbt.ptg.asm;
