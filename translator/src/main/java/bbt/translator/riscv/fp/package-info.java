/**
 * Computes floating point exactly as the F, D and Zfhmin extensions define it: results, flags, NaN
 * boxing, all five rounding modes (unprivileged specification, chapters "F" and "D").
 *
 * <p>Enters: raw register contents and a rounding mode. Leaves: raw register contents; flags are
 * OR-ed into {@code cpu.fflags}. {@link bbt.translator.riscv.fp.Fp} holds one function per {@link
 * bbt.ptg.riscv.semantics.FpOp}.
 *
 * <ul>
 *   <li><b>boxed</b>: a single in a 64-bit f register has all ones above; anything else counts as
 *       the canonical NaN
 *   <li><b>canonical NaN</b>: 0x7FC00000 or 0x7FF8000000000000, the only NaN that arithmetic makes
 *   <li><b>fast path</b>: the host's own arithmetic, when rounding is to nearest even, the result
 *       is well inside the normal range and inexactness is known or already recorded
 *   <li><b>exact path</b>: {@link bbt.ptg.guest.fp.ExactArithmetic}, for everything else
 * </ul>
 */
package bbt.translator.riscv.fp;
