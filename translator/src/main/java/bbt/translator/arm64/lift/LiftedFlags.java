package bbt.translator.arm64.lift;

import bbt.ptg.arm64.semantics.A64Rtl;
import bbt.ptg.arm64.semantics.Conditions;
import bbt.ptg.arm64.semantics.Flag;
import bbt.translator.ir.Value;
import bbt.translator.ir.Value.Binary;
import bbt.translator.ir.Value.BinaryOp;
import bbt.translator.ir.Value.Const;
import java.util.function.UnaryOperator;

/**
 * The condition flags while a node is lifted: what set them last, as values that stay true to the
 * node's end. Whoever reads them in the same node computes with these, and where it was a
 * comparison, compares its operands.
 */
final class LiftedFlags {
  /** By flag; null: not set in this node. */
  private Value[] values;

  /** The numbers that were compared; null if it was no comparison. */
  private Value first;

  private Value second;

  /** Whether the low 32 bits alone were compared. */
  private boolean word;

  /** What a flag is. */
  Value get(Flag flag) {
    return values == null ? new Value.Read(A64Registers.flag(flag)) : values[flag.ordinal()];
  }

  /**
   * The flags are set.
   *
   * @param keep gives a value that stays the same
   * @param isWord whether it was done in 32 bits
   */
  void set(UnaryOperator<Value> keep, boolean isWord, Value n, Value z, Value c, Value v) {
    word = isWord;
    first = null;
    if (c instanceof Binary(BinaryOp op, Value a, Value b) && op == BinaryOp.GEU) {
      // Of all that sets flags, subtractions alone carry by a comparison of their operands.
      first = a;
      second = b;
    } else if (c instanceof Const(long carry)
        && carry == 0
        && v.equals(c)
        && z instanceof Binary(BinaryOp op, Value result, Const(long zero))
        && op == BinaryOp.EQ
        && zero == 0) {
      // Logic: as if compared with zero, but for the carry.
      first = result;
      second = null;
    }
    values = new Value[] {n, z, c, v};
    for (int i = 0; i < values.length; i++) {
      if (!isSmall(values[i])) {
        values[i] = keep.apply(values[i]);
      }
    }
  }

  /** Whether a value is cheaply computed again, from what stays the same. */
  private static boolean isSmall(Value value) {
    if (value instanceof Value.Read || value instanceof Value.Select) {
      return false;
    }
    for (Value operand : value.operands()) {
      if (!isSmall(operand)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a condition holds. */
  Value holds(A64Rtl<Value> r, int condition) {
    if (first == null) {
      return Conditions.holds(r, condition);
    }
    Value zero = r.constant(0);
    Value a = first;
    Value b = second == null ? zero : second;
    Value signedA = word ? r.sext32(a) : a;
    Value signedB = word ? r.sext32(b) : b;
    return switch (condition) {
      case 0 -> r.eq(a, b);
      case 1 -> r.ne(a, b);
      case 10 -> r.ge(signedA, signedB);
      case 11 -> r.lt(signedA, signedB);
      case 12 -> r.lt(signedB, signedA);
      case 13 -> r.ge(signedB, signedA);
      default -> {
        if (second == null) {
          yield switch (condition) {
            case 4 -> r.lt(signedA, zero);
            case 5 -> r.ge(signedA, zero);
            default -> Conditions.holds(r, condition);
          };
        }
        yield switch (condition) {
          case 2 -> r.geu(a, b);
          case 3 -> r.ltu(a, b);
          case 8 -> r.ltu(b, a);
          case 9 -> r.geu(b, a);
          default -> Conditions.holds(r, condition);
        };
      }
    };
  }
}
