package bbt.translator.codegen;

/**
 * Computes what bytecode has no instruction for, in static functions small enough for both JIT
 * compilers to inline: a comparison's value, selection.
 */
public final class Arithmetic {
  private Arithmetic() {}

  public static long eq(long a, long b) {
    return a == b ? 1 : 0;
  }

  public static long ne(long a, long b) {
    return a != b ? 1 : 0;
  }

  public static long lt(long a, long b) {
    return a < b ? 1 : 0;
  }

  public static long ltu(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? 1 : 0;
  }

  public static long ge(long a, long b) {
    return a >= b ? 1 : 0;
  }

  public static long geu(long a, long b) {
    return Long.compareUnsigned(a, b) >= 0 ? 1 : 0;
  }

  public static long select(long condition, long a, long b) {
    return condition != 0 ? a : b;
  }
}
