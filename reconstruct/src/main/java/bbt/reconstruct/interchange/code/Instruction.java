package bbt.reconstruct.interchange.code;

import bbt.ptg.guest.FlowKind;

/** An instruction at an address, as its context shows it. */
public final class Instruction {
  /** The instruction's address. */
  public final long pc;

  /** The instruction's encoding. */
  public final int bits;

  /** The instruction's length in bytes. */
  public final int length;

  public final FlowKind kind;

  /** Where it leads when it is taken; 0 where the code does not say. */
  public final long target;

  /** The instruction that was found to follow; null before. */
  Instruction next;

  Instruction taken;

  /** Whether a writer of a trace has announced the instruction; see the build package. */
  public boolean announced;

  /** The number of changes of code at the time when it was decoded. */
  final int epoch;

  Instruction(long pc, int bits, int length, FlowKind kind, long target, int epoch) {
    this.epoch = epoch;
    this.pc = pc;
    this.bits = bits;
    this.length = length;
    this.kind = kind;
    this.target = target;
  }

  /** The address behind the instruction. */
  public long after() {
    return pc + length;
  }

  /** Whether it is a conditional branch. */
  public boolean branches() {
    return kind == FlowKind.BRANCH;
  }
}
