package bbt.reconstruct.profile;

import bbt.packets.ExceptionKind;

/** Counts exceptions by kind, with the instructions spent in them (docs/determinism.md 17). */
public final class ExceptionTally {
  private static final int KINDS = ExceptionKind.values().length;

  private final long[] count = new long[KINDS];
  private final long[] finished = new long[KINDS];
  private final long[] inclusive = new long[KINDS];
  private final long[] exclusive = new long[KINDS];
  private final long[] unfinishedCount = new long[KINDS];
  private final long[] unfinishedInstructions = new long[KINDS];
  private final long[] cycles = new long[KINDS];
  private final long[] inclusiveCycles = new long[KINDS];
  private final long[] outside = new long[KINDS];
  private final long[] outsideInclusive = new long[KINDS];

  /** Returns a copy of the present counts. */
  public ExceptionTally copy() {
    ExceptionTally copy = new ExceptionTally();
    long[][] mine = counts();
    long[][] its = copy.counts();
    for (int i = 0; i < mine.length; i++) {
      System.arraycopy(mine[i], 0, its[i], 0, KINDS);
    }
    return copy;
  }

  private long[][] counts() {
    return new long[][] {
      count,
      finished,
      inclusive,
      exclusive,
      unfinishedCount,
      unfinishedInstructions,
      cycles,
      inclusiveCycles,
      outside,
      outsideInclusive
    };
  }

  public void taken(ExceptionKind kind) {
    count[kind.ordinal()]++;
  }

  public void finished(ExceptionKind kind, long inclusiveInstructions, long exclusiveInstructions) {
    finished[kind.ordinal()]++;
    inclusive[kind.ordinal()] += inclusiveInstructions;
    exclusive[kind.ordinal()] += exclusiveInstructions;
  }

  public void unfinished(ExceptionKind kind, long instructions) {
    unfinishedCount[kind.ordinal()]++;
    unfinishedInstructions[kind.ordinal()] += instructions;
  }

  /** Exceptions taken. */
  public long count(ExceptionKind kind) {
    return count[kind.ordinal()];
  }

  /** Exceptions that a return ended; a firmware call always is one. */
  public long finished(ExceptionKind kind) {
    return finished[kind.ordinal()];
  }

  /**
   * Instructions from entry to the return from it, nested exceptions included; of finished ones.
   */
  public long inclusive(ExceptionKind kind) {
    return inclusive[kind.ordinal()];
  }

  /** Instructions from entry to the return from it, without nested exceptions; of finished ones. */
  public long exclusive(ExceptionKind kind) {
    return exclusive[kind.ordinal()];
  }

  /** Exceptions that no return ended. */
  public long unfinished(ExceptionKind kind) {
    return unfinishedCount[kind.ordinal()];
  }

  /** Instructions of those that no return ended. */
  public long unfinishedInstructions(ExceptionKind kind) {
    return unfinishedInstructions[kind.ordinal()];
  }

  public void cycles(ExceptionKind kind, long inclusive, long exclusive) {
    inclusiveCycles[kind.ordinal()] += inclusive;
    cycles[kind.ordinal()] += exclusive;
  }

  /** Cycles of finished ones without nested exceptions, by the cost model; 0 without one. */
  public long cycles(ExceptionKind kind) {
    return cycles[kind.ordinal()];
  }

  /** Cycles of finished ones with nested exceptions, by the cost model; 0 without one. */
  public long inclusiveCycles(ExceptionKind kind) {
    return inclusiveCycles[kind.ordinal()];
  }

  public void outside(ExceptionKind kind, long inclusiveInstructions, long exclusiveInstructions) {
    outside[kind.ordinal()] += exclusiveInstructions;
    outsideInclusive[kind.ordinal()] += inclusiveInstructions;
  }

  /**
   * Selected instructions of exceptions that were taken outside the selection, without nested ones;
   * 0 when everything is selected.
   */
  public long outside(ExceptionKind kind) {
    return outside[kind.ordinal()];
  }

  /**
   * Selected instructions of exceptions that were taken outside the selection, with nested ones; 0
   * when everything is selected.
   */
  public long outsideInclusive(ExceptionKind kind) {
    return outsideInclusive[kind.ordinal()];
  }
}
