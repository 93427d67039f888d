package bbt.reconstruct.gdb;

import bbt.ptg.riscv.CsrNames;

/**
 * Gdb's numbers of registers, and the description that tells gdb of them.
 *
 * <pre>
 *   0 to 31    x0 to x31        33 to 64   f0 to f31
 *   32         pc               65 + n     control and status register n
 *                               4161       privilege
 * </pre>
 *
 * A g packet has the first 65; gdb asks for each of the others when it is shown.
 */
final class RegisterLayout {
  private static final int PC = 32;
  private static final int F0 = 33;
  private static final int CSR0 = 65;
  private static final int PRIVILEGE = CSR0 + 4096;
  private static final int IN_G = CSR0;
  private static final int BYTES = 8;

  /** fflags, frm and fcsr belong to the floating-point unit and have 32 bits. */
  private static final int LAST_FP_CSR = 3;

  /** Sent with each stop, so that gdb need not ask: ra, sp, s0, pc. */
  private static final int[] EXPEDITED = {1, 2, 8, PC};

  private static final String[] X = {
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "fp", "s1", "a0", "a1", "a2", "a3", "a4",
    "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
    "t5", "t6"
  };

  private static final String[] F = {
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "fs0", "fs1", "fa0", "fa1", "fa2",
    "fa3", "fa4", "fa5", "fa6", "fa7", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9",
    "fs10", "fs11", "ft8", "ft9", "ft10", "ft11"
  };

  private final boolean[] present = new boolean[4096];
  private final String description;

  /**
   * The layout of a machine.
   *
   * @param csrs the control and status registers that it has
   */
  RegisterLayout(int[] csrs) {
    for (int csr : csrs) {
      present[csr] = true;
    }
    description = describe(csrs);
  }

  /** The target description. */
  String description() {
    return description;
  }

  private static String describe(int[] csrs) {
    StringBuilder xml = new StringBuilder();
    xml.append("<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n");
    xml.append("<target version=\"1.0\">\n<architecture>riscv:rv64</architecture>\n");
    feature(xml, "cpu");
    for (int i = 0; i < 32; i++) {
      String type = i == 1 ? "code_ptr" : i == 2 || i == 3 || i == 4 || i == 8 ? "data_ptr" : "int";
      register(xml, X[i], 64, type, i, null);
    }
    register(xml, "pc", 64, "code_ptr", PC, null);
    feature(xml.append("</feature>\n"), "fpu");
    for (int i = 0; i < 32; i++) {
      register(xml, F[i], 64, "ieee_double", F0 + i, null);
    }
    for (int csr : csrs) {
      if (csr <= LAST_FP_CSR) {
        register(xml, CsrNames.name(csr), 32, "int", CSR0 + csr, "float");
      }
    }
    feature(xml.append("</feature>\n"), "csr");
    for (int csr : csrs) {
      if (csr > LAST_FP_CSR) {
        register(xml, CsrNames.name(csr), 64, "int", CSR0 + csr, "csr");
      }
    }
    feature(xml.append("</feature>\n"), "virtual");
    register(xml, "priv", 64, "int", PRIVILEGE, "csr");
    return xml.append("</feature>\n</target>\n").toString();
  }

  private static void feature(StringBuilder xml, String name) {
    xml.append("<feature name=\"org.gnu.gdb.riscv.").append(name).append("\">\n");
  }

  private static void register(
      StringBuilder xml, String name, int bits, String type, int number, String group) {
    xml.append("<reg name=\"").append(name).append("\" bitsize=\"").append(bits);
    xml.append("\" type=\"").append(type).append("\" regnum=\"").append(number);
    if (group != null) {
      xml.append("\" group=\"").append(group);
    }
    xml.append("\"/>\n");
  }

  /** All registers of a g packet. */
  String all(HartState hart) {
    StringBuilder text = new StringBuilder(IN_G * 2 * BYTES);
    for (int number = 0; number < IN_G; number++) {
      text.append(one(hart, number));
    }
    return text.toString();
  }

  /** What a stop says of registers. */
  String expedited(HartState hart) {
    StringBuilder text = new StringBuilder();
    for (int number : EXPEDITED) {
      text.append(Integer.toHexString(number)).append(':').append(one(hart, number)).append(';');
    }
    return text.toString();
  }

  /** One register. */
  String one(HartState hart, int number) {
    if (number < PC) {
      return HexText.register(hart.x(number), BYTES);
    }
    if (number == PC) {
      return HexText.register(hart.pc(), BYTES);
    }
    if (number < CSR0) {
      return HexText.register(hart.f(number - F0), BYTES);
    }
    if (number == PRIVILEGE) {
      return HexText.register(hart.privilege(), BYTES);
    }
    int csr = csr(number);
    return HexText.register(hart.csr(csr), csr <= LAST_FP_CSR ? 4 : BYTES);
  }

  private int csr(int number) {
    int csr = number - CSR0;
    if (csr < 0 || csr > 4095 || !present[csr]) {
      throw new ProtocolException("no register " + number);
    }
    return csr;
  }

  /** Sets all registers of a G packet. */
  void setAll(HartState hart, String digits) {
    if (digits.length() != IN_G * 2 * BYTES) {
      throw new ProtocolException("a G packet of " + digits.length() + " digits");
    }
    HexText.bytes(digits); // all or nothing
    for (int number = 1; number < IN_G; number++) {
      set(hart, number, digits.substring(number * 2 * BYTES, (number + 1) * 2 * BYTES));
    }
  }

  /** Sets one register. */
  void set(HartState hart, int number, String digits) {
    long value = HexText.register(digits);
    if (number < PC) {
      hart.setX(number, value);
    } else if (number == PC) {
      hart.setPc(value);
    } else if (number < CSR0) {
      hart.setF(number - F0, value);
    } else if (number == PRIVILEGE) {
      if (value != 0 && value != 1 && value != 3) {
        throw new ProtocolException("no privilege " + value);
      }
      hart.setPrivilege((int) value);
    } else {
      hart.setCsr(csr(number), value);
    }
  }
}
