package bbt.ptg.guest.rtl;

/** A floating-point operation in some {@link FloatFormat}, as any guest may have it. */
public enum FloatOp {
  ADD(2),
  SUB(2),
  MUL(2),
  DIV(2),
  SQRT(1),
  /** {@code a * b + c}, rounded once; so are the three after it. */
  MADD(3),
  /** {@code a * b - c}. */
  MSUB(3),
  /** {@code -(a * b) + c}. */
  NMSUB(3),
  /** {@code -(a * b) - c}. */
  NMADD(3),
  /** The first operand with the second one's sign. */
  COPY_SIGN(2),
  /** The first operand with the opposite of the second one's sign. */
  NEGATE_SIGN(2),
  /** The first operand with the signs' exclusive or. */
  XOR_SIGN(2),
  MIN(2),
  MAX(2),
  /** Comparisons: 1 or 0. */
  EQ(2, false, true),
  LT(2, false, true),
  LE(2, false, true),
  /** The class of a number: sign, zero, subnormal, normal, infinity, NaN. */
  CLASS(1, false, true),
  TO_INT(1, false, true),
  TO_UNSIGNED_INT(1, false, true),
  TO_LONG(1, false, true),
  TO_UNSIGNED_LONG(1, false, true),
  FROM_INT(1, true, false),
  FROM_UNSIGNED_INT(1, true, false),
  FROM_LONG(1, true, false),
  FROM_UNSIGNED_LONG(1, true, false),
  TO_HALF(1),
  TO_SINGLE(1),
  TO_DOUBLE(1),
  /** The encoding as an integer, sign-extended. */
  TO_BITS(1, false, true),
  /** The number that an integer's low bits encode. */
  FROM_BITS(1, true, false);

  /** The number of operands. */
  public final int operands;

  /** Whether its operand is an integer; its format is then that of the result. */
  public final boolean fromInteger;

  /** Whether its result is an integer. */
  public final boolean toInteger;

  FloatOp(int operands) {
    this(operands, false, false);
  }

  FloatOp(int operands, boolean fromInteger, boolean toInteger) {
    this.operands = operands;
    this.fromInteger = fromInteger;
    this.toInteger = toInteger;
  }
}
