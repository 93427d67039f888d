package bbt.ptg.dwarf;

/**
 * The value of an expression: an object in memory, whose bytes are read when they are needed, or
 * bytes alone.
 *
 * @param type entry of its type; {@link #NUMBER} of a number
 * @param stars pointers to that type on top of it: two of an {@code int **} made by {@code &}
 * @param located whether it is in memory
 * @param address where
 * @param bytes where it is not in memory
 */
record ExpressionValue(long type, int stars, boolean located, long address, byte[] bytes) {
  /** The type of numbers that the user wrote, and of registers. */
  static final long NUMBER = -2;

  static ExpressionValue at(long type, int stars, long address) {
    return new ExpressionValue(type, stars, true, address, null);
  }

  static ExpressionValue of(long type, int stars, byte[] bytes) {
    return new ExpressionValue(type, stars, false, 0, bytes);
  }

  static ExpressionValue number(long number) {
    return of(NUMBER, 0, Types.constant(number, 8));
  }
}
