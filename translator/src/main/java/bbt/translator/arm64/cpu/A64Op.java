package bbt.translator.arm64.cpu;

import bbt.ptg.arm64.A64Decoded;
import bbt.ptg.arm64.A64Isa;
import bbt.ptg.arm64.semantics.A64SystemOp;

/**
 * One pre-decoded instruction. A register is its place in {@link A64Cpu#x}: 31 is the zero register
 * where it is read, a place that nobody reads where it is written ({@code ...To}), and the stack
 * pointer where the name ends with {@code Sp}.
 */
public final class A64Op {
  /** Number of the handler; -1 where there is none. */
  public final int handler;

  /** The work of the machine that it is; null if it has a handler or is undefined. */
  public final A64SystemOp system;

  /** Whether the next instruction always follows in the same node. */
  public final boolean sequential;

  /** Whether the handler sets the program counter. */
  public final boolean branches;

  /** Whether it branches on a condition. */
  public final boolean conditional;

  /** Number of the mark that it sets; -1 where it sets none. */
  public final int mark;

  public final int rd;
  public final int rdTo;
  public final int rdSp;
  public final int rn;
  public final int rnSp;
  public final int rm;
  public final int rmTo;
  public final int ra;
  public final int raTo;
  public final long imm;
  public final long second;

  /** Number of a system register or operation. */
  public final int register;

  /** The encoding. */
  public final int bits;

  /**
   * @param d its encoding, decoded
   * @param handler -1 where it is the machine's work
   */
  public A64Op(A64Decoded d, int handler, A64SystemOp system) {
    this.handler = handler;
    this.system = system;
    this.bits = d.bits();
    this.sequential =
        switch (d.insn().flow()) {
          case SEQUENTIAL -> true;
          default -> false;
        };
    this.branches =
        switch (d.insn().flow()) {
          case CONDITIONAL_BRANCH, DIRECT_JUMP, INDIRECT_JUMP -> true;
          default -> false;
        };
    conditional =
        switch (d.insn().flow()) {
          case CONDITIONAL_BRANCH -> true;
          default -> false;
        };
    mark = A64Isa.mark(d);
    rd = d.rd();
    rdTo = written(d.rd());
    rdSp = stack(d.rd());
    rn = d.rn();
    rnSp = stack(d.rn());
    rm = d.rm();
    rmTo = written(d.rm());
    ra = d.ra();
    raTo = written(d.ra());
    imm = d.imm();
    second = d.second();
    register = d.system();
  }

  /** An encoding that is undefined. */
  public A64Op(int bits) {
    this.bits = bits;
    handler = -1;
    system = null;
    sequential = false;
    branches = false;
    conditional = false;
    mark = -1;
    rd = rdTo = rdSp = rn = rnSp = rm = rmTo = ra = raTo = register = 0;
    imm = second = 0;
  }

  /** Copies an instruction, with another immediate. */
  private A64Op(A64Op of, long imm) {
    handler = of.handler;
    system = of.system;
    sequential = of.sequential;
    branches = of.branches;
    conditional = of.conditional;
    mark = of.mark;
    rd = of.rd;
    rdTo = of.rdTo;
    rdSp = of.rdSp;
    rn = of.rn;
    rnSp = of.rnSp;
    rm = of.rm;
    rmTo = of.rmTo;
    ra = of.ra;
    raTo = of.raTo;
    second = of.second;
    register = of.register;
    bits = of.bits;
    this.imm = imm;
  }

  /** The branch on the same condition that leads another way; its immediate is doubled. */
  public A64Op farther() {
    return new A64Op(this, 2 * imm);
  }

  private static int written(int register) {
    return register == A64Cpu.ZERO ? A64Cpu.SINK : register;
  }

  private static int stack(int register) {
    return register == A64Cpu.ZERO ? A64Cpu.SP : register;
  }

  /** The immediate of a field of PSTATE. */
  int crm() {
    return bits >>> 8 & 15;
  }

  /** The immediate of an exception-generating instruction. */
  int comment() {
    return bits >>> 5 & 0xFFFF;
  }

  /** Whether it reads a system register. */
  boolean reads() {
    return (bits & 1 << 21) != 0;
  }
}
