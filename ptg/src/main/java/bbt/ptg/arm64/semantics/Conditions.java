package bbt.ptg.arm64.semantics;

/** Condition codes, from the flags (ConditionHolds in the manual's shared pseudocode). */
public final class Conditions {
  private Conditions() {}

  /** 1 if a condition holds, else 0; the lowest bit of its number inverts it, but for 15. */
  public static <V> V holds(A64Rtl<V> r, int condition) {
    V holds =
        switch (condition >>> 1) {
          case 0 -> r.flag(Flag.Z);
          case 1 -> r.flag(Flag.C);
          case 2 -> r.flag(Flag.N);
          case 3 -> r.flag(Flag.V);
          case 4 -> r.and(r.flag(Flag.C), not(r, r.flag(Flag.Z)));
          case 5 -> r.eq(r.flag(Flag.N), r.flag(Flag.V));
          case 6 -> r.and(r.eq(r.flag(Flag.N), r.flag(Flag.V)), not(r, r.flag(Flag.Z)));
          default -> r.constant(1);
        };
    return (condition & 1) != 0 && condition != 15 ? not(r, holds) : holds;
  }

  private static <V> V not(A64Rtl<V> r, V bit) {
    return r.xor(bit, r.constant(1));
  }
}
