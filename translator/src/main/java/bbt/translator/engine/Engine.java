package bbt.translator.engine;

import bbt.translator.code.Tiering;
import bbt.translator.hart.Hart;

/**
 * Runs a hart in a loop around both engines: events where the budget is used up, finished compiles,
 * and the interpreter, which runs a region wherever there is one (docs/architecture.md, "Engines
 * and events").
 */
public final class Engine {
  /** Bit 63 of a cause: interrupt. */
  public static final long INTERRUPT = 1L << 63;

  private final Hart cpu;
  private final Tiering tiering;
  private final TrapEntry traps;
  private final NodeInterpreter interpreter;

  /** Wires the loop; {@code cpu.platform} must be set before {@link #run}. */
  public Engine(Hart cpu, Tiering tiering, TrapEntry traps, NodeInterpreter interpreter) {
    this.cpu = cpu;
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
        interrupt();
        continue;
      }
      if (tiering.finished()) {
        tiering.install();
      }
      interpreter.execute(cpu);
    }
  }

  /** Takes, at an event, the interrupt that is pending and enabled, if there is one. */
  public void interrupt() {
    int interrupt = cpu.pendingInterrupt();
    if (interrupt >= 0) {
      traps.take(cpu, INTERRUPT | interrupt, 0);
    }
  }
}
