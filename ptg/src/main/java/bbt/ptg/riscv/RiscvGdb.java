package bbt.ptg.riscv;

import bbt.ptg.guest.GdbDescription;
import bbt.ptg.guest.GdbRegister;
import bbt.ptg.guest.GdbRegister.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The description of RISC-V for gdb, with gdb's numbers of registers.
 *
 * <pre>
 *   0 to 31    x0 to x31        33 to 64   f0 to f31
 *   32         pc               65 + n     control and status register n
 *                               4161       privilege
 * </pre>
 */
final class RiscvGdb {
  private static final int PC = 32;
  private static final int F0 = 33;
  private static final int CSR0 = 65;
  private static final int CSRS = 4096;
  private static final int PRIVILEGE = CSR0 + CSRS;
  private static final int FRAME_POINTER = 8;

  /** fflags, frm and fcsr belong to the floating-point unit and have 32 bits. */
  private static final int LAST_FP_CSR = 3;

  private RiscvGdb() {}

  /** The first of 29 counters that are always zero, in each of the three groups. */
  private static final int[] ZERO_GROUPS = {0x323, 0xB03, 0xC03};

  private static final int ZERO_COUNT = 29;

  /** The debug triggers, always zero. */
  private static final int TRIGGERS = 0x7A0;

  private static boolean isAlwaysZero(int csr) {
    for (int first : ZERO_GROUPS) {
      if (csr >= first && csr < first + ZERO_COUNT) {
        return true;
      }
    }
    return csr >= TRIGGERS && csr < TRIGGERS + 16;
  }

  /** Control and status registers that are zero for good are left out. */
  static GdbDescription description(IntPredicate hasCsr) {
    int[] csrs =
        IntStream.range(0, CSRS).filter(csr -> !isAlwaysZero(csr) && hasCsr.test(csr)).toArray();
    List<GdbRegister> all = new ArrayList<>();
    for (int i = 0; i < PC; i++) {
      String name = i == FRAME_POINTER ? "fp" : Disassembler.x(i);
      String type = i == 1 ? "code_ptr" : i == 2 || i == 3 || i == 4 || i == 8 ? "data_ptr" : "int";
      add(all, i, name, 64, type, null, "cpu", Place.GENERAL, i);
    }
    add(all, PC, "pc", 64, "code_ptr", null, "cpu", Place.PC, 0);
    for (int i = 0; i < 32; i++) {
      add(all, F0 + i, Disassembler.f(i), 64, "ieee_double", null, "fpu", Place.FLOATING, i);
    }
    for (int csr : csrs) {
      if (csr <= LAST_FP_CSR) {
        add(all, CSR0 + csr, CsrNames.name(csr), 32, "int", "float", "fpu", Place.CONTROL, csr);
      }
    }
    for (int csr : csrs) {
      if (csr > LAST_FP_CSR) {
        add(all, CSR0 + csr, CsrNames.name(csr), 64, "int", "csr", "csr", Place.CONTROL, csr);
      }
    }
    add(all, PRIVILEGE, "priv", 64, "int", "csr", "virtual", Place.PRIVILEGE, 0);
    return new GdbDescription("riscv:rv64", all, CSR0, List.of(1, 2, FRAME_POINTER, PC));
  }

  private static void add(
      List<GdbRegister> all,
      int number,
      String name,
      int bits,
      String type,
      String group,
      String feature,
      Place place,
      int index) {
    feature = "org.gnu.gdb.riscv." + feature;
    all.add(new GdbRegister(number, name, bits, type, group, feature, place, index));
  }
}
