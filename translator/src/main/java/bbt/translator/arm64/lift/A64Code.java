package bbt.translator.arm64.lift;

import bbt.ptg.arm64.A64Decoded;
import bbt.ptg.arm64.A64Decoder;
import bbt.ptg.arm64.A64Isa;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.rtl.FloatFormat;
import bbt.ptg.guest.rtl.FloatOp;
import bbt.translator.arm64.cpu.A64Cpu;
import bbt.translator.arm64.cpu.A64Mem;
import bbt.translator.arm64.cpu.A64Register;
import bbt.translator.arm64.cpu.SystemWork;
import bbt.translator.codegen.GuestCode;
import bbt.translator.codegen.RegisterPlace;
import bbt.translator.ir.Register;
import bbt.translator.lift.Lifter;
import java.util.List;

/** Tells the translator how AArch64 is lifted and what generated code refers to. */
public final class A64Code implements GuestCode {
  public static final A64Code ARM64 = new A64Code();

  private A64Code() {}

  @Override
  public GuestIsa isa() {
    return A64Isa.ARM64;
  }

  /**
   * {@inheritDoc} Kernels read their own state all the time: the current task, the interrupt masks,
   * the base of a processor's own variables.
   */
  @Override
  public boolean liftsSystem(int bits) {
    A64Decoded d = A64Decoder.decode(bits);
    return switch (d.insn()) {
      case MRS -> {
        A64Register register = A64Register.of(d.system());
        yield register != null && register.isSteady();
      }
      case MSR -> A64Register.of(d.system()) == A64Register.DAIF;
      case MSR_DAIFSET, MSR_DAIFCLR, ISB -> true;
      case SYS -> SystemWork.isCacheMaintenance(d.system());
      default -> false;
    };
  }

  @Override
  public Lifter lifter() {
    return new A64Lifter();
  }

  @Override
  public Class<?> hart() {
    return A64Cpu.class;
  }

  @Override
  public List<String> arrays() {
    return A64Registers.ARRAYS;
  }

  @Override
  public RegisterPlace place(Register register) {
    return A64Registers.place(register);
  }

  @Override
  public Class<?> atomics() {
    return A64Mem.class;
  }

  /** {@inheritDoc} Floating point is functions of halves of vector registers. */
  @Override
  public Class<?> floats() {
    return null;
  }

  @Override
  public Class<?> quickFloats() {
    return null;
  }

  @Override
  public String floatFunction(FloatOp op, FloatFormat format) {
    throw new IllegalArgumentException(op + " is not lifted");
  }

  /** {@inheritDoc} What is undefined is not lifted. */
  @Override
  public int illegalInstruction() {
    return -1;
  }
}
