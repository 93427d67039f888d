/** A small assembler over the instruction table: for programs that are made, not compiled. */
package bbt.ptg.asm;
