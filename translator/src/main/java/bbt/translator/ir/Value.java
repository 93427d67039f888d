package bbt.translator.ir;

import bbt.ptg.guest.rtl.Amo;
import bbt.ptg.guest.rtl.FloatFormat;
import bbt.ptg.guest.rtl.FloatOp;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.guest.rtl.Pure;
import java.util.List;

/**
 * A tree that computes 64 bits; only {@link Read} may be of another width, which its register says.
 * Trees are immutable; the same object used twice in one operation is evaluated once.
 */
public sealed interface Value {

  /** A number known at translation time. */
  record Const(long value) implements Value {}

  /**
   * A guest address that is known when it is known at which address the region's page is seen, and
   * moves with that.
   *
   * @param offset from the beginning of the page
   */
  record Address(long offset) implements Value {
    /** Pages begin at multiples of it. */
    public static final int PAGE_SIZE = 4096;
  }

  /** All of a register. */
  record Read(Register register) implements Value {}

  /** The value that {@link Op.SetTemp} of the same index stored, earlier in the same node. */
  record Temp(int index) implements Value {}

  /** A conversion of the low bits. */
  record Unary(UnaryOp op, Value a) implements Value {}

  /** Arithmetic and comparison. */
  record Binary(BinaryOp op, Value a, Value b) implements Value {}

  /** {@code condition != 0 ? a : b}, both evaluated. */
  record Select(Value condition, Value a, Value b) implements Value {}

  /** A pure function that lives in {@code PureFunctions}. */
  record PureCall(Pure function, Value a, Value b) implements Value {}

  /**
   * A floating-point operation; operands that it does not take are {@code null}. The region may be
   * left at {@code site} before it.
   *
   * @param format of the operands; if they are integers, of the result
   * @param rounding a mode of {@code bbt.ptg.guest.fp.Rounding}
   */
  record FloatCall(
      FloatOp op,
      FloatFormat format,
      int rounding,
      NanRule nan,
      Value a,
      Value b,
      Value c,
      int site)
      implements Value {}

  /** A load, which may fault at {@code site}. */
  record Load(MemoryKind kind, Value address, int site) implements Value {}

  /** A load that reserves. */
  record LoadReserved(MemoryKind kind, Value address, int site) implements Value {}

  /** A conditional store: 0 when it stored, 1 when not. */
  record StoreConditional(MemoryKind kind, Value address, Value value, int site) implements Value {}

  /** An atomic read-modify-write: the old value. */
  record AmoCall(Amo op, MemoryKind kind, Value address, Value value, int site) implements Value {}

  /** The value of a helper, which may trap or fault at {@code site}. */
  record Call(Helper helper, List<Value> arguments, int site) implements Value {}

  /** The value of a guest's own function, which cannot trap. */
  record FunctionCall(StateFunction function, Value a, Value b, Value c, int constant)
      implements Value {}

  /** The rules by which a floating-point operation treats NaNs. */
  enum NanRule {
    /** Every NaN that is a result is the format's own; an operand's payload is lost. */
    CANONICAL
  }

  /** Conversions of the low bits to 64 bits. */
  enum UnaryOp {
    SEXT8,
    SEXT16,
    SEXT32,
    ZEXT8,
    ZEXT16,
    ZEXT32
  }

  /** Two-operand arithmetic; comparisons give 1 or 0. */
  enum BinaryOp {
    ADD,
    SUB,
    AND,
    OR,
    XOR,
    SLL,
    SRL,
    SRA,
    MUL,
    EQ,
    NE,
    LT,
    LTU,
    GE,
    GEU;

    /** Whether the result is 1 or 0. */
    public boolean isComparison() {
      return ordinal() >= EQ.ordinal();
    }
  }

  /** Whether evaluating this value alone does something besides computing it, or may fault. */
  default boolean hasEffect() {
    return switch (this) {
      case Load _, LoadReserved _, StoreConditional _, AmoCall _, FloatCall _, Call _ -> true;
      case FunctionCall call -> call.function.changesState();
      case Const _, Address _, Read _, Temp _, Unary _, Binary _, Select _, PureCall _ -> false;
    };
  }

  /** The direct operands, in order of evaluation. */
  default Value[] operands() {
    return switch (this) {
      case Const _, Address _, Read _, Temp _ -> NONE;
      case Unary(_, Value a) -> new Value[] {a};
      case Binary(_, Value a, Value b) -> new Value[] {a, b};
      case Select(Value c, Value a, Value b) -> new Value[] {c, a, b};
      case PureCall(_, Value a, Value b) -> b == null ? new Value[] {a} : new Value[] {a, b};
      case FloatCall(_, _, _, _, Value a, Value b, Value c, _) ->
          c != null ? new Value[] {a, b, c} : b != null ? new Value[] {a, b} : new Value[] {a};
      case Load(_, Value a, _) -> new Value[] {a};
      case LoadReserved(_, Value a, _) -> new Value[] {a};
      case StoreConditional(_, Value a, Value v, _) -> new Value[] {a, v};
      case AmoCall(_, _, Value a, Value v, _) -> new Value[] {a, v};
      case Call(_, List<Value> arguments, _) -> arguments.toArray(NONE);
      case FunctionCall(_, Value a, Value b, Value c, _) -> new Value[] {a, b, c};
    };
  }

  /** No operands. */
  Value[] NONE = {};
}
