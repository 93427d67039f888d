package bbt.ptg.arm64;

import bbt.ptg.guest.GdbDescription;
import bbt.ptg.guest.GdbRegister;
import bbt.ptg.guest.GdbRegister.Place;
import java.util.ArrayList;
import java.util.List;

/**
 * The description of AArch64 for gdb, with gdb's numbers of registers: 0 to 30 are general, 31 is
 * the stack pointer, 32 the program counter and 33 what gdb calls cpsr, {@link
 * SystemRegisters#PSTATE}; 34 to 65 are the vector registers, 66 and 67 fpsr and fpcr.
 */
final class A64Gdb {
  private static final String FEATURE = "org.gnu.gdb.aarch64.core";
  private static final int FRAME_POINTER = 29;
  private static final int STACK_POINTER = 31;
  private static final int PC = 32;
  private static final int CPSR = 33;
  private static final int GENERAL = 34;
  private static final int VECTORS = 32;
  private static final String FLOATING = "org.gnu.gdb.aarch64.fpu";

  private A64Gdb() {}

  static GdbDescription description() {
    List<GdbRegister> all = new ArrayList<>();
    for (int i = 0; i < STACK_POINTER; i++) {
      all.add(new GdbRegister(i, "x" + i, 64, "int", null, FEATURE, Place.GENERAL, i));
    }
    all.add(
        new GdbRegister(
            STACK_POINTER, "sp", 64, "data_ptr", null, FEATURE, Place.GENERAL, STACK_POINTER));
    all.add(new GdbRegister(PC, "pc", 64, "code_ptr", null, FEATURE, Place.PC, 0));
    all.add(
        new GdbRegister(
            CPSR, "cpsr", 32, "int", null, FEATURE, Place.CONTROL, SystemRegisters.PSTATE));
    for (int i = 0; i < VECTORS; i++) {
      int number = GENERAL + i;
      all.add(new GdbRegister(number, "v" + i, 128, "uint128", null, FLOATING, Place.FLOATING, i));
    }
    for (String name : List.of("fpsr", "fpcr")) {
      int index = SystemRegisters.number(name);
      all.add(new GdbRegister(all.size(), name, 32, "int", null, FLOATING, Place.CONTROL, index));
    }
    return new GdbDescription("aarch64", all, GENERAL, List.of(FRAME_POINTER, STACK_POINTER, PC));
  }
}
