package bbt.ptg.riscv;

import bbt.ptg.guest.Rtl;

/** Zicbom and Zicboz: unprivileged specification, chapter "CMO". */
final class CacheBlocks {
  private CacheBlocks() {}

  static <V> void inval(Rtl<V> r) {
    r.cacheBlock(CacheOp.INVAL, r.rs1());
  }

  static <V> void clean(Rtl<V> r) {
    r.cacheBlock(CacheOp.CLEAN, r.rs1());
  }

  static <V> void flush(Rtl<V> r) {
    r.cacheBlock(CacheOp.FLUSH, r.rs1());
  }

  static <V> void zero(Rtl<V> r) {
    r.cacheBlock(CacheOp.ZERO, r.rs1());
  }
}
