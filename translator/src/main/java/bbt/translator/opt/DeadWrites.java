package bbt.translator.opt;

import bbt.translator.ir.IrNode;
import bbt.translator.ir.Op;
import bbt.translator.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Drops integer register writes that are overwritten in the same node before anyone can look: no
 * read and no operation that may fault or leave in between, since a fault shows all registers.
 */
public final class DeadWrites {
  private DeadWrites() {}

  /** The node without dead writes. */
  public static IrNode remove(IrNode node) {
    List<Op> kept = new ArrayList<>(node.ops().size());
    int dead = 0; // bit per register: overwritten later, nobody looks in between
    for (int i = node.ops().size() - 1; i >= 0; i--) {
      Op op = node.ops().get(i);
      switch (op) {
        case Op.WriteX(int register, Value value) -> {
          boolean visible = mayLeave(value);
          if ((dead >>> register & 1) != 0 && !visible) {
            continue;
          }
          dead = visible ? 0 : (dead | 1 << register) & ~reads(value);
        }
        case Op.SetTemp(_, Value value) -> dead = mayLeave(value) ? 0 : dead & ~reads(value);
        case Op.WriteF(_, Value value) -> dead = mayLeave(value) ? 0 : dead & ~reads(value);
        case Op.Evaluate _, Op.Store _, Op.CacheBlock _, Op.RequireFp _, Op.RequireRoundingMode _ ->
            dead = 0;
      }
      kept.add(op);
    }
    Collections.reverse(kept);
    return kept.size() == node.ops().size() ? node : node.withOps(kept);
  }

  private static int reads(Value v) {
    int result = v instanceof Value.ReadX(int register) ? 1 << register : 0;
    for (Value operand : v.operands()) {
      result |= reads(operand);
    }
    return result;
  }

  private static boolean mayLeave(Value v) {
    if (v.hasEffect()) {
      return true;
    }
    for (Value operand : v.operands()) {
      if (mayLeave(operand)) {
        return true;
      }
    }
    return false;
  }
}
