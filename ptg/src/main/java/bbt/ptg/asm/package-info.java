/**
 * Assembles programs from rows of the instruction table, with labels.
 *
 * <p>Enters: instructions, operands and labels. Leaves: bytes. What generates guest programs (the
 * fuzzer, tests) uses it.
 */
package bbt.ptg.asm;
