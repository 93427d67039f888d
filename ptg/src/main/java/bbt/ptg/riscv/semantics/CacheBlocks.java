package bbt.ptg.riscv.semantics;

/** The semantics of Zicbom and Zicboz: unprivileged specification, chapter "CMO". */
public final class CacheBlocks {
  private CacheBlocks() {}

  public static <V> void inval(RiscvRtl<V> r) {
    r.cacheBlock(CacheOp.INVAL, r.rs1());
  }

  public static <V> void clean(RiscvRtl<V> r) {
    r.cacheBlock(CacheOp.CLEAN, r.rs1());
  }

  public static <V> void flush(RiscvRtl<V> r) {
    r.cacheBlock(CacheOp.FLUSH, r.rs1());
  }

  public static <V> void zero(RiscvRtl<V> r) {
    r.cacheBlock(CacheOp.ZERO, r.rs1());
  }
}
