package bbt.ptg.arm64.semantics;

/** Branches, jumps, calls and returns. */
public final class Branches {
  private Branches() {}

  public static <V> void b(A64Rtl<V> r) {
    r.jump();
  }

  public static <V> void bl(A64Rtl<V> r) {
    r.link(r.nextPc());
    r.jump();
  }

  public static <V> void bCond(A64Rtl<V> r) {
    r.branchIf(r.holds());
  }

  public static <V> void cbz(A64Rtl<V> r, Width w) {
    r.branchIf(r.eq(w.low(r, r.rd()), r.constant(0)));
  }

  public static <V> void cbnz(A64Rtl<V> r, Width w) {
    r.branchIf(r.ne(w.low(r, r.rd()), r.constant(0)));
  }

  public static <V> void tbz(A64Rtl<V> r) {
    r.branchIf(r.xor(bit(r), r.constant(1)));
  }

  public static <V> void tbnz(A64Rtl<V> r) {
    r.branchIf(bit(r));
  }

  private static <V> V bit(A64Rtl<V> r) {
    return r.and(r.srl(r.rd(), r.second()), r.constant(1));
  }

  public static <V> void br(A64Rtl<V> r) {
    r.jumpTo(r.rn());
  }

  public static <V> void blr(A64Rtl<V> r) {
    V target = r.rn();
    r.link(r.nextPc());
    r.jumpTo(target);
  }
}
