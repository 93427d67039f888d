package bbt.translator.codegen;

import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.rtl.FloatFormat;
import bbt.ptg.guest.rtl.FloatOp;
import bbt.translator.ir.Register;
import bbt.translator.lift.Lifter;
import java.util.List;

/**
 * The knowledge that the translator needs of a guest: how its instructions are lifted, and the
 * names that generated code refers to.
 */
public interface GuestCode {
  /** The instruction set. */
  GuestIsa isa();

  /**
   * Whether an instruction is lifted although its flow is {@code SYSTEM}: it goes on behind itself,
   * changes neither what is translated or fetched nor what is pending, and tells the recorder
   * nothing. Where that is so at times only, it leaves the region at other times.
   */
  boolean liftsSystem(int bits);

  /** A new lifter, for one node. */
  Lifter lifter();

  /** Class of the harts, a subclass of {@code Hart}. */
  Class<?> hart();

  /** The fields of the hart that are arrays of registers. */
  List<String> arrays();

  /**
   * The place in the hart of a register of the intermediate representation: in an array, one of
   * {@link #arrays}.
   */
  RegisterPlace place(Register register);

  /**
   * Class of the atomic accesses: {@code loadReserved32(hart, address, site)}, {@code
   * storeConditional32(hart, address, value, site)}, {@code amo32(hart, Amo, address, value,
   * site)}, and the same for 64 bits.
   */
  Class<?> atomics();

  /**
   * Class of {@link #floatFunction}: {@code long (hart, long a, long b, long c, int rounding)};
   * null where no {@code Value.FloatCall} is lifted.
   */
  Class<?> floats();

  /**
   * Class of the same functions on Java's doubles and floats, which leave the region where Java's
   * arithmetic does not do, and of {@code state}, {@code refresh}, {@code box} and {@code unbox}:
   * for RISC-V {@code bbt.translator.riscv.fp.Quick}. Null where no {@code Value.FloatCall} is
   * lifted, no register is {@code floating} and no guard asks for the state.
   */
  Class<?> quickFloats();

  /** Name of the function for an operation. */
  String floatFunction(FloatOp op, FloatFormat format);

  /**
   * Cause of the trap whose value is the encoding of the instruction, as far as what is lifted
   * traps so; -1 where it does not.
   */
  int illegalInstruction();
}
