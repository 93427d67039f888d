package bbt.translator.hart;

/**
 * The machine around a hart, as the engine and the hart's own instructions ask it. The machine
 * implements it; they know no more of the machine than this.
 */
public interface Platform {
  /**
   * Called by the engine loop at a node end whenever {@code cpu.budget <= 0}, with {@code
   * cpu.partial == 0}. Brings the interrupt lines up to date, waits if the hart waits, takes a
   * pending and enabled interrupt, and sets the next {@code eventAt} and {@code budget} without
   * changing {@code cpu.retired()}.
   *
   * @return false when the run is over: the engine returns to its caller
   */
  boolean event(Hart cpu);

  /**
   * The instruction that waits for an interrupt was executed legally (the privilege checks are
   * done, it retires like any instruction): the hart waits from the end of this node until an
   * enabled interrupt is pending.
   */
  void waitForInterrupt(Hart cpu);

  /**
   * The hart spins (an instruction says so): another one may have its turn from the end of this
   * node on. Without another one there is nothing to do.
   */
  default void pause(Hart cpu) {}

  /**
   * A kernel calls its firmware. When the built-in firmware serves it, the registers hold its
   * answer and the instruction retires like any other (docs/determinism.md 4).
   *
   * @return false if there is no built-in firmware: the trap into the firmware is taken
   */
  boolean firmwareCall(Hart cpu);

  /**
   * The time that the guest reads, in ticks of the timebase, exact for {@code cpu.retired()}
   * (partial included).
   */
  long time(Hart cpu);

  /**
   * A trap is being taken; for the machine's own count of exceptions.
   *
   * @param cause value written to xcause (bit 63: interrupt)
   */
  void trapTaken(Hart cpu, long cause);

  /** Whether there is piped input that the guest has not taken, which arrives at events. */
  boolean inputWaits();
}
