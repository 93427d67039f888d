package bbt.translator.lift;

import bbt.ptg.guest.Amo;
import bbt.ptg.guest.MemoryKind;
import bbt.ptg.guest.Pure;
import bbt.ptg.riscv.CacheOp;
import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.FpOp;
import bbt.ptg.riscv.RiscvRtl;
import bbt.ptg.riscv.SystemOp;
import bbt.translator.ir.Op;
import bbt.translator.ir.Value;
import bbt.translator.ir.Value.Binary;
import bbt.translator.ir.Value.BinaryOp;
import bbt.translator.ir.Value.Const;
import bbt.translator.ir.Value.Unary;
import bbt.translator.ir.Value.UnaryOp;
import java.util.ArrayList;
import java.util.List;

/**
 * Lifts the instructions of one node, one after the other. Literal: what can be simplified is left
 * to {@code bbt.translator.opt}.
 */
public final class Lifter implements RiscvRtl<Value> {
  private static final Const ZERO = new Const(0);

  private final List<Op> ops = new ArrayList<>();
  private int temps;
  private Value condition;
  private Value target;

  // The current instruction.
  private Decoded insn;
  private long pc;
  private int site;
  private int firstOp;

  /**
   * Lifts one instruction.
   *
   * @param pc its virtual address
   * @param site its index in the region
   */
  public void lift(Decoded decoded, long pc, int site) {
    this.insn = decoded;
    this.pc = pc;
    this.site = site;
    this.firstOp = ops.size();
    decoded.insn().semantics().apply(this);
  }

  /** The operations so far. */
  public List<Op> ops() {
    return ops;
  }

  /** Temporaries that the operations use. */
  public int temps() {
    return temps;
  }

  /** The condition of the branch that was lifted last, or {@code null}. */
  public Value condition() {
    return condition;
  }

  /** The target of the indirect jump that was lifted last, or {@code null}. */
  public Value target() {
    return target;
  }

  private static Value x(int register) {
    return register == 0 ? ZERO : new Value.ReadX(register);
  }

  @Override
  public Value rs1() {
    return x(insn.rs1());
  }

  @Override
  public Value rs2() {
    return x(insn.rs2());
  }

  @Override
  public Value imm() {
    return new Const(insn.imm());
  }

  @Override
  public Value pc() {
    return new Const(pc);
  }

  @Override
  public Value nextPc() {
    return new Const(pc + insn.length());
  }

  @Override
  public void rd(Value value) {
    if (insn.rd() != 0) {
      ops.add(new Op.WriteX(insn.rd(), value));
    } else if (containsEffect(value)) {
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

  @Override
  public Value frs1() {
    return new Value.ReadF(insn.rs1());
  }

  @Override
  public Value frs2() {
    return new Value.ReadF(insn.rs2());
  }

  @Override
  public Value frs3() {
    return new Value.ReadF(insn.rs3());
  }

  @Override
  public void frd(Value value) {
    ops.add(new Op.WriteF(insn.rd(), value));
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
  public Value zext8(Value a) {
    return new Unary(UnaryOp.ZEXT8, a);
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
  public void cacheBlock(CacheOp operation, Value address) {
    ops.add(new Op.CacheBlock(operation, address, site));
  }

  @Override
  public Value fp(FpOp operation, Value a, Value b, Value c) {
    return new Value.FpCall(operation, insn.rm(), a, b, c, site);
  }

  @Override
  public void requireFp() {
    ops.add(new Op.RequireFp(site));
  }

  @Override
  public void requireRoundingMode() {
    if (insn.rm() == DYNAMIC) {
      ops.add(new Op.RequireRoundingMode(site));
    }
  }

  /** Rounding mode field: as fcsr.frm says. */
  private static final int DYNAMIC = 7;

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
      if (ops.get(i) instanceof Op.WriteX(int register, _) && reads(value, register)) {
        // The link register is also the base: keep the target before it is overwritten.
        target = new Value.Temp(temps);
        ops.add(firstOp, new Op.SetTemp(temps++, value));
        return;
      }
    }
  }

  private static boolean reads(Value value, int register) {
    if (value instanceof Value.ReadX(int r)) {
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
  public void system(SystemOp operation) {
    throw new IllegalArgumentException("a region contains no " + operation);
  }

  @Override
  public void nothing() {}
}
