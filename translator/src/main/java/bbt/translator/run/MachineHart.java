package bbt.translator.run;

import bbt.translator.engine.Engine;
import bbt.translator.hart.Hart;
import bbt.translator.mmu.Mmu;
import bbt.translator.state.Fields;

/** A hart of a machine: its state, what runs it, and whether it may run. */
public final class MachineHart {
  /** Whether a hart takes turns (for RISC-V: SBI specification, chapter 9). */
  public enum State {
    /** Takes no turns until it is started. */
    STOPPED,
    /** Was started and has not had a turn since. */
    STARTING,
    /** Takes turns. */
    RUNNING,
    /** Takes turns again once an enabled interrupt is pending. */
    WAITING,
    /** Takes turns again once an interrupt is pending, after a call to the firmware. */
    SUSPENDED
  }

  public final Hart cpu;
  public final Mmu mmu;
  public State state;

  /** Whether it starts anew when it wakes, and how; else it goes on behind where it waits. */
  private boolean restarts;

  private long restartAddress;
  private long restartOpaque;

  private Engine engine;
  private Stepper stepper;
  private int trapsInARow;
  private long lastTrapAt = -1;

  public MachineHart(Hart cpu, Mmu mmu, State state) {
    this.cpu = cpu;
    this.mmu = mmu;
    this.state = state;
  }

  /** Sets the engine and the stepper, once, before execution. */
  public void engine(Engine e, Stepper s) {
    engine = e;
    stepper = s;
  }

  /** Takes the interrupt that is pending and enabled, if there is one; at an event. */
  public void interrupt() {
    engine.interrupt();
  }

  /** Executes one instruction or takes the trap that comes in its place. */
  public void step() {
    stepper.step();
  }

  /** Runs until the machine ends the turn or the run. */
  public void run() {
    engine.run();
  }

  private boolean waits() {
    return state == State.WAITING || state == State.SUSPENDED;
  }

  /** Waits from the end of this node on. */
  public void waitForInterrupt(State how) {
    state = how;
    restarts = false;
    cpu.expire();
  }

  /** Waits, and then enters the kernel as firmware starts a hart. */
  public void waitAndRestart(long address, long opaque) {
    waitForInterrupt(State.SUSPENDED);
    restarts = true;
    restartAddress = address;
    restartOpaque = opaque;
  }

  /** Ends a wait if an interrupt is pending; whether the hart takes turns now. */
  boolean ready() {
    if (waits() && cpu.wakes()) {
      state = State.RUNNING;
      cpu.awake();
      if (restarts) {
        restarts = false;
        start(restartAddress, restartOpaque);
      }
    }
    return takesTurns();
  }

  /** Begins at an address. */
  public void start(long address, long opaque) {
    cpu.start(address, opaque);
    state = State.STARTING;
  }

  /** Whether it neither waits nor is stopped. */
  public boolean takesTurns() {
    return state == State.RUNNING || state == State.STARTING;
  }

  /** Counts a trap; how many there were in a row without an instruction retired. */
  public int trap() {
    long retired = cpu.retired();
    trapsInARow = retired == lastTrapAt ? trapsInARow + 1 : 0;
    lastTrapAt = retired;
    return trapsInARow;
  }

  /** Saves or loads the state, for a snapshot. */
  public void state(Fields f) {
    state = f.of(state);
    restarts = f.of(restarts);
    restartAddress = f.of(restartAddress);
    restartOpaque = f.of(restartOpaque);
    trapsInARow = f.of(trapsInARow);
    lastTrapAt = f.of(lastTrapAt);
    cpu.state(f);
  }
}
