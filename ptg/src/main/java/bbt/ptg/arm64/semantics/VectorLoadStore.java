package bbt.ptg.arm64.semantics;

import bbt.ptg.guest.rtl.MemoryKind;
import java.util.List;

/**
 * Loads and stores of vector registers; what is 128 bits wide, as two halves. A size is 0 to 4, for
 * 8 to 128 bits.
 */
public final class VectorLoadStore {
  private static final int QUAD = 4;
  private static final int QUAD_BYTES = 16;
  private static final MemoryKind[] KINDS = {
    MemoryKind.U8, MemoryKind.U16, MemoryKind.U32, MemoryKind.D64
  };

  private VectorLoadStore() {}

  /** The access to a lane. */
  static MemoryKind kind(int size) {
    return KINDS[size];
  }

  static <V> V at(A64Rtl<V> r, MemoryKind kind, V address, int number) {
    return r.load(kind, r.add(address, r.constant((long) number * kind.bytes)));
  }

  private static <V> void load(A64Rtl<V> r, int size, V address) {
    if (size < QUAD) {
      r.vd(r.load(KINDS[size], address), r.constant(0));
      return;
    }
    r.checkAligned(QUAD_BYTES, address, false);
    V low = at(r, MemoryKind.D64, address, 0);
    V high = at(r, MemoryKind.D64, address, 1);
    r.vd(low, high);
  }

  private static <V> void store(A64Rtl<V> r, int size, V address) {
    if (size < QUAD) {
      r.store(KINDS[size], address, r.vd(0));
    } else {
      r.checkAligned(QUAD_BYTES, address, true);
      r.storePair(MemoryKind.D64, address, r.vd(0), r.vd(1));
    }
  }

  public static <V> void load(A64Rtl<V> r, int size) {
    r.requireVectors();
    load(r, size, LoadStore.offset(r));
  }

  public static <V> void loadIndexed(A64Rtl<V> r, int size) {
    r.requireVectors();
    load(r, size, LoadStore.indexed(r));
  }

  public static <V> void loadLiteral(A64Rtl<V> r, int size) {
    r.requireVectors();
    load(r, size, LoadStore.literal(r));
  }

  public static <V> void loadPre(A64Rtl<V> r, int size) {
    r.requireVectors();
    V address = LoadStore.offset(r);
    load(r, size, address);
    r.rnSp(address);
  }

  public static <V> void loadPost(A64Rtl<V> r, int size) {
    r.requireVectors();
    V address = r.base();
    load(r, size, address);
    r.rnSp(r.add(address, r.imm()));
  }

  public static <V> void store(A64Rtl<V> r, int size) {
    r.requireVectors();
    store(r, size, LoadStore.offset(r));
  }

  public static <V> void storeIndexed(A64Rtl<V> r, int size) {
    r.requireVectors();
    store(r, size, LoadStore.indexed(r));
  }

  public static <V> void storePre(A64Rtl<V> r, int size) {
    r.requireVectors();
    V address = LoadStore.offset(r);
    store(r, size, address);
    r.rnSp(address);
  }

  public static <V> void storePost(A64Rtl<V> r, int size) {
    r.requireVectors();
    V address = r.base();
    store(r, size, address);
    r.rnSp(r.add(address, r.imm()));
  }

  private static <V> void loadPair(A64Rtl<V> r, int size, V address) {
    if (size < QUAD) {
      V first = at(r, KINDS[size], address, 0);
      V second = at(r, KINDS[size], address, 1);
      r.vd(first, r.constant(0));
      r.va(second, r.constant(0));
      return;
    }
    r.checkAligned(QUAD_BYTES, address, false);
    V low = at(r, MemoryKind.D64, address, 0);
    V high = at(r, MemoryKind.D64, address, 1);
    V secondLow = at(r, MemoryKind.D64, address, 2);
    V secondHigh = at(r, MemoryKind.D64, address, 3);
    r.vd(low, high);
    r.va(secondLow, secondHigh);
  }

  private static <V> void storePair(A64Rtl<V> r, int size, V address) {
    if (size < QUAD) {
      r.storePair(KINDS[size], address, r.vd(0), r.va(0));
    } else {
      r.checkAligned(QUAD_BYTES, address, true);
      r.storeAll(MemoryKind.D64, address, List.of(r.vd(0), r.vd(1), r.va(0), r.va(1)));
    }
  }

  public static <V> void loadPair(A64Rtl<V> r, int size) {
    r.requireVectors();
    loadPair(r, size, LoadStore.offset(r));
  }

  public static <V> void loadPairPre(A64Rtl<V> r, int size) {
    r.requireVectors();
    V address = LoadStore.offset(r);
    loadPair(r, size, address);
    r.rnSp(address);
  }

  public static <V> void loadPairPost(A64Rtl<V> r, int size) {
    r.requireVectors();
    V address = r.base();
    loadPair(r, size, address);
    r.rnSp(r.add(address, r.imm()));
  }

  public static <V> void storePair(A64Rtl<V> r, int size) {
    r.requireVectors();
    storePair(r, size, LoadStore.offset(r));
  }

  public static <V> void storePairPre(A64Rtl<V> r, int size) {
    r.requireVectors();
    V address = LoadStore.offset(r);
    storePair(r, size, address);
    r.rnSp(address);
  }

  public static <V> void storePairPost(A64Rtl<V> r, int size) {
    r.requireVectors();
    V address = r.base();
    storePair(r, size, address);
    r.rnSp(r.add(address, r.imm()));
  }
}
