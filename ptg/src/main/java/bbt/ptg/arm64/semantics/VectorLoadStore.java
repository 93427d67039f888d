package bbt.ptg.arm64.semantics;

import bbt.ptg.guest.rtl.MemoryKind;

/** Loads and stores of vector registers, each as two halves of 64 bits. */
public final class VectorLoadStore {
  private VectorLoadStore() {}

  private static <V> V half(A64Rtl<V> r, V address, int number) {
    return r.load(MemoryKind.D64, r.add(address, r.constant((long) number * Long.BYTES)));
  }

  public static <V> void loadPair(A64Rtl<V> r) {
    r.requireVectors();
    load(r, LoadStore.offset(r));
  }

  public static <V> void loadPairPre(A64Rtl<V> r) {
    r.requireVectors();
    V address = LoadStore.offset(r);
    load(r, address);
    r.rnSp(address);
  }

  private static <V> void load(A64Rtl<V> r, V address) {
    V low = half(r, address, 0);
    V high = half(r, address, 1);
    V secondLow = half(r, address, 2);
    V secondHigh = half(r, address, 3);
    r.vd(low, high);
    r.va(secondLow, secondHigh);
  }

  public static <V> void storePair(A64Rtl<V> r) {
    r.requireVectors();
    store(r, LoadStore.offset(r));
  }

  public static <V> void storePairPre(A64Rtl<V> r) {
    r.requireVectors();
    V address = LoadStore.offset(r);
    store(r, address);
    r.rnSp(address);
  }

  private static <V> void store(A64Rtl<V> r, V address) {
    r.storeQuad(address, r.vd(0), r.vd(1), r.va(0), r.va(1));
  }
}
