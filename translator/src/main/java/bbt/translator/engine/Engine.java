package bbt.translator.engine;

import bbt.translator.runtime.Cpu;
import bbt.translator.runtime.GuestTrap;

/**
 * The loop around both engines: events where the budget is used up, else a region if the current pc
 * has one, else the interpreter (docs/architecture.md, "Engines and events").
 */
public final class Engine {
  /** Bit 63 of a cause: interrupt. */
  public static final long INTERRUPT = 1L << 63;

  private final Cpu cpu;
  private final FetchTlb fetchTlb;
  private final Tiering tiering;
  private final TrapEntry traps;
  private final NodeInterpreter interpreter;

  /** Wires the loop; {@code cpu.platform} must be set before {@link #run}. */
  public Engine(
      Cpu cpu, FetchTlb fetchTlb, Tiering tiering, TrapEntry traps, NodeInterpreter interpreter) {
    this.cpu = cpu;
    this.fetchTlb = fetchTlb;
    this.tiering = tiering;
    this.traps = traps;
    this.interpreter = interpreter;
  }

  /** Executes until the platform ends the run; {@code cpu} is exact then. */
  public void run() {
    while (true) {
      if (cpu.budget <= 0) {
        if (!cpu.platform.event(cpu)) {
          return;
        }
        int interrupt = cpu.csrs.pendingInterrupt();
        if (interrupt >= 0) {
          traps.take(cpu, INTERRUPT | interrupt, 0);
        }
        continue;
      }
      if (tiering.finished()) {
        tiering.install();
      }
      if (cpu.nodeStart != -1 || !ranRegion()) {
        interpreter.execute(cpu);
      }
    }
  }

  /** {@link TrapEntry#take}, for the platform: an interrupt at an event. */
  public void trap(Cpu hart, long cause, long tval) {
    traps.take(hart, cause, tval);
  }

  /** Runs the region at the current pc if there is one and the budget allows its longest path. */
  private boolean ranRegion() {
    try {
      CodePage page = fetchTlb.lookup(cpu, cpu.pc);
      int slot = (int) cpu.pc >>> 1 & (PhysicalCode.SLOTS - 1);
      Region region = page.region(slot);
      if (region == null || region.longestPath > cpu.budget) {
        return false;
      }
      region.run(cpu, page.regionEntry[slot]);
      traps.flushRecords(cpu);
    } catch (GuestTrap trap) {
      traps.take(cpu, trap.cause, trap.tval);
    }
    return true;
  }
}
