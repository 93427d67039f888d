package bbt.ptg.guest;

/**
 * The running hash of {@code --bb-verify} over every retired instruction (docs/determinism.md 18).
 *
 * <p>Polynomial, so that a straight-line piece of n instructions folds to one multiply-add and the
 * value does not depend on how an engine cuts the execution into pieces.
 */
public final class VerifyHash {
  /** The multiplier: odd, so that multiplication is a permutation of 64-bit values. */
  public static final long P = 0x9E3779B97F4A7C15L;

  private VerifyHash() {}

  /**
   * The element of one instruction.
   *
   * @param pc virtual address
   * @param bits instruction bits as fetched, 16 or 32 (upper bits zero)
   */
  public static long element(long pc, int bits) {
    long z = pc ^ ((bits & 0xFFFFFFFFL) << 32) ^ ((long) bits * 0xD6E8FEB86659FD93L);
    z = (z ^ (z >>> 32)) * 0xD6E8FEB86659FD93L;
    return z ^ (z >>> 29);
  }

  public static long step(long hash, long pc, int bits) {
    return hash * P + element(pc, bits);
  }

  /** What so many instructions multiply the hash before them by: {@code P^n}. */
  public static long power(long instructions) {
    long result = 1;
    long factor = P;
    for (long n = instructions; n > 0; n >>>= 1) {
      result *= (n & 1) != 0 ? factor : 1;
      factor *= factor;
    }
    return result;
  }
}
