package bbt.reconstruct.profile.count;

import bbt.reconstruct.walk.flow.Rounds;
import bbt.reconstruct.walk.graph.FunctionMap;

/**
 * A function and what it cost; counted up while the walk runs. Every call and every return touches
 * one, and there are thousands: it is to fit into 64 bytes, so the rest is in {@link Extra}.
 */
final class Function implements Rounds.Numbers {
  final Program program;
  final long address;

  /** Null when no symbol names it. */
  final String name;

  long self;
  long inclusive;
  long calls;

  /** Frames of the current task's stack that are this function: inclusive counts the outermost. */
  int active;

  /** The walk's number of its symbol, or {@link FunctionMap#NONE}. */
  int symbol = FunctionMap.NONE;

  final Extra extra = new Extra();

  /** The fields that are seldom needed. */
  static final class Extra {
    /** The function's number in {@link RawFrames}, -1 before it has one. */
    int frame = -1;

    /**
     * Whether the instructions inside the function are selected; known when it has been looked at.
     */
    boolean selected;

    boolean looked;

    long cycles;
    long inclusiveCycles;
  }

  Function(Program program, long address, String name) {
    this.program = program;
    this.address = address;
    this.name = name;
  }

  @Override
  public long[] get() {
    return new long[] {self, inclusive, calls, extra.cycles, extra.inclusiveCycles};
  }

  @Override
  public void set(long[] values) {
    self = values[0];
    inclusive = values[1];
    calls = values[2];
    extra.cycles = values[3];
    extra.inclusiveCycles = values[4];
  }

  /** Whether its name says that it serves a system call. */
  boolean servesSystemCall() {
    return name != null && KnownKernels.TOGETHER.systemCall(name) != null;
  }
}
