package bbt.ptg.riscv.semantics;

import bbt.ptg.guest.rtl.Rtl;
import bbt.ptg.riscv.Insn;

/**
 * The vocabulary of RISC-V's semantics: {@link Rtl}, the operands of an encoding, and the work that
 * only this architecture has.
 */
public interface RiscvRtl<V> extends Rtl<V> {
  // ---- operands
  V rs1();

  V rs2();

  /** The sign-extended immediate (for shifts the amount; for lui/auipc already shifted by 12). */
  V imm();

  /** Writes the integer destination register; a write to x0 is dropped. */
  void rd(V value);

  /** Raw 64 bits of an f register (no unboxing). */
  V frs1();

  V frs2();

  V frs3();

  /** Writes all 64 bits of the f destination and marks mstatus.FS dirty. */
  void frd(V value);

  // ---- memory
  /**
   * Acts on the cache block that holds the address; illegal where menvcfg or senvcfg does not
   * permit it (privileged specification, "Machine Environment Configuration Register").
   */
  void cacheBlock(CacheOp operation, V address);

  // ---- floating point
  /**
   * A floating-point operation with the instruction's rounding mode; raises flags in fcsr. Operands
   * that the operation does not take are {@code null}. Integer operands/results are x register
   * values, f operands/results raw 64-bit f register contents (NaN boxing is the operation's work).
   */
  V fp(FpOp operation, V a, V b, V c);

  /** Traps as illegal when mstatus.FS is off; first operation of every F/D instruction. */
  void requireFp();

  /**
   * Traps as illegal when the instruction's rounding mode is dynamic (rm = 7) and fcsr.frm holds a
   * reserved value (5 to 7). Called once, after {@link #requireFp}, by each instruction that has a
   * rounding-mode field ({@link Insn#hasRoundingMode}).
   */
  void requireRoundingMode();

  // ---- terminator
  /** An instruction whose work is the machine's: CSR access, ecall, xRET, wfi, fences. */
  void system(SystemOp operation);
}
