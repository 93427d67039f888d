package bbt.translator.engine;

import bbt.translator.hart.Hart;

/** The interpreter as the engine sees it. */
public interface NodeInterpreter {
  /**
   * Executes from {@code cpu.pc} (in mid-node when {@code cpu.nodeStart} says so) until, at a node
   * end, the budget is used up or finished compiles wait to be installed. Where a node has a region
   * that fits the budget, that is run in its place. Takes the traps that come up on the way.
   */
  void execute(Hart cpu);
}
