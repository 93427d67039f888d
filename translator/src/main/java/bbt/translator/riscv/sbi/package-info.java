/**
 * Serves the calls of the built-in firmware: a supervisor binary interface (RISC-V SBI
 * specification 2.0) without M-mode code.
 *
 * <p>Enters: an ECALL from S-mode (EID in a7, FID in a6, arguments in a0 to a5). Leaves: an error
 * code in a0, a value in a1, and effects through {@link bbt.translator.riscv.sbi.SbiHost}.
 *
 * <ul>
 *   <li><b>EID / FID</b>: number of an extension / of a function in it;
 *   <li><b>legacy</b>: the calls of SBI 0.1 (EID 0 to 8), which answer in a0 alone.
 * </ul>
 */
package bbt.translator.riscv.sbi;
