package bbt.translator.opt;

import bbt.ptg.guest.rtl.MemoryKind;
import bbt.translator.ir.Guard;
import bbt.translator.ir.Helper;
import bbt.translator.ir.IrNode;
import bbt.translator.ir.Mark;
import bbt.translator.ir.Op;
import bbt.translator.ir.Register;
import bbt.translator.ir.StateFunction;
import bbt.translator.ir.Terminator;
import bbt.translator.ir.Value;
import bbt.translator.ir.Value.Address;
import bbt.translator.ir.Value.Binary;
import bbt.translator.ir.Value.BinaryOp;
import bbt.translator.ir.Value.Const;
import bbt.translator.ir.Value.Unary;
import bbt.translator.ir.Value.UnaryOp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Folds constants through the registers of a node and drops operations that change nothing. One
 * pass in program order; facts are forgotten at the node's end.
 */
public final class Simplifier {
  private static final Const ZERO = new Const(0);

  /** Registers that hold a number or an address known here. */
  private final Map<Register, Value> known = new HashMap<>();

  /** Temporaries that hold one. */
  private final Map<Integer, Value> knownTemps = new HashMap<>();

  /** Registers that hold a sign-extended 32-bit value. */
  private final Set<Register> words = new HashSet<>();

  /** One rewritten tree per tree, so that sharing survives; per operation. */
  private final Map<Value, Value> rewritten = new IdentityHashMap<>();

  private Simplifier() {}

  /** The node with simpler trees and the same effect. */
  public static IrNode simplify(IrNode node) {
    return new Simplifier().node(node);
  }

  private IrNode node(IrNode node) {
    List<Op> ops = new ArrayList<>(node.ops().size());
    Set<Record> done = new HashSet<>(); // guards passed, marks set
    for (Op op : node.ops()) {
      rewritten.clear();
      switch (op) {
        case Op.Write(Register register, Value value) -> {
          Value v = rewrite(value);
          if (isWord(v)) {
            words.add(register);
          } else {
            words.remove(register);
          }
          if (isKnown(v)) {
            known.put(register, v);
          } else {
            known.remove(register);
          }
          if (!(v instanceof Value.Read(Register same)) || same != register) {
            ops.add(new Op.Write(register, v));
          }
        }
        case Op.SetTemp(int index, Value value) -> {
          Value v = rewrite(value);
          ops.add(new Op.SetTemp(index, v));
          if (isKnown(v)) {
            knownTemps.put(index, v);
          }
        }
        case Op.Evaluate(Value value) -> ops.add(new Op.Evaluate(rewrite(value)));
        case Op.Store(MemoryKind kind, Value address, Value value, int site) ->
            ops.add(new Op.Store(kind, rewrite(address), lowBits(rewrite(value), kind), site));
        case Op.Call(Helper helper, List<Value> arguments, int site) ->
            ops.add(new Op.Call(helper, rewrite(arguments), site));
        case Op.Require(Guard guard, _) -> {
          if (done.add(guard)) {
            ops.add(op);
          }
        }
        case Op.SetMark(Mark mark) -> {
          if (done.add(mark)) {
            ops.add(op);
          }
        }
      }
    }
    rewritten.clear();
    return node.withOps(ops).withTerminator(terminator(node.terminator()));
  }

  private Terminator terminator(Terminator terminator) {
    return switch (terminator) {
      case Terminator.Branch b ->
          switch (rewrite(b.condition())) {
            // Both engines leave a bit for a branch that always goes one way, so the edge keeps
            // its record operations.
            case Const(long value) -> new Terminator.Jump(value != 0 ? b.taken() : b.notTaken());
            case Value v -> new Terminator.Branch(v, b.taken(), b.notTaken());
          };
      case Terminator.Jump j -> j;
      case Terminator.Indirect i ->
          new Terminator.Indirect(rewrite(i.target()), i.records(), i.returns());
    };
  }

  private static boolean isKnown(Value v) {
    return v instanceof Const || v instanceof Address;
  }

  /** A stored value without extensions of bits that are not stored. */
  private static Value lowBits(Value v, MemoryKind kind) {
    if (v instanceof Unary(UnaryOp op, Value a)) {
      int kept =
          switch (op) {
            case SEXT8, ZEXT8 -> 1;
            case SEXT16, ZEXT16 -> 2;
            case SEXT32, ZEXT32 -> 4;
          };
      if (kept >= kind.bytes) {
        return a;
      }
    }
    return v;
  }

