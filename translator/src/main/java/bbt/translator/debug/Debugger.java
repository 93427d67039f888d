package bbt.translator.debug;

import bbt.translator.hart.Hart;

/**
 * Looks at a guest in its run; called on the guest's thread, which stands still meanwhile. In each
 * call registers, pc and retired count of the hart are exact, those of the other harts as well.
 */
public interface Debugger {
  /**
   * The hart is about to execute the instruction at {@code cpu.pc}: a stop, or any while {@link
   * Probe#everyInstruction} is on.
   *
   * @return whether registers or memory were changed: the open node ends here then, and execution
   *     goes on at {@code cpu.pc}. Never while a trace is recorded
   */
  boolean before(Hart cpu);

  /**
   * The instruction at {@code cpu.pc} is about to touch a watch. Nothing of it has been carried
   * out, and no page fault is possible any more unless it touches another page as well. Told once
   * for each execution of an instruction.
   *
   * @param cpu while {@code Machine.step} is at work its pc says nothing
   * @return as of {@link #before}; true is ignored while {@code Machine.step} is at work
   */
  boolean accessing(Hart cpu, WatchHit hit);

  /**
   * The instruction that {@link #accessing} was told of touches a watch once more: of an access
   * that crosses into another page the part there.
   */
  default void also(Hart cpu, WatchHit hit) {}

  /**
   * A node end at which the machine looks at the outside world: at least every few milliseconds
   * while the guest executes. To ask for the next instruction to be shown.
   */
  default void look() {}

  /**
   * Hears that no hart executes anything until an interrupt comes; called every few milliseconds
   * when time passes in real time, else once for each skip.
   *
   * @param cpu the hart that had the last turn; pc is where it goes on
   */
  default void idle(Hart cpu) {}
}
