package bbt.ptg.guest.rtl;

/** A binary floating-point format of IEEE 754. */
public enum FloatFormat {
  HALF(16, 11),
  SINGLE(32, 24),
  DOUBLE(64, 53);

  /** Width of an encoding. */
  public final int bits;

  /** Bits of the significand, the leading one included. */
  public final int precision;

  /** Exponent of the least normal number. */
  public final int minExponent;

  /** The encoding of a positive quiet NaN without a payload. */
  public final long nan;

  /** The encoding of positive infinity. */
  public final long infinity;

  FloatFormat(int bits, int precision) {
    this.bits = bits;
    this.precision = precision;
    int exponentBits = bits - precision;
    this.minExponent = 2 - (1 << (exponentBits - 1));
    this.infinity = (1L << exponentBits) - 1 << (precision - 1);
    this.nan = infinity | 1L << (precision - 2);
  }

  /** The encoding with only the sign set. */
  public long sign() {
    return 1L << (bits - 1);
  }
}
