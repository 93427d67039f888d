package bbt.ptg.arm64.semantics;

/** The width of an instruction's registers: the upper half of a W register's result is zero. */
public enum Width {
  W(32),
  X(64);

  /** Bits of the register. */
  public final int bits;

  Width(int bits) {
    this.bits = bits;
  }

  /** The low bits of a value that a register of this width has; the others are zero. */
  public <V> V low(A64Rtl<V> r, V value) {
    return this == W ? r.zext32(value) : value;
  }

  /** The value with its sign in bit 63. */
  public <V> V signed(A64Rtl<V> r, V value) {
    return this == W ? r.sext32(value) : value;
  }
}
