package bbt.translator.ir;

import bbt.ptg.guest.rtl.MemoryKind;
import java.util.List;

/** An operation that a node does in program order, before its terminator. */
public sealed interface Op {

  /** Writes all of a register. */
  record Write(Register register, Value value) implements Op {}

  /** Evaluates now what {@link Value.Temp} reads later in the node. */
  record SetTemp(int index, Value value) implements Op {}

  /** Evaluates a value for its effect and drops the result (an unwanted load may still fault). */
  record Evaluate(Value value) implements Op {}

  /** A store, which may fault at {@code site}. */
  record Store(MemoryKind kind, Value address, Value value, int site) implements Op {}

  /** A call of a helper, which may trap or fault at {@code site}. */
  record Call(Helper helper, List<Value> arguments, int site) implements Op {}

  /** Traps at {@code site} unless a condition holds. */
  record Require(Guard guard, int site) implements Op {}

  /** Makes a note in the state of the hart. */
  record SetMark(Mark mark) implements Op {}

  /** The values that it evaluates, in order of evaluation. */
  default Value[] operands() {
    return switch (this) {
      case Write(_, Value value) -> new Value[] {value};
      case SetTemp(_, Value value) -> new Value[] {value};
      case Evaluate(Value value) -> new Value[] {value};
      case Store(_, Value address, Value value, _) -> new Value[] {address, value};
      case Call(_, List<Value> arguments, _) -> arguments.toArray(Value.NONE);
      case Require _, SetMark _ -> Value.NONE;
    };
  }
}
