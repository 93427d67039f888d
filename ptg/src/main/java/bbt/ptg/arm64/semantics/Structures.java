package bbt.ptg.arm64.semantics;

import bbt.ptg.arm64.vector.LaneOp;
import bbt.ptg.arm64.vector.Lanes;
import bbt.ptg.guest.rtl.MemoryKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads and stores of structures of one to four elements: a register holds those of one place in
 * the structure. Memory is accessed in doublewords, whose lanes are sorted to registers; where
 * accesses must be aligned, each element must by itself.
 *
 * <p>Each may move its base by an immediate or a register then ({@code moves}).
 */
public final class Structures {
  private static final LaneOp[] THIRDS = {LaneOp.THIRD0, LaneOp.THIRD1, LaneOp.THIRD2};
  private static final LaneOp[] WOVEN = {LaneOp.WOVEN0, LaneOp.WOVEN1, LaneOp.WOVEN2};

  private Structures() {}

  private static <V> void move(A64Rtl<V> r, V address, boolean moves) {
    if (moves) {
      r.rnSp(r.add(address, r.moved()));
    }
  }

  /** Checks what stands at an address that must be aligned as its elements are. */
  private static <V> void align(A64Rtl<V> r, int size, V address, boolean store) {
    if (size > 0) {
      r.checkAligned(1 << size, address, store);
    }
  }

  private static <V> V lane(A64Rtl<V> r, LaneOp op, V a, V b) {
    return r.lane(op, a, b, r.constant(0), r.lanes().code());
  }

  /**
   * Loads whole registers.
   *
   * @param sorted whether elements of structures are sorted; else registers follow each other
   */
  public static <V> void load(A64Rtl<V> r, int registers, boolean sorted, boolean moves) {
    r.requireVectors();
    V address = r.base();
    int halves = r.lanes().wide() ? 2 : 1;
    List<V> words = new ArrayList<>();
    align(r, r.lanes().size(), address, false);
    for (int i = 0; i < registers * halves; i++) {
      V at = r.add(address, r.constant((long) i * Long.BYTES));
      words.add(isSmall(r) ? r.loadElements(at) : r.load(MemoryKind.D64, at));
    }
    V zero = r.constant(0);
    List<List<V>> parts = new ArrayList<>(); // half by half, the registers' halves
    for (int half = 0; half < halves && sorted; half++) {
      parts.add(sorted(r, words.subList(half * registers, (half + 1) * registers)));
    }
    for (int i = 0; i < registers; i++) {
      V low = sorted ? parts.getFirst().get(i) : words.get(i * halves);
      V high = sorted ? parts.getLast().get(i) : words.get(i * halves + halves - 1);
      r.vd(i, low, halves == 2 ? high : zero);
    }
    move(r, address, moves);
  }

  private static <V> boolean isSmall(A64Rtl<V> r) {
    return 1 << r.lanes().size() < Long.BYTES;
  }

  /** What doublewords of memory hold of each register. */
  private static <V> List<V> sorted(A64Rtl<V> r, List<V> words) {
    int code = r.lanes().code();
    return switch (words.size()) {
      case 2 -> separated(r, words.get(0), words.get(1));
      case 3 -> {
        List<V> result = new ArrayList<>();
        for (LaneOp third : THIRDS) {
          result.add(r.lane(third, words.get(0), words.get(1), words.get(2), code));
        }
        yield result;
      }
      default -> {
        List<V> first = separated(r, words.get(0), words.get(1));
        List<V> second = separated(r, words.get(2), words.get(3));
        List<V> even = separated(r, first.get(0), second.get(0));
        List<V> odd = separated(r, first.get(1), second.get(1));
        yield List.of(even.get(0), odd.get(0), even.get(1), odd.get(1));
      }
    };
  }

  private static <V> List<V> separated(A64Rtl<V> r, V a, V b) {
    return List.of(lane(r, LaneOp.UZP1, a, b), lane(r, LaneOp.UZP2, a, b));
  }

  /** Stores whole registers. */
  public static <V> void store(A64Rtl<V> r, int registers, boolean sorted, boolean moves) {
    r.requireVectors();
    V address = r.base();
    int halves = r.lanes().wide() ? 2 : 1;
    List<V> words = new ArrayList<>();
    if (sorted) {
      for (int half = 0; half < halves; half++) {
        List<V> parts = new ArrayList<>();
        for (int i = 0; i < registers; i++) {
          parts.add(r.vd(i, half));
        }
        words.addAll(woven(r, parts));
      }
    } else {
      for (int i = 0; i < registers * halves; i++) {
        words.add(r.vd(i / halves, i % halves));
      }
    }
    align(r, r.lanes().size(), address, true);
    if (isSmall(r)) {
      r.storeElements(address, words);
    } else {
      r.storeAll(MemoryKind.D64, address, words);
    }
    move(r, address, moves);
  }

  /** The doublewords of memory that hold what registers have. */
  private static <V> List<V> woven(A64Rtl<V> r, List<V> parts) {
    int code = r.lanes().code();
    return switch (parts.size()) {
      case 2 -> zipped(r, parts.get(0), parts.get(1));
      case 3 -> {
        List<V> result = new ArrayList<>();
        for (LaneOp woven : WOVEN) {
          result.add(r.lane(woven, parts.get(0), parts.get(1), parts.get(2), code));
        }
        yield result;
      }
      default -> {
        List<V> even = zipped(r, parts.get(0), parts.get(2));
        List<V> odd = zipped(r, parts.get(1), parts.get(3));
        List<V> result = new ArrayList<>(zipped(r, even.get(0), odd.get(0)));
        result.addAll(zipped(r, even.get(1), odd.get(1)));
        yield result;
      }
    };
  }

  private static <V> List<V> zipped(A64Rtl<V> r, V a, V b) {
    return List.of(lane(r, LaneOp.ZIP1, a, b), lane(r, LaneOp.ZIP2, a, b));
  }

  /** Loads one structure into a lane of each register; the other lanes stay. */
  public static <V> void loadLane(A64Rtl<V> r, int registers, int size, boolean moves) {
    r.requireVectors();
    V address = r.base();
    List<V> values = elements(r, address, registers, size);
    for (int i = 0; i < registers; i++) {
      r.dLane(i, size, values.get(i));
    }
    move(r, address, moves);
  }

  private static <V> List<V> elements(A64Rtl<V> r, V address, int registers, int size) {
    List<V> values = new ArrayList<>();
    for (int i = 0; i < registers; i++) {
      values.add(VectorLoadStore.at(r, VectorLoadStore.kind(size), address, i));
    }
    return values;
  }

  /** Loads one structure into all lanes of each register. */
  public static <V> void loadReplicated(A64Rtl<V> r, int registers, boolean moves) {
    r.requireVectors();
    V address = r.base();
    Lanes lanes = r.lanes();
    V zero = r.constant(0);
    List<V> values = elements(r, address, registers, lanes.size());
    for (int i = 0; i < registers; i++) {
      V all = lane(r, LaneOp.DUP, values.get(i), zero);
      r.vd(i, all, lanes.wide() ? all : zero);
    }
    move(r, address, moves);
  }

  /** Stores a lane of each register. */
  public static <V> void storeLane(A64Rtl<V> r, int registers, int size, boolean moves) {
    r.requireVectors();
    V address = r.base();
    List<V> values = new ArrayList<>();
    for (int i = 0; i < registers; i++) {
      values.add(r.dLane(i, size));
    }
    align(r, size, address, true);
    r.storeAll(VectorLoadStore.kind(size), address, values);
    move(r, address, moves);
  }
}
