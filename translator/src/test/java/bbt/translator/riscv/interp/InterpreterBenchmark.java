package bbt.translator.riscv.interp;

import static bbt.ptg.riscv.Insn.*;

import bbt.ptg.asm.Assembler;
import bbt.translator.testing.BareMachine;

/**
 * Speed of the plain dispatch loop on typical instructions. Not a test: run with {@code java
 * @jvm.flags -cp ... bbt.translator.riscv.interp.InterpreterBenchmark}.
 */
public final class InterpreterBenchmark {
  private InterpreterBenchmark() {}

  /** A loop of 40 instructions: loads, stores, arithmetic, branches, a call, as in kernel code. */
  private static Assembler mixed() {
    Assembler a = new Assembler();
    a.li(8, 0x100000).i(AUIPC, 9, 0, 0x100000); // counter, data
    a.label("loop");
    for (int i = 0; i < 3; i++) {
      a.i(LD, 10, 9, 8 * i).i(ADDI, 10, 10, 1).s(SD, 10, 9, 8 * i);
      a.i(LW, 11, 9, 64).r(ADD, 12, 11, 10).i(ANDI, 13, 12, 255).i(SLLI, 14, 13, 3);
      a.branch(BEQ, 13, 0, "skip" + i);
      a.r(XOR, 15, 14, 12).i(SRLI, 15, 15, 7).r(C_MV, 16, 0, 15);
      a.label("skip" + i);
    }
    a.to(JAL, 1, 0, 0, "function");
    a.i(ADDI, 8, 8, -1);
    a.branch(BNE, 8, 0, "loop");
    a.op(WFI);
    a.label("function");
    a.i(LBU, 17, 9, 100).r(SUB, 18, 17, 10).i(SLTIU, 19, 18, 40).i(JALR, 0, 1, 0);
    return a;
  }

  public static void main(String[] arguments) {
    BareMachine machine = new BareMachine();
    machine.load(mixed());
    long retired = 0;
    for (int round = 0;
        round < (arguments.length > 0 ? Integer.parseInt(arguments[0]) : 12);
        round++) {
      machine.cpu.pc = bbt.translator.memory.Ram.BASE;
      long start = System.nanoTime();
      machine.runTo(retired + 40_000_000, 4_000_000);
      long nanos = System.nanoTime() - start;
      long now = machine.cpu.retired();
      System.out.printf(
          "%d instructions, %.0f MIPS%n", now - retired, (now - retired) * 1e3 / nanos);
      retired = now;
      machine.happenings.clear();
    }
  }
}
