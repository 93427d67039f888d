package bbt.ptg.arm64.semantics;

import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.guest.rtl.Rtl;

/**
 * The vocabulary of AArch64's semantics: {@link Rtl}, the operands of an encoding, the flags, and
 * the work that only this architecture has.
 *
 * <p>Registers are read and written with 64 bits; the semantics cut values to the width of a row.
 * Register 31 is the zero register, but where a name ends with {@code Sp} it is the stack pointer.
 */
public interface A64Rtl<V> extends Rtl<V> {
  // ---- operands, by their places in the encoding

  /** Bits 4:0: the old value of the destination, or what is stored. */
  V rd();

  /** Writes the register of bits 4:0. */
  void rd(V value);

  void rdSp(V value);

  /** Bits 9:5. */
  V rn();

  V rnSp();

  /** Writes the base of an address, which was moved. */
  void rnSp(V value);

  /**
   * Bits 9:5 as the base of an address; where it is the stack pointer, is misaligned and that is
   * checked, it traps (manual, "Stack pointer alignment checking").
   */
  V base();

  /** Bits 20:16. */
  V rm();

  /** Writes the register of bits 20:16: whether an exclusive store was carried out. */
  void rm(V value);

  /** Bits 14:10: third source, or what is stored second. */
  V ra();

  /** Writes the register of bits 14:10: what is loaded second. */
  void ra(V value);

  /** Writes the link register, which calls do. */
  void link(V value);

  /** The immediate: shifted, scaled, a bit mask, or the shift to the left of a bit field. */
  V imm();

  /** The second immediate: flags, the number of a bit, or the shift to the right of a bit field. */
  V second();

  /** The register of bits 20:16, shifted as the encoding says ({@link SecondOperand#shifted}). */
  V shiftedRm();

  /** The register of bits 20:16, extended as the encoding says ({@link SecondOperand#extended}). */
  V extendedRm();

  /** 1 if the condition of the encoding holds, else 0 ({@link Conditions#holds}). */
  V holds();

  // ---- vector registers

  /** Traps if floating point and vectors are switched off. */
  void requireVectors();

  /** Half of the vector register of bits 4:0: 0 for the low one, 1 for the high one. */
  V vd(int half);

  /** Writes the vector register of bits 4:0. */
  void vd(V low, V high);

  /** Half of the vector register of bits 14:10. */
  V va(int half);

  /** Writes the vector register of bits 14:10. */
  void va(V low, V high);

  // ---- flags

  V flag(Flag flag);

  /** Writes all four, each 0 or 1. */
  void flags(V n, V z, V c, V v);

  // ---- memory

  /** Stores two values next to each other; if the access to either faults, neither is stored. */
  void storePair(MemoryKind kind, V address, V first, V second);

  /** Stores four doublewords next to each other; if the access to one faults, none is stored. */
  void storeQuad(V address, V first, V second, V third, V fourth);

  /** Traps if the address of a load or a store is no multiple of a number of bytes. */
  void requireAligned(int bytes, V address, boolean store);

  /** Stores 16 bytes if the reservation holds: 0 on success, 1 on failure. */
  V storeConditionalPair(V address, V first, V second);

  /** A load with the rights of a program, where the system is not to use its own. */
  V loadUnprivileged(MemoryKind kind, V address);

  /** A store with the rights of a program. */
  void storeUnprivileged(MemoryKind kind, V address, V value);

  /** Ends the reservation. */
  void clearExclusive();

  /**
   * Zeroes the naturally aligned block that holds an address (DC ZVA); its size is in DCZID_EL0.
   */
  void zeroBlock(V address);

  // ---- terminator

  /** An instruction whose work is the machine's. */
  void system(A64SystemOp operation);
}
