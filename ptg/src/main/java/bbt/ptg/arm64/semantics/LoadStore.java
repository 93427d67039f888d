package bbt.ptg.arm64.semantics;

import bbt.ptg.guest.rtl.MemoryKind;

/**
 * Loads and stores of general registers. The base is written last: what the instruction loads into
 * it is lost.
 */
public final class LoadStore {
  private LoadStore() {}

  /** The address of most: base and immediate. */
  public static <V> V offset(A64Rtl<V> r) {
    return r.add(r.base(), r.imm());
  }

  /** Base and an extended register. */
  public static <V> V indexed(A64Rtl<V> r) {
    return r.add(r.base(), r.extendedRm());
  }

  /** Relative to the program counter. */
  public static <V> V literal(A64Rtl<V> r) {
    return r.add(r.pc(), r.imm());
  }

  public static <V> void load(A64Rtl<V> r, MemoryKind kind, V address) {
    r.rd(r.load(kind, address));
  }

  /** A load into a W register that extends the sign. */
  public static <V> void loadSigned(A64Rtl<V> r, MemoryKind kind, V address) {
    r.rd(r.zext32(r.load(kind, address)));
  }

  public static <V> void store(A64Rtl<V> r, MemoryKind kind, V address) {
    r.store(kind, address, r.rd());
  }

  public static <V> void loadPre(A64Rtl<V> r, MemoryKind kind) {
    V address = offset(r);
    load(r, kind, address);
    r.rnSp(address);
  }

  public static <V> void loadSignedPre(A64Rtl<V> r, MemoryKind kind) {
    V address = offset(r);
    loadSigned(r, kind, address);
    r.rnSp(address);
  }

  public static <V> void storePre(A64Rtl<V> r, MemoryKind kind) {
    V address = offset(r);
    store(r, kind, address);
    r.rnSp(address);
  }

  public static <V> void loadPost(A64Rtl<V> r, MemoryKind kind) {
    V address = r.base();
    load(r, kind, address);
    r.rnSp(r.add(address, r.imm()));
  }

  public static <V> void loadSignedPost(A64Rtl<V> r, MemoryKind kind) {
    V address = r.base();
    loadSigned(r, kind, address);
    r.rnSp(r.add(address, r.imm()));
  }

  public static <V> void storePost(A64Rtl<V> r, MemoryKind kind) {
    V address = r.base();
    store(r, kind, address);
    r.rnSp(r.add(address, r.imm()));
  }

  public static <V> void loadUnprivileged(A64Rtl<V> r, MemoryKind kind) {
    r.rd(r.loadUnprivileged(kind, offset(r)));
  }

  public static <V> void loadSignedUnprivileged(A64Rtl<V> r, MemoryKind kind) {
    r.rd(r.zext32(r.loadUnprivileged(kind, offset(r))));
  }

  public static <V> void storeUnprivileged(A64Rtl<V> r, MemoryKind kind) {
    r.storeUnprivileged(kind, offset(r), r.rd());
  }

  public static <V> void loadPair(A64Rtl<V> r, MemoryKind kind) {
    loadPair(r, kind, offset(r));
  }

  public static <V> void loadPairPre(A64Rtl<V> r, MemoryKind kind) {
    V address = offset(r);
    loadPair(r, kind, address);
    r.rnSp(address);
  }

  public static <V> void loadPairPost(A64Rtl<V> r, MemoryKind kind) {
    V address = r.base();
    loadPair(r, kind, address);
    r.rnSp(r.add(address, r.imm()));
  }

  private static <V> void loadPair(A64Rtl<V> r, MemoryKind kind, V address) {
    V first = r.load(kind, address);
    V second = r.load(kind, r.add(address, r.constant(kind.bytes)));
    r.rd(first);
    r.ra(second);
  }

  public static <V> void storePair(A64Rtl<V> r, MemoryKind kind) {
    r.storePair(kind, offset(r), r.rd(), r.ra());
  }

  public static <V> void storePairPre(A64Rtl<V> r, MemoryKind kind) {
    V address = offset(r);
    r.storePair(kind, address, r.rd(), r.ra());
    r.rnSp(address);
  }

  public static <V> void storePairPost(A64Rtl<V> r, MemoryKind kind) {
    V address = r.base();
    r.storePair(kind, address, r.rd(), r.ra());
    r.rnSp(r.add(address, r.imm()));
  }
}