  private Value rewrite(Value v) {
    Value known = rewritten.get(v);
    if (known == null) {
      known = rewriteNew(v);
      rewritten.put(v, known);
    }
    return known;
  }

  private Value rewriteNew(Value v) {
    return switch (v) {
      case Const _, Address _ -> v;
      case Value.Temp(int index) -> {
        Value number = knownTemps.get(index);
        yield number != null ? number : v;
      }
      case Value.Read(Register register) -> {
        Value number = known.get(register);
        yield number != null ? number : v;
      }
      case Unary(UnaryOp op, Value a) -> unary(op, rewrite(a));
      case Binary(BinaryOp op, Value a, Value b) ->
          inHalfTheWidth(binary(op, rewrite(a), rewrite(b)));
      case Value.Select(Value c, Value a, Value b) -> select(rewrite(c), rewrite(a), rewrite(b));
      case Value.PureCall(var f, Value a, Value b) ->
          new Value.PureCall(f, rewrite(a), b == null ? null : rewrite(b));
      case Value.FloatCall(
              var op,
              var format,
              int rounding,
              var nan,
              Value a,
              Value b,
              Value c,
              int site) ->
          new Value.FloatCall(
              op,
              format,
              rounding,
              nan,
              rewrite(a),
              b == null ? null : rewrite(b),
              c == null ? null : rewrite(c),
              site);
      case Value.Load(MemoryKind kind, Value a, int site) -> new Value.Load(kind, rewrite(a), site);
      case Value.LoadReserved(MemoryKind kind, Value a, int site) ->
          new Value.LoadReserved(kind, rewrite(a), site);
      case Value.StoreConditional(MemoryKind kind, Value a, Value value, int site) ->
          new Value.StoreConditional(kind, rewrite(a), rewrite(value), site);
      case Value.AmoCall(var op, MemoryKind kind, Value a, Value value, int site) ->
          new Value.AmoCall(op, kind, rewrite(a), rewrite(value), site);
      case Value.Call(Helper helper, List<Value> arguments, int site) ->
          new Value.Call(helper, rewrite(arguments), site);
      case Value.FunctionCall(StateFunction function, Value a, Value b, Value c, int constant) ->
          new Value.FunctionCall(function, rewrite(a), rewrite(b), rewrite(c), constant);
    };
  }

  private List<Value> rewrite(List<Value> values) {
    return values.stream().map(this::rewrite).toList();
  }

  private Value unary(UnaryOp op, Value a) {
    if (a instanceof Const(long value)) {
      return new Const(fold(op, value));
    }
    if (op == UnaryOp.SEXT32) {
      if (isWord(a)) {
        return a;
      }
      if (a instanceof Unary(UnaryOp inner, Value b) && inner == UnaryOp.ZEXT32) {
        return new Unary(UnaryOp.SEXT32, b);
      }
    }
    if (op == UnaryOp.ZEXT32 && a instanceof Unary(UnaryOp inner, Value b)) {
      if (inner == UnaryOp.SEXT32 || inner == UnaryOp.ZEXT32) {
        return new Unary(UnaryOp.ZEXT32, b);
      }
    }
    return new Unary(op, a);
  }

  /** The extension of a number. */
  static long fold(UnaryOp op, long a) {
    return switch (op) {
      case SEXT8 -> (byte) a;
      case SEXT16 -> (short) a;
      case SEXT32 -> (int) a;
      case ZEXT8 -> a & 0xFF;
      case ZEXT16 -> a & 0xFFFF;
      case ZEXT32 -> a & 0xFFFFFFFFL;
    };
  }

