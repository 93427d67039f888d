package bbt.ptg.arm64.semantics;

import bbt.ptg.arm64.vector.LaneOp;
import bbt.ptg.arm64.vector.Lanes;

/** Moves of lanes between registers, permutations, tables, constants. */
public final class VectorMoves {
  private static final int TABLE_BYTES = 16;
  private static final int BYTE_LANES = 0;

  private VectorMoves() {}

  private static <V> V of(A64Rtl<V> r, LaneOp op, V a, V b) {
    return r.lane(op, a, b, r.constant(0), r.lanes().code());
  }

  /** Writes the low half, and the high one if it counts. */
  private static <V> void write(A64Rtl<V> r, V low, V high) {
    r.vd(low, r.lanes().wide() ? high : r.constant(0));
  }

  // ---- one lane

  /** A lane to all lanes, or to the lowest of a scalar. */
  public static <V> void dupLane(A64Rtl<V> r) {
    r.requireVectors();
    Lanes lanes = r.lanes();
    V lane = r.nLane(lanes.size());
    if (lanes.scalar()) {
      r.vd(lane, r.constant(0));
      return;
    }
    V all = of(r, LaneOp.DUP, lane, r.constant(0));
    write(r, all, all);
  }

  public static <V> void dupGeneral(A64Rtl<V> r) {
    r.requireVectors();
    V all = of(r, LaneOp.DUP, r.rn(), r.constant(0));
    write(r, all, all);
  }

  public static <V> void umov(A64Rtl<V> r) {
    r.requireVectors();
    r.rd(r.nLane(r.lanes().size()));
  }

  public static <V> void smov(A64Rtl<V> r, Width w) {
    r.requireVectors();
    int size = r.lanes().size();
    V lane = r.nLane(size);
    V signed = size == 0 ? r.sext8(lane) : size == 1 ? r.sext16(lane) : r.sext32(lane);
    r.rd(w.low(r, signed));
  }

  public static <V> void insertGeneral(A64Rtl<V> r) {
    r.requireVectors();
    r.dLane(0, r.lanes().size(), r.rn());
  }

  public static <V> void insertLane(A64Rtl<V> r) {
    r.requireVectors();
    int size = r.lanes().size();
    r.dLane(0, size, r.nLane(size));
  }

  /** A scalar. */
  public static <V> void fmov(A64Rtl<V> r) {
    r.requireVectors();
    V low = r.vn(0);
    r.vd(r.lanes().size() == 2 ? r.zext32(low) : low, r.constant(0));
  }

  // ---- permutations

  /**
   * @param odd 1 for the lanes with odd numbers, else 0
   */
  public static <V> void transposed(A64Rtl<V> r, int odd) {
    r.requireVectors();
    if (r.lanes().size() == 3) {
      r.vd(r.vn(odd), r.vm(odd));
      return;
    }
    LaneOp op = odd == 0 ? LaneOp.TRN1 : LaneOp.TRN2;
    V low = of(r, op, r.vn(0), r.vm(0));
    V high = of(r, op, r.vn(1), r.vm(1));
    write(r, low, high);
  }

  /**
   * @param high 1 for the upper parts of both sources, else 0
   */
  public static <V> void zipped(A64Rtl<V> r, int high) {
    r.requireVectors();
    if (r.lanes().wide()) {
      V n = r.vn(high);
      V m = r.vm(high);
      r.vd(of(r, LaneOp.ZIP1, n, m), of(r, LaneOp.ZIP2, n, m));
    } else {
      r.vd(of(r, high == 0 ? LaneOp.ZIP1 : LaneOp.ZIP2, r.vn(0), r.vm(0)), r.constant(0));
    }
  }

  /** Bytes of two halves, one above the other, from a place on. */
  public static <V> void ext(A64Rtl<V> r) {
    r.requireVectors();
    r.vd(r.lane(LaneOp.EXT, r.vn(0), r.vm(0), r.second(), BYTE_LANES), r.constant(0));
  }

  /** Bytes of two registers, one above the other, from a place on. */
  public static <V> void extWide(A64Rtl<V> r) {
    r.requireVectors();
    V from = r.and(r.second(), r.constant(Long.BYTES - 1));
    V upper = r.ne(r.and(r.second(), r.constant(Long.BYTES)), r.constant(0));
    V first = r.select(upper, r.vn(1), r.vn(0));
    V second = r.select(upper, r.vm(0), r.vn(1));
    V third = r.select(upper, r.vm(1), r.vm(0));
    V low = r.lane(LaneOp.EXT, first, second, from, BYTE_LANES);
    r.vd(low, r.lane(LaneOp.EXT, second, third, from, BYTE_LANES));
  }

  /**
   * Bytes of a table of some registers.
   *
   * @param keeps whether what is not in the table stays as it was, else it becomes zero
   */
  public static <V> void table(A64Rtl<V> r, int registers, boolean keeps) {
    r.requireVectors();
    V low = looked(r, registers, keeps, 0);
    V high = r.lanes().wide() ? looked(r, registers, keeps, 1) : r.constant(0);
    r.vd(low, high);
  }

  private static <V> V looked(A64Rtl<V> r, int registers, boolean keeps, int half) {
    V indexes = r.vm(half);
    V result = r.constant(0);
    V zero = r.constant(0);
    for (int i = 0; i < registers; i++) {
      // A number below this register's becomes one that is above all.
      V first = r.constant(0x0101_0101_0101_0101L * TABLE_BYTES * i);
      V own = r.lane(LaneOp.SUB, indexes, first, zero, BYTE_LANES);
      result = r.or(result, r.lane(LaneOp.TBL, r.vn(i, 0), r.vn(i, 1), own, BYTE_LANES));
    }
    if (!keeps) {
      return result;
    }
    V most = r.constant((long) registers * TABLE_BYTES);
    V found = r.lane(LaneOp.BELOW, indexes, most, zero, BYTE_LANES);
    return r.or(result, r.and(r.vd(half), r.xor(found, r.constant(-1))));
  }

  // ---- constants

  public static <V> void constant(A64Rtl<V> r) {
    r.requireVectors();
    write(r, r.imm(), r.imm());
  }

  /** The lowest lane. */
  public static <V> void scalarConstant(A64Rtl<V> r) {
    r.requireVectors();
    r.vd(r.imm(), r.constant(0));
  }

  public static <V> void invertedConstant(A64Rtl<V> r) {
    r.requireVectors();
    V inverted = r.xor(r.imm(), r.constant(-1));
    write(r, inverted, inverted);
  }

  public static <V> void orrConstant(A64Rtl<V> r) {
    r.requireVectors();
    write(r, r.or(r.vd(0), r.imm()), r.or(r.vd(1), r.imm()));
  }

  public static <V> void bicConstant(A64Rtl<V> r) {
    r.requireVectors();
    V kept = r.xor(r.imm(), r.constant(-1));
    write(r, r.and(r.vd(0), kept), r.and(r.vd(1), kept));
  }

  /** A product of polynomials of 64 bits. */
  public static <V> void polynomialProduct(A64Rtl<V> r) {
    r.requireVectors();
    int half = r.lanes().wide() ? 1 : 0;
    V a = r.vn(half);
    V b = r.vm(half);
    r.vd(of(r, LaneOp.CARRYLESS, a, b), of(r, LaneOp.CARRYLESS_HIGH, a, b));
  }
}
