package bbt.translator.engine;

import bbt.translator.hart.Hart;

/** The interpreter as the engine sees it. */
public interface NodeInterpreter {
  /**
   * Executes from {@code cpu.pc} (in mid-node when {@code cpu.nodeStart} says so) until, at a node
   * end, the budget is used up or a region can take over. Takes the traps that come up on the way.
   */
  void execute(Hart cpu);

  /** Whether it goes on alone, regions or not: somebody looks at each instruction. */
  default boolean alone() {
    return false;
  }
}
