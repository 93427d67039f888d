package bbt.reconstruct.profile;

import bbt.reconstruct.names.TraceSymbols;

/**
 * The counts of one function.
 *
 * @param name its symbol, or {@code program+0xOFFSET} without one
 * @param program {@code kernel} or a user program
 * @param address of its first instruction
 * @param self instructions in it
 * @param inclusive instructions from its entry to its end, callees and traps included
 * @param calls calls and tail calls that arrived at its first instruction
 * @param cycles in it, by the cost model; 0 without one
 * @param inclusiveCycles the same from its entry to its end
 */
public record FunctionProfile(
    String name,
    boolean named,
    String program,
    long address,
    long self,
    long inclusive,
    long calls,
    long cycles,
    long inclusiveCycles) {

  /** Creates counts without a cost model. */
  public FunctionProfile(
      String name, String program, long address, long self, long inclusive, long calls) {
    this(name, true, program, address, self, inclusive, calls, 0, 0);
  }

  /** Whether it is the kernel's, not a user program's. */
  public boolean inKernel() {
    return program.equals(TraceSymbols.KERNEL);
  }

  /** Self instructions per call; all of them when nobody called it. */
  public double selfPerCall() {
    return (double) self / Math.max(1, calls);
  }

  /** Inclusive instructions per call; all of them when nobody called it. */
  public double inclusivePerCall() {
    return (double) inclusive / Math.max(1, calls);
  }
}
