package bbt.ptg.arm64.semantics;

import bbt.ptg.arm64.vector.LaneOp;
import bbt.ptg.arm64.vector.Lanes;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.guest.rtl.Rtl;
import java.util.List;

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

  /**
   * How the encoding divides vector registers. It is known where semantics are carried out: what
   * has no single encoding carries them out once for each that a row can have.
   */
  Lanes lanes();

  /** Half of the vector register of bits 4:0: 0 for the low one, 1 for the high one. */
  default V vd(int half) {
    return vd(0, half);
  }

  /**
   * Half of a vector register.
   *
   * @param register its distance from that of bits 4:0; behind the last one comes the first
   */
  V vd(int register, int half);

  /** Writes the vector register of bits 4:0. */
  default void vd(V low, V high) {
    vd(0, low, high);
  }

  /** Writes a vector register at a distance from that of bits 4:0. */
  void vd(int register, V low, V high);

  /** Half of the vector register of bits 9:5. */
  default V vn(int half) {
    return vn(0, half);
  }

  /** Half of a vector register at a distance from that of bits 9:5. */
  V vn(int register, int half);

  /** Half of the vector register of bits 20:16. */
  V vm(int half);

  /** Half of the vector register of bits 14:10. */
  V va(int half);

  /** Writes the vector register of bits 14:10. */
  void va(V low, V high);

  /**
   * The lane of the vector register of bits 9:5 with the number in {@link #second}.
   *
   * @param size 0 to 3, for 8 to 64 bits; the others are zero
   */
  V nLane(int size);

  /** The lane of the vector register of bits 20:16 with the number in {@link #second}. */
  V mLane(int size);

  /**
   * The lane, with the number in {@link #imm}, of the vector register at a distance from that of
   * bits 4:0.
   */
  V dLane(int register, int size);

  /** Writes that lane, with the low bits of a value; the others stay. */
  void dLane(int register, int size, V value);

  /**
   * A function of halves of registers, which may set flags in FPSR.
   *
   * @param lanes a {@link Lanes#code}
   */
  V lane(LaneOp op, V a, V b, V c, int lanes);

  /**
   * By how much the access to a structure moves its base: the register of bits 20:16, or the size
   * of the structure where that is the zero register.
   */
  V moved();

  // ---- flags

  /**
   * Says of a value that what follows uses it several times, so that whoever builds expressions
   * from values computes it once. Whoever computes at once has nothing to do.
   *
   * @return what to use in the value's place
   */
  default V once(V value) {
    return value;
  }

  V flag(Flag flag);

  /** Writes all four, each 0 or 1. */
  void flags(V n, V z, V c, V v);

  // ---- memory

  /** Stores two values next to each other; if the access to either faults, neither is stored. */
  void storePair(MemoryKind kind, V address, V first, V second);

  /** Stores values next to each other; if the access to one faults, none is stored. */
  void storeAll(MemoryKind kind, V address, List<V> values);

  /** Loads a doubleword of elements that are smaller: each may be aligned by itself. */
  V loadElements(V address);

  /** {@link #storeAll} of doublewords of elements that are smaller. */
  void storeElements(V address, List<V> values);

  /** Traps if the address of a load or a store is no multiple of a number of bytes. */
  void requireAligned(int bytes, V address, boolean store);

  /** {@link #requireAligned} where SCTLR_EL1.A asks for it. Every other access does so itself. */
  void checkAligned(int bytes, V address, boolean store);

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
