package bbt.translator.opt;

import bbt.translator.ir.IrNode;
import bbt.translator.ir.Op;
import bbt.translator.ir.Register;
import bbt.translator.ir.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Drops register writes that are overwritten in the same node before anyone can look: no read and
 * no operation that may fault or leave in between, since a fault shows all registers.
 */
public final class DeadWrites {
  private final List<Op> kept = new ArrayList<>();

  /** Registers that are overwritten later, without that somebody looks in between. */
  private final Set<Register> dead = new HashSet<>();

  private DeadWrites() {}

  /** The node without dead writes. */
  public static IrNode remove(IrNode node) {
    return new DeadWrites().node(node);
  }

  private IrNode node(IrNode node) {
    for (Op op : node.ops().reversed()) {
      switch (op) {
        case Op.Write(Register register, Value value) -> {
          boolean visible = mayLeave(value);
          if (dead.contains(register) && !visible) {
            continue;
          }
          dead.add(register);
          look(value, visible);
        }
        case Op.SetTemp(_, Value value) -> look(value, mayLeave(value));
        case Op.SetMark _ -> {}
        case Op.Evaluate _, Op.Store _, Op.Call _, Op.Require _ -> dead.clear();
      }
      kept.add(op);
    }
    Collections.reverse(kept);
    return kept.size() == node.ops().size() ? node : node.withOps(kept);
  }

  /** Evaluating a value reads registers, or shows all of them. */
  private void look(Value value, boolean visible) {
    if (visible) {
      dead.clear();
    } else {
      reads(value);
    }
  }

  private void reads(Value v) {
    if (v instanceof Value.Read(Register register)) {
      dead.remove(register);
    }
    for (Value operand : v.operands()) {
      reads(operand);
    }
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
