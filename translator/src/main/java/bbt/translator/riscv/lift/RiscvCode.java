package bbt.translator.riscv.lift;

import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.rtl.FloatFormat;
import bbt.ptg.guest.rtl.FloatOp;
import bbt.ptg.riscv.RiscvIsa;
import bbt.ptg.riscv.semantics.FpOp;
import bbt.translator.codegen.GuestCode;
import bbt.translator.codegen.RegisterPlace;
import bbt.translator.ir.Register;
import bbt.translator.lift.Lifter;
import bbt.translator.riscv.cpu.Cause;
import bbt.translator.riscv.cpu.Cpu;
import bbt.translator.riscv.cpu.RiscvMem;
import bbt.translator.riscv.fp.Fp;
import bbt.translator.riscv.fp.Quick;
import java.util.List;

/** Tells the translator how RISC-V is lifted and what generated code refers to. */
public final class RiscvCode implements GuestCode {
  public static final RiscvCode RV64 = new RiscvCode();

  private RiscvCode() {}

  @Override
  public GuestIsa isa() {
    return RiscvIsa.RV64;
  }

  /** {@inheritDoc} None is. */
  @Override
  public boolean liftsSystem(int bits) {
    return false;
  }

  @Override
  public Lifter lifter() {
    return new RiscvLifter();
  }

  @Override
  public Class<?> hart() {
    return Cpu.class;
  }

  @Override
  public List<String> arrays() {
    return List.of();
  }

  /** {@inheritDoc} The field of its name. */
  @Override
  public RegisterPlace place(Register register) {
    return new RegisterPlace(register.toString(), RegisterPlace.WHOLE);
  }

  @Override
  public Class<?> atomics() {
    return RiscvMem.class;
  }

  @Override
  public Class<?> floats() {
    return Fp.class;
  }

  @Override
  public Class<?> quickFloats() {
    return Quick.class;
  }

  @Override
  public String floatFunction(FloatOp op, FloatFormat format) {
    return FpOp.of(op, format).methodName();
  }

  @Override
  public int illegalInstruction() {
    return Cause.ILLEGAL_INSTRUCTION;
  }
}
