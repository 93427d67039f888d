package bbt.ptg.riscv.semantics;

/**
 * Operations on the cache block that holds an address (unprivileged specification, "CMO", sections
 * "Zicbom" and "Zicboz"). Blocks are {@link #BLOCK_BYTES} bytes, naturally aligned.
 */
public enum CacheOp {
  INVAL,
  CLEAN,
  FLUSH,
  ZERO;

  /** Bytes of a cache block; a power of two. */
  public static final int BLOCK_BYTES = 64;

  /** This operation's bit in a set of them. */
  public int bit() {
    return 1 << ordinal();
  }
}
