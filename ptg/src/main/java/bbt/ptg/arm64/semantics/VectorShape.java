package bbt.ptg.arm64.semantics;

import bbt.ptg.arm64.vector.LaneOp;
import bbt.ptg.arm64.vector.Lanes;

/**
 * Which halves of which registers an instruction's function is applied to: most instructions on
 * vectors are such a shape and a {@link LaneOp}.
 */
public enum VectorShape {
  /** Each half, and the immediate. */
  UNARY,
  /** Each half of two sources. */
  BINARY,
  /** Each half, and a lane of the second source in all lanes. */
  BY_LANE,
  /** Three sources, the lowest lane alone. */
  SCALAR_TERNARY,
  /** Two sources one above the other: two neighbours become one lane. */
  PAIRS,
  /** The two lanes of one source become one. */
  PAIR,
  /** All lanes of one source become one. */
  ACROSS,
  /** A half of one source, which becomes a whole register, and the immediate. */
  LONG_UNARY,
  /** A half of two sources, which becomes a whole register. */
  LONG,
  /** A half and a lane, which become a whole register. */
  LONG_BY_LANE,
  /** A whole register and a half of the second source. */
  WIDE,
  /** A whole register, which becomes a half, and the immediate. */
  NARROW,
  /** Two whole registers, which become a half. */
  NARROW_BINARY;

  private static final int WORD = 32;

  /** Carries an instruction out. */
  public <V> void apply(A64Rtl<V> r, LaneOp op) {
    r.requireVectors();
    Lanes lanes = r.lanes();
    V zero = r.constant(0);
    switch (this) {
      case UNARY -> halves(r, op, h -> r.vn(h), h -> r.imm());
      case BINARY -> halves(r, op, h -> r.vn(h), h -> r.vm(h));
      case BY_LANE -> {
        V lane = lane(r, lanes);
        halves(r, op, h -> r.vn(h), h -> lane);
      }
      case SCALAR_TERNARY -> r.vd(r.lane(op, r.vn(0), r.vm(0), r.va(0), lanes.code()), zero);
      case PAIRS -> {
        V first = pair(r, op, r.vn(0), lanes.wide() ? r.vn(1) : r.vm(0));
        r.vd(first, lanes.wide() ? pair(r, op, r.vm(0), r.vm(1)) : zero);
      }
      case PAIR -> r.vd(pair(r, op, r.vn(0), r.vn(1)), zero);
      case ACROSS -> {
        V wide = r.constant(lanes.wide() ? 1 : 0);
        r.vd(r.lane(op, r.vn(0), r.vn(1), wide, lanes.code()), zero);
      }
      case LONG_UNARY -> widened(r, op, r.vn(half(lanes)), r.imm(), true, false);
      case LONG -> {
        int half = half(lanes);
        widened(r, op, r.vn(half), r.vm(half), false, false);
      }
      case LONG_BY_LANE -> widened(r, op, r.vn(half(lanes)), lane(r, lanes), true, false);
      case WIDE -> widened(r, op, zero, r.vm(half(lanes)), false, true);
      case NARROW -> narrowed(r, op, h -> r.vn(h), h -> r.imm());
      case NARROW_BINARY -> narrowed(r, op, h -> r.vn(h), h -> r.vm(h));
    }
  }

  /** An operand's half. */
  private interface Half<V> {
    V of(int half);
  }

  /** The half that the narrow operands of what widens are in. */
  private static int half(Lanes lanes) {
    return lanes.wide() ? 1 : 0;
  }

  private static <V> V pair(A64Rtl<V> r, LaneOp op, V low, V high) {
    return r.lane(op, low, high, r.constant(0), r.lanes().code());
  }

  /** The lane of the second source that the encoding names, in all lanes. */
  private static <V> V lane(A64Rtl<V> r, Lanes lanes) {
    V zero = r.constant(0);
    return r.lane(LaneOp.DUP, r.mLane(lanes.size()), zero, zero, lanes.size());
  }

  private static <V> V held(A64Rtl<V> r, LaneOp op, int half) {
    return op.takesHeld ? r.vd(half) : r.constant(0);
  }

  private static <V> void halves(A64Rtl<V> r, LaneOp op, Half<V> a, Half<V> b) {
    Lanes lanes = r.lanes();
    V low = r.lane(op, a.of(0), b.of(0), held(r, op, 0), lanes.code());
    boolean both = lanes.wide();
    V high = both ? r.lane(op, a.of(1), b.of(1), held(r, op, 1), lanes.code()) : r.constant(0);
    r.vd(low, high);
  }

  /**
   * Widens the low and the high 32 bits of operands.
   *
   * @param same whether the second operand is the same for both
   * @param wide whether the first source, a whole register, takes the place of what was held
   */
  private static <V> void widened(A64Rtl<V> r, LaneOp op, V a, V b, boolean same, boolean wide) {
    Lanes lanes = r.lanes();
    V low = r.lane(op, a, b, wide ? r.vn(0) : held(r, op, 0), lanes.code());
    if (lanes.scalar()) {
      r.vd(low, r.constant(0));
      return;
    }
    V word = r.constant(WORD);
    V upper = same ? b : r.srl(b, word);
    V third = wide ? r.vn(1) : held(r, op, 1);
    r.vd(low, r.lane(op, r.srl(a, word), upper, third, lanes.code()));
  }

  private static <V> void narrowed(A64Rtl<V> r, LaneOp op, Half<V> a, Half<V> b) {
    Lanes lanes = r.lanes();
    V zero = r.constant(0);
    V low = r.lane(op, a.of(0), b.of(0), zero, lanes.code());
    if (lanes.scalar()) {
      r.vd(low, zero);
      return;
    }
    V high = r.lane(op, a.of(1), b.of(1), zero, lanes.code());
    V both = r.or(low, r.sll(high, r.constant(WORD)));
    if (lanes.wide()) {
      r.vd(r.vd(0), both);
    } else {
      r.vd(both, zero);
    }
  }
}