  private static Value binary(BinaryOp op, Value a, Value b) {
    if (a instanceof Const(long x) && b instanceof Const(long y)) {
      return new Const(fold(op, x, y));
    }
    if (op == BinaryOp.ADD && a instanceof Const && b instanceof Address) {
      return binary(op, b, a);
    }
    if (a instanceof Address(long offset) && b instanceof Const(long y)) {
      boolean wholePages = (y | Address.PAGE_SIZE - 1) == -1;
      if (op == BinaryOp.ADD || op == BinaryOp.SUB || op == BinaryOp.AND && wholePages) {
        return new Address(fold(op, offset, y));
      }
    }
    if (b instanceof Const(long y)) {
      switch (op) {
        case ADD, SUB, OR, XOR -> {
          if (y == 0) {
            return a;
          }
          if (op == BinaryOp.ADD
              && a instanceof Binary(BinaryOp inner, Value base, Const(long x))
              && inner == BinaryOp.ADD) {
            return binary(BinaryOp.ADD, base, new Const(x + y));
          }
        }
        case SLL, SRL, SRA -> {
          if ((y & 63) == 0) {
            return a;
          }
          return new Binary(op, a, new Const(y & 63));
        }
        case AND -> {
          if (y == -1) {
            return a;
          }
          if (y == 0 && !effectful(a)) {
            return ZERO;
          }
        }
        case MUL, EQ, NE, LT, LTU, GE, GEU -> {}
      }
    } else if (a instanceof Const(long x) && x == 0) {
      switch (op) {
        case ADD, OR, XOR -> {
          return b;
        }
        case SUB, AND, SLL, SRL, SRA, MUL, EQ, NE, LT, LTU, GE, GEU -> {}
      }
    }
    return new Binary(op, a, b);
  }

  /** The result of an operation on numbers. */
  static long fold(BinaryOp op, long a, long b) {
    return switch (op) {
      case ADD -> a + b;
      case SUB -> a - b;
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SLL -> a << b;
      case SRL -> a >>> b;
      case SRA -> a >> b;
      case MUL -> a * b;
      case EQ -> a == b ? 1 : 0;
      case NE -> a != b ? 1 : 0;
      case LT -> a < b ? 1 : 0;
      case LTU -> Long.compareUnsigned(a, b) < 0 ? 1 : 0;
      case GE -> a >= b ? 1 : 0;
      case GEU -> Long.compareUnsigned(a, b) >= 0 ? 1 : 0;
    };
  }

  /**
   * Combines two words by bits in 32 bits instead of 64. The host then sees what belongs together,
   * such as the two shifts of a rotation, and extends the result alone.
   */
  private Value inHalfTheWidth(Value v) {
    return v instanceof Binary(BinaryOp op, _, Value b)
            && (op == BinaryOp.OR || op == BinaryOp.XOR || op == BinaryOp.AND)
            && !(b instanceof Const)
            && isWord(v)
        ? new Unary(UnaryOp.SEXT32, v)
        : v;
  }

  private static Value select(Value c, Value a, Value b) {
    if (c instanceof Const(long value) && !effectful(a) && !effectful(b)) {
      return value != 0 ? a : b;
    }
    return new Value.Select(c, a, b);
  }

  private static boolean effectful(Value v) {
    if (v.hasEffect()) {
      return true;
    }
    for (Value operand : v.operands()) {
      if (effectful(operand)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a value is known to be the sign extension of its low 32 bits. */
  private boolean isWord(Value v) {
    return switch (v) {
      case Const(long value) -> value == (int) value;
      case Value.Read(Register register) -> words.contains(register);
      case Unary(UnaryOp op, _) -> op != UnaryOp.ZEXT32;
      case Binary(BinaryOp op, Value a, Value b) ->
          switch (op) {
            case EQ, NE, LT, LTU, GE, GEU -> true;
            case AND -> (isWord(a) && isWord(b)) || (b instanceof Const(long m) && m >>> 31 == 0);
            case OR, XOR -> isWord(a) && isWord(b);
            case SRA -> isWord(a);
            case ADD, SUB, SLL, SRL, MUL -> false;
          };
      case Value.Select(_, Value a, Value b) -> isWord(a) && isWord(b);
      case Value.Load(MemoryKind kind, _, _) -> kind != MemoryKind.D64 && kind != MemoryKind.U32;
      case Value.LoadReserved(MemoryKind kind, _, _) -> kind == MemoryKind.S32;
      case Value.AmoCall(_, MemoryKind kind, _, _, _) -> kind == MemoryKind.S32;
      case Value.StoreConditional _ -> true;
      case Address _, Value.Temp _, Value.PureCall _, Value.FloatCall _ -> false;
      case Value.Call _, Value.FunctionCall _ -> false;
    };
  }
}
