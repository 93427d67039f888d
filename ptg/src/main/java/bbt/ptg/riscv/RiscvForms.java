package bbt.ptg.riscv;

import bbt.ptg.guest.ControlFlow;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;

/**
 * Hashes the code at the start of a function, wherever it lies: a hash of its first straight line
 * without distances and addresses, which differ when something else in the program is longer or
 * shorter.
 */
final class CodePrint {
  private CodePrint() {}

  /** Where a program keeps an address for good: its data lies about it. */
  private static final int GLOBAL_POINTER = 3;

  /**
   * The print of a function that starts with a node; {@link GuestIsa#NO_PRINT} of an incomplete
   * one.
   */
  static long of(Node node) {
    if (node.count() == 0 || node.end() == Node.End.UNKNOWN) {
      return GuestIsa.NO_PRINT;
    }
    long print = 1;
    // Registers that hold a part of an address: what is added to them is the other part.
    boolean[] address = new boolean[32];
    address[GLOBAL_POINTER] = true;
    for (int i = 0; i < node.count(); i++) {
      Decoded d = Decoder.decode(node.bits(i));
      if (d == null) {
        print = mixed(print, node.bits(i));
        continue;
      }
      boolean upper = d.insn() == Insn.AUIPC || d.insn() == Insn.LUI;
      boolean far =
          upper
              || d.insn() == Insn.JAL
              || d.insn().flow() == ControlFlow.CONDITIONAL_BRANCH
              || address[d.rs1()];
      print = mixed(print, d.insn().ordinal());
      print = mixed(print, (long) d.rd() << 10 | d.rs1() << 5 | d.rs2());
      print = mixed(print, far ? 0 : d.imm());
      if (d.rd() != GLOBAL_POINTER) {
        address[d.rd()] = upper && d.rd() != 0;
      }
    }
    return print == GuestIsa.NO_PRINT ? 1 : print;
  }

  private static long mixed(long hash, long value) {
    return (hash + value) * 0x9E3779B97F4A7C15L ^ hash >>> 29;
  }
}
