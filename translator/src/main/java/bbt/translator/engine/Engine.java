package bbt.translator.engine;

import bbt.translator.code.FetchTlb;
import bbt.translator.code.PhysicalCode;
import bbt.translator.code.Region;
import bbt.translator.code.RegionCache;
import bbt.translator.code.Tiering;
import bbt.translator.hart.GuestTrap;
import bbt.translator.hart.Hart;

/**
 * The loop around both engines: events where the budget is used up, else a region if the current pc
 * has one, else the interpreter (docs/architecture.md, "Engines and events").
 */
public final class Engine {
  /** Bit 63 of a cause: interrupt. */
  public static final long INTERRUPT = 1L << 63;

  private final Hart cpu;
  private final Tiering tiering;
  private final TrapEntry traps;
  private final NodeInterpreter interpreter;
  private final RegionCache regions;

  /** Wires the loop; {@code cpu.platform} must be set before {@link #run}. */
  public Engine(
      Hart cpu, FetchTlb fetchTlb, Tiering tiering, TrapEntry traps, NodeInterpreter interpreter) {
    this.cpu = cpu;
    this.tiering = tiering;
    this.traps = traps;
    this.interpreter = interpreter;
    this.regions = new RegionCache(fetchTlb);
  }

  /** Executes until the platform ends the run; {@code cpu} is exact then. */
  public void run() {
    while (true) {
      if (cpu.budget <= 0) {
        if (!cpu.platform.event(cpu)) {
          return;
        }
        interrupt();
        continue;
      }
      if (tiering.finished()) {
        tiering.install();
      }
      if (cpu.nodeStart != -1 || interpreter.alone() || !ranRegions()) {
        interpreter.execute(cpu);
      }
    }
  }

  /** At an event: takes the interrupt that is pending and enabled, if there is one. */
  public void interrupt() {
    int interrupt = cpu.pendingInterrupt();
    if (interrupt >= 0) {
      traps.take(cpu, INTERRUPT | interrupt, 0);
    }
  }

  /**
   * Runs regions from the current pc as long as there is one for where the last one led. An event
   * that is due comes before the next fetch, which may fault or fill the fetch TLB.
   *
   * @return whether any instruction was executed or trap taken
   */
  private boolean ranRegions() {
    boolean ran = false;
    try {
      do {
        Region region = regions.find(cpu);
        if (region == null) {
          return ran;
        }
        region.run(cpu, PhysicalCode.slot(cpu.pc));
        ran = true;
        traps.flushRecords(cpu);
      } while (cpu.nodeStart == -1 && cpu.budget > 0);
    } catch (GuestTrap trap) {
      traps.take(cpu, trap.cause, trap.tval);
    }
    return true;
  }
}
