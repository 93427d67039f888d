package bbt.ptg.arm64.semantics;

import bbt.ptg.guest.rtl.MemoryKind;

/**
 * Exclusive accesses, and those that acquire or release. In a machine with one memory order the
 * latter are loads and stores, but must be aligned. A pair of words is one access of eight bytes.
 */
public final class ExclusiveAccess {
  private static final int PAIR_BYTES = 16;

  private ExclusiveAccess() {}

  public static <V> void load(A64Rtl<V> r, MemoryKind kind) {
    r.rd(r.loadReserved(kind, r.base()));
  }

  public static <V> void store(A64Rtl<V> r, MemoryKind kind) {
    r.rm(r.storeConditional(kind, r.base(), r.rd()));
  }

  public static <V> void loadAcquire(A64Rtl<V> r, MemoryKind kind) {
    V address = r.base();
    r.requireAligned(kind.bytes, address, false);
    r.rd(r.load(kind, address));
  }

  public static <V> void storeRelease(A64Rtl<V> r, MemoryKind kind) {
    V address = r.base();
    r.requireAligned(kind.bytes, address, true);
    r.store(kind, address, r.rd());
  }

  public static <V> void loadPairW(A64Rtl<V> r) {
    V both = r.loadReserved(MemoryKind.D64, r.base());
    r.rd(r.zext32(both));
    r.ra(r.srl(both, r.constant(32)));
  }

  public static <V> void storePairW(A64Rtl<V> r) {
    V both = r.or(r.zext32(r.rd()), r.sll(r.ra(), r.constant(32)));
    r.rm(r.storeConditional(MemoryKind.D64, r.base(), both));
  }

  public static <V> void loadPairX(A64Rtl<V> r) {
    V address = r.base();
    r.requireAligned(PAIR_BYTES, address, false);
    V first = r.loadReserved(MemoryKind.D64, address);
    V second = r.load(MemoryKind.D64, r.add(address, r.constant(Long.BYTES)));
    r.rd(first);
    r.ra(second);
  }

  public static <V> void storePairX(A64Rtl<V> r) {
    r.rm(r.storeConditionalPair(r.base(), r.rd(), r.ra()));
  }
}
