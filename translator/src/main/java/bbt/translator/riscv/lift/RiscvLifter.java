package bbt.translator.riscv.lift;

import bbt.ptg.guest.Registers;
import bbt.ptg.guest.fp.Rounding;
import bbt.ptg.riscv.Decoded;
import bbt.ptg.riscv.Decoder;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.riscv.semantics.CacheOp;
import bbt.ptg.riscv.semantics.FpOp;
import bbt.ptg.riscv.semantics.RiscvRtl;
import bbt.ptg.riscv.semantics.SystemOp;
import bbt.translator.ir.Guard;
import bbt.translator.ir.Helper;
import bbt.translator.ir.Mark;
import bbt.translator.ir.Op;
import bbt.translator.ir.Register;
import bbt.translator.ir.Value;
import bbt.translator.lift.Lifter;
import bbt.translator.riscv.cpu.RiscvMem;
import bbt.translator.riscv.fp.FloatGuards;
import java.util.List;

/** Lifts RISC-V instructions. */
public final class RiscvLifter extends Lifter implements RiscvRtl<Value> {
  private static final Registers REGISTERS = RiscvIsa.RV64.registers();

  /** Integer registers. The first is constant, so no operation names it. */
  private static final Register[] X = Register.of(REGISTERS.general(), false);

  private static final Register[] F = Register.of(REGISTERS.floating(), true);

  private static final Guard FLOAT = new Guard(FloatGuards.class, "requireFp", true);
  private static final Guard ROUNDING_MODE =
      new Guard(FloatGuards.class, "requireRoundingMode", true);

  /** mstatus.FS is dirty. */
  private static final Mark FLOAT_DIRTY = new Mark("fs", 3);

  private Decoded insn;

  @Override
  protected void apply(int bits) {
    insn = Decoder.decode(bits);
    insn.insn().semantics().apply(this);
  }

  @Override
  public Value rs1() {
    return x(insn.rs1());
  }

  @Override
  public Value rs2() {
    return x(insn.rs2());
  }

  private Value x(int number) {
    return number == 0 ? constant(0) : new Value.Read(X[number]);
  }

  @Override
  public Value imm() {
    return constant(insn.imm());
  }

  @Override
  public Value nextPc() {
    return behind(insn.length());
  }

  @Override
  public void rd(Value value) {
    if (insn.rd() == 0) {
      discard(value);
    } else {
      add(new Op.Write(X[insn.rd()], value));
    }
  }

  @Override
  public Value frs1() {
    return f(insn.rs1());
  }

  @Override
  public Value frs2() {
    return f(insn.rs2());
  }

  @Override
  public Value frs3() {
    return f(insn.rs3());
  }

  private static Value f(int number) {
    return new Value.Read(F[number]);
  }

  @Override
  public void frd(Value value) {
    add(new Op.Write(F[insn.rd()], value));
    add(new Op.SetMark(FLOAT_DIRTY));
  }

  @Override
  public Value fp(FpOp operation, Value a, Value b, Value c) {
    return new Value.FloatCall(
        operation.operation, operation.format, insn.rm(), Value.NanRule.CANONICAL, a, b, c, site());
  }

  @Override
  public void requireFp() {
    add(new Op.Require(FLOAT, site()));
  }

  @Override
  public void requireRoundingMode() {
    if (insn.rm() == Rounding.DYNAMIC) {
      add(new Op.Require(ROUNDING_MODE, site()));
    }
  }

  @Override
  public void cacheBlock(CacheOp operation, Value address) {
    Helper helper =
        operation == CacheOp.ZERO
            ? new Helper(RiscvMem.class, "zeroBlock", null)
            : new Helper(RiscvMem.class, "cacheBlock", operation);
    add(new Op.Call(helper, List.of(address), site()));
  }

  @Override
  public void system(SystemOp operation) {
    throw new IllegalArgumentException("a region contains no " + operation);
  }
}
