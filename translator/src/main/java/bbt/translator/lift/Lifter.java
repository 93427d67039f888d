package bbt.translator.lift;

import bbt.ptg.guest.rtl.Amo;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.guest.rtl.Pure;
import bbt.ptg.guest.rtl.Rtl;
import bbt.translator.ir.Op;
import bbt.translator.ir.Register;
import bbt.translator.ir.Value;
import bbt.translator.ir.Value.Binary;
import bbt.translator.ir.Value.BinaryOp;
import bbt.translator.ir.Value.Const;
import bbt.translator.ir.Value.Unary;
import bbt.translator.ir.Value.UnaryOp;
import java.util.ArrayList;
import java.util.List;

/**
 * Lifts one node: turns its instructions into operations, one after the other. Literal: what can be
 * simplified is left to {@code bbt.translator.opt}. A guest's room extends it with the decoder, the
 * operands and the work that only that guest has.
 */
public abstract class Lifter implements Rtl<Value> {
  private final List<Op> ops = new ArrayList<>();
  private int temps;
  private Value condition;
  private Value target;

  // The current instruction.
  private long pc;
  private int site;
  private int firstOp;

  /**
   * Lifts one instruction.
   *
   * @param bits its encoding
   * @param pc its address, from the beginning of the page
   * @param site its index in the region
   */
  public final void lift(int bits, long pc, int site) {
    this.pc = pc;
    this.site = site;
    this.firstOp = ops.size();
    apply(bits);
  }

  /** Decodes an instruction and applies its semantics to this. */
  protected abstract void apply(int bits);

  /** The operations so far. */
  public final List<Op> ops() {
    return ops;
  }

  /** Temporaries that the operations use. */
  public final int temps() {
    return temps;
  }

  /** The condition of the branch that was lifted last, or {@code null}. */
  public final Value condition() {
    return condition;
  }

  /** The target of the indirect jump that was lifted last, or {@code null}. */
  public final Value target() {
    return target;
  }

  // ---- for the guest's vocabulary

  /** Site of the current instruction. */
  protected final int site() {
    return site;
  }

  /** The address a number of bytes behind the current instruction's. */
  protected final Value behind(int bytes) {
    return new Value.Address(pc + bytes);
  }

  /** Appends an operation. */
  protected final void add(Op op) {
    ops.add(op);
  }

  /**
   * Has a value computed at this place in the node, and once: for what has an effect, or is used
   * several times.
   *
   * @return the temporary that holds it, or the value itself where that costs nothing
   */
  protected final Value keep(Value value) {
    if (value instanceof Const || value instanceof Value.Address || value instanceof Value.Temp) {
      return value;
    }
    ops.add(new Op.SetTemp(temps, value));
    return new Value.Temp(temps++);
  }

  /** Evaluates a value that nobody wants, if that has an effect. */
  protected final void discard(Value value) {
    if (containsEffect(value)) {
      ops.add(new Op.Evaluate(value));
    }
  }

  private static boolean containsEffect(Value value) {
    if (value.hasEffect()) {
      return true;
    }
    for (Value operand : value.operands()) {
      if (containsEffect(operand)) {
        return true;
      }
    }
    return false;
  }

  // ---- the common vocabulary

  @Override
  public Value pc() {
    return new Value.Address(pc);
  }

  @Override
  public Value constant(long value) {
    return new Const(value);
  }

  private static Value binary(BinaryOp op, Value a, Value b) {
    return new Binary(op, a, b);
  }

  @Override
  public Value add(Value a, Value b) {
    return binary(BinaryOp.ADD, a, b);
  }

  @Override
  public Value sub(Value a, Value b) {
    return binary(BinaryOp.SUB, a, b);
  }

  @Override
  public Value and(Value a, Value b) {
    return binary(BinaryOp.AND, a, b);
  }

  @Override
  public Value or(Value a, Value b) {
    return binary(BinaryOp.OR, a, b);
  }

  @Override
  public Value xor(Value a, Value b) {
    return binary(BinaryOp.XOR, a, b);
  }

  @Override
  public Value sll(Value a, Value b) {
    return binary(BinaryOp.SLL, a, b);
  }

  @Override
  public Value srl(Value a, Value b) {
    return binary(BinaryOp.SRL, a, b);
  }

  @Override
  public Value sra(Value a, Value b) {
    return binary(BinaryOp.SRA, a, b);
  }

  @Override
  public Value mul(Value a, Value b) {
    return binary(BinaryOp.MUL, a, b);
  }

  @Override
  public Value sext8(Value a) {
    return new Unary(UnaryOp.SEXT8, a);
  }

  @Override
  public Value sext16(Value a) {
    return new Unary(UnaryOp.SEXT16, a);
  }

  @Override
  public Value sext32(Value a) {
    return new Unary(UnaryOp.SEXT32, a);
  }

  @Override
  public Value zext16(Value a) {
    return new Unary(UnaryOp.ZEXT16, a);
  }

  @Override
  public Value zext32(Value a) {
    return new Unary(UnaryOp.ZEXT32, a);
  }

  @Override
  public Value eq(Value a, Value b) {
    return binary(BinaryOp.EQ, a, b);
  }

  @Override
  public Value ne(Value a, Value b) {
    return binary(BinaryOp.NE, a, b);
  }

  @Override
  public Value lt(Value a, Value b) {
    return binary(BinaryOp.LT, a, b);
  }

  @Override
  public Value ltu(Value a, Value b) {
    return binary(BinaryOp.LTU, a, b);
  }

  @Override
  public Value ge(Value a, Value b) {
    return binary(BinaryOp.GE, a, b);
  }

  @Override
  public Value geu(Value a, Value b) {
    return binary(BinaryOp.GEU, a, b);
  }

  @Override
  public Value select(Value condition, Value a, Value b) {
    return new Value.Select(condition, a, b);
  }

  @Override
  public Value pure(Pure function, Value a, Value b) {
    return new Value.PureCall(function, a, b);
  }

  @Override
  public Value load(MemoryKind kind, Value address) {
    return new Value.Load(kind, address, site);
  }

  @Override
  public void store(MemoryKind kind, Value address, Value value) {
    ops.add(new Op.Store(kind, address, value, site));
  }

  @Override
  public Value loadReserved(MemoryKind kind, Value address) {
    return new Value.LoadReserved(kind, address, site);
  }

  @Override
  public Value storeConditional(MemoryKind kind, Value address, Value value) {
    return new Value.StoreConditional(kind, address, value, site);
  }

  @Override
  public Value amo(Amo operation, MemoryKind kind, Value address, Value value) {
    return new Value.AmoCall(operation, kind, address, value, site);
  }

  @Override
  public void branchIf(Value value) {
    condition = value;
  }

  @Override
  public void jump() {
    // The node's TraceRule knows where it leads.
  }

  @Override
  public void jumpTo(Value value) {
    target = value;
    for (int i = firstOp; i < ops.size(); i++) {
      if (ops.get(i) instanceof Op.Write(Register register, _) && reads(value, register)) {
        // The link register is also the base: keep the target before it is overwritten.
        target = new Value.Temp(temps);
        ops.add(firstOp, new Op.SetTemp(temps++, value));
        return;
      }
    }
  }

  /** Whether the value of a register is part of a value. */
  protected static boolean reads(Value value, Register register) {
    if (value instanceof Value.Read(Register r)) {
      return r == register;
    }
    for (Value operand : value.operands()) {
      if (reads(operand, register)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void nothing() {}
}
