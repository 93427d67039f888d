/** Floating point as the RISC-V extensions F, D and Zfhmin define it. */
package bbt.translator.riscv.fp;
