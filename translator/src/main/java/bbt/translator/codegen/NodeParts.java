package bbt.translator.codegen;

import bbt.translator.ir.IrNode;
import bbt.translator.ir.Op;
import bbt.translator.ir.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts a node that is too long for one method: HotSpot never compiles a method of more than 8000
 * bytes, and gives up inlining in the middle of one whose calls inline to more than that.
 */
final class NodeParts {
  /** Bytes of a memory helper with all that it inlines. */
  private static final int MEMORY_BYTES = 95;

  /** Bytes of a floating-point helper with all that it inlines. */
  private static final int FLOAT_BYTES = 110;

  /** Bytes that one operation has by itself, as a rule. */
  private static final int OPERATION_BYTES = 20;

  private NodeParts() {}

  /**
   * The places where a node is cut: before which of its operations the second, third... part
   * begins. What follows the last of them stays with the terminator: no more than the instruction
   * whose temporary it wants, which has no floating point. A temporary never lives from one part to
   * another.
   *
   * @param most bytes that a part may have, with what it inlines
   */
  static int[] cuts(IrNode node, int most) {
    List<Op> ops = node.ops();
    int[] lastUse = new int[node.temps()];
    for (int i = 0; i < ops.size(); i++) {
      for (Value value : ops.get(i).operands()) {
        uses(value, i, lastUse);
      }
    }
    for (Value value : node.terminator().operands()) {
      uses(value, ops.size(), lastUse);
    }
    List<Integer> cuts = new ArrayList<>();
    int bytes = 0;
    int alive = 0; // the last use of a temporary that is set before
    int last = 0; // the last place for a cut
    for (int i = 0; i < ops.size(); i++) {
      if (alive < i) {
        last = i;
        if (bytes > most) {
          cuts.add(i);
          bytes = 0;
        }
      }
      Op op = ops.get(i);
      bytes += OPERATION_BYTES + inlined(op);
      if (op instanceof Op.SetTemp(int index, _)) {
        alive = Math.max(alive, lastUse[index]);
      }
    }
    cuts.add(alive < ops.size() ? ops.size() : last);
    return cuts.stream().mapToInt(Integer::intValue).toArray();
  }

  private static void uses(Value value, int at, int[] lastUse) {
    if (value instanceof Value.Temp(int index)) {
      lastUse[index] = at;
    }
    for (Value operand : value.operands()) {
      uses(operand, at, lastUse);
    }
  }

  /** Bytes of the helpers that an operation calls, with all that they inline. */
  static int inlined(Op op) {
    int own = op instanceof Op.Store || op instanceof Op.Call ? MEMORY_BYTES : 0;
    return own + Arrays.stream(op.operands()).mapToInt(NodeParts::inlined).sum();
  }

  /** Bytes of the helpers that a value calls, with all that they inline. */
  static int inlined(Value value) {
    int own =
        !value.hasEffect() ? 0 : value instanceof Value.FloatCall ? FLOAT_BYTES : MEMORY_BYTES;
    return own + Arrays.stream(value.operands()).mapToInt(NodeParts::inlined).sum();
  }
}
