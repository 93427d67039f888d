package bbt.reconstruct.profile;

import bbt.packets.ExceptionKind;

/** The counts of one hart. */
public final class HartProfile {
  private final int number;
  private final long instructions;
  private final long cycles;
  private final long switches;
  private final long[] exceptions;

  public HartProfile(int number, long instructions, long cycles, long switches, long[] exceptions) {
    this.number = number;
    this.instructions = instructions;
    this.cycles = cycles;
    this.switches = switches;
    this.exceptions = exceptions.clone();
  }

  public int number() {
    return number;
  }

  public long instructions() {
    return instructions;
  }

  /** The cycles by the cost model; 0 without one. */
  public long cycles() {
    return cycles;
  }

  /** Context switches: of the task or of its address space. */
  public long switches() {
    return switches;
  }

  /** Exceptions taken, of one kind. */
  public long exceptions(ExceptionKind kind) {
    return exceptions[kind.ordinal()];
  }
}
