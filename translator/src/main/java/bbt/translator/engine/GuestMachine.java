package bbt.translator.engine;

import bbt.translator.runtime.Cpu;

/** What the engine asks of the machine around the hart. */
public interface GuestMachine {
  /**
   * The budget is used up, at a node's end: advances devices and the timer to {@code
   * cpu.retired()}, takes a pending enabled interrupt (through {@link Engine#trap}), and sets the
   * next {@code eventAt} and {@code budget} so that {@code retired()} is unchanged and the budget
   * is positive.
   *
   * @return whether to go on; false ends {@link Engine#run}
   */
  boolean event(Cpu cpu);

  /**
   * {@code wfi} was executed and retired (its node has ended, {@code cpu.pc} is behind it): unless
   * an interrupt is pending, time skips to the next event. May expire the budget.
   */
  void waitForInterrupt(Cpu cpu);

  /**
   * {@code ecall} from S mode, before it retires.
   *
   * @return whether the built-in firmware served it (results are in a0/a1, the instruction
   *     retires); false: it is an ordinary exception
   */
  boolean firmwareCall(Cpu cpu);
}
