package bbt.translator.arm64.lift;

import bbt.ptg.arm64.A64Isa;
import bbt.ptg.arm64.semantics.Flag;
import bbt.ptg.guest.RegisterFile;
import bbt.translator.arm64.cpu.A64Cpu;
import bbt.translator.codegen.RegisterPlace;
import bbt.translator.ir.Register;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The registers of AArch64 in the intermediate representation, and where a processor has them. */
final class A64Registers {
  /** The number that is the zero register or the stack pointer. */
  static final int LAST = 31;

  private static final int VECTORS = 32;

  private static final String OF_GENERAL = "x";
  private static final String OF_HALVES = "vector";

  /** The arrays of {@link A64Cpu} that {@link #place} names. */
  static final List<String> ARRAYS = List.of(OF_GENERAL, OF_HALVES);

  /** X0 to X30; the last is the stack pointer. */
  private static final Register[] GENERAL = Register.of(A64Isa.ARM64.registers().general(), false);

  /** The halves of vector registers, the low one of each first. */
  private static final Register[] HALVES =
      Register.of(
          new RegisterFile(
              "half",
              Long.SIZE,
              IntStream.range(0, 2 * VECTORS).mapToObj(i -> "v" + i / 2 + "." + i % 2).toList()),
          false);

  private static final Register[] FLAGS =
      Register.of(
          new RegisterFile(
              "flag", 1, Arrays.stream(Flag.values()).map(flag -> "flag" + flag).toList()),
          false);

  private A64Registers() {}

  /** A general register; the last is the stack pointer. */
  static Register general(int number) {
    return GENERAL[number];
  }

  /** Half of a vector register: 0 is the low one; behind the last register comes the first. */
  static Register half(int register, int half) {
    return HALVES[2 * (register % VECTORS) + half];
  }

  static Register flag(Flag flag) {
    return FLAGS[flag.ordinal()];
  }

  /** Where {@link A64Cpu} has a register. */
  static RegisterPlace place(Register register) {
    if (register.file() == GENERAL[0].file()) {
      return new RegisterPlace(OF_GENERAL, register.index() == LAST ? A64Cpu.SP : register.index());
    }
    if (register.file() == HALVES[0].file()) {
      return new RegisterPlace(OF_HALVES, register.index());
    }
    return new RegisterPlace(register.file().name(register.index()), RegisterPlace.WHOLE);
  }
}
