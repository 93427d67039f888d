package bbt.ptg.arm64.semantics;

import bbt.ptg.guest.rtl.Pure;

/**
 * The second operand of arithmetic and of addresses: a register that is shifted or extended
 * (ShiftReg and ExtendReg in the manual's shared pseudocode). Who implements {@link A64Rtl} calls
 * this with what stands in the encoding.
 */
public final class SecondOperand {
  private SecondOperand() {}

  /**
   * A shifted register.
   *
   * @param kind 0 to the left, 1 to the right, 2 arithmetically to the right, 3 rotated
   * @param amount less than the width
   */
  public static <V> V shifted(A64Rtl<V> r, Width w, int kind, V register, V amount) {
    return switch (kind) {
      case 0 -> w.low(r, r.sll(register, amount));
      case 1 -> r.srl(w.low(r, register), amount);
      case 2 -> w.low(r, r.sra(w.signed(r, register), amount));
      default -> rotated(r, w, register, amount);
    };
  }

  /** A register that is rotated to the right. */
  static <V> V rotated(A64Rtl<V> r, Width w, V register, V amount) {
    return w == Width.X
        ? r.pure(Pure.ROR, register, amount)
        : r.zext32(r.pure(Pure.RORW, register, amount));
  }

  /**
   * An extended register.
   *
   * @param option its width as the power of two of a byte, and 4 if it is signed
   * @param amount by which it is shifted to the left then
   */
  public static <V> V extended(A64Rtl<V> r, Width w, int option, V register, V amount) {
    V value =
        switch (option) {
          case 0 -> r.and(register, r.constant(0xFF));
          case 1 -> r.zext16(register);
          case 2 -> r.zext32(register);
          case 4 -> r.sext8(register);
          case 5 -> r.sext16(register);
          case 6 -> r.sext32(register);
          default -> register;
        };
    return w.low(r, r.sll(value, amount));
  }
}
