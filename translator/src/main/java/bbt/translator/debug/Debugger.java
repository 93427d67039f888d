package bbt.translator.debug;

import bbt.translator.runtime.Cpu;

/**
 * One who looks at a guest; called on the guest's thread, which stands still meanwhile. In each
 * call registers, pc and retired count of the hart are exact, those of the other harts as well.
 */
public interface Debugger {
  /**
   * The hart is about to execute the instruction at {@code cpu.pc}: a stop, the first one behind a
   * watched access, or any while {@link Probe#everyInstruction} is on.
   *
   * @param hit the watched access before it, or {@code null}
   * @return whether registers or memory were changed: the open node ends here then, and execution
   *     goes on at {@code cpu.pc}. Never while a trace is recorded
   */
  boolean before(Cpu cpu, WatchHit hit);

  /**
   * A node end at which the machine looks at the outside world: at least every few milliseconds
   * while the guest executes. To ask for the next instruction to be shown.
   */
  void look();

  /**
   * No hart executes anything until an interrupt comes; called every few milliseconds when time
   * passes in real time, else once for each skip.
   *
   * @param cpu the hart that had the last turn; pc is where it goes on
   */
  void idle(Cpu cpu);
}
