package bbt.translator.trace;

import bbt.packets.write.SidebandWriter;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.hart.Hart;
import bbt.translator.state.Fields;

/**
 * The knowledge of one operating system that a guest may run: who is current and what it is called,
 * what is mapped, what its functions are called, and how it says that it panicked. The recorder
 * tells it what happens and records what it says; of a guest that it does not recognise it says
 * nothing. It reads guest memory, so what it says depends on the guest alone.
 */
public interface GuestSystem {
  /** A fact that a trace tells besides what was executed. */
  interface Remark {
    /**
     * Says it; on the writer's thread.
     *
     * @param trace the stream of the hart of which it is
     * @param retired the hart's count at which it was made
     */
    void tell(SidebandWriter trace, long retired);
  }

  /** Takes remarks; on the guest's thread. */
  interface Listener {
    /** Tells a remark at the place where a hart is now. */
    void say(Hart hart, Remark remark);

    /**
     * A task is called so from where a hart is now. Only this way are tasks named: what is recorded
     * may depend on it.
     */
    default void named(Hart hart, long task, int pid, String name) {
      say(hart, (trace, retired) -> trace.task(retired, task, pid, name));
    }

    /**
     * A hart is at the first instruction of a program that a task has begun.
     *
     * @param name of the task
     */
    default void began(Hart hart, String name) {}

    /**
     * A hart goes on in user mode, in another task than before.
     *
     * @param pid of the task; -1 where it is not known
     */
    default void goesOn(Hart hart, int pid) {}
  }

  /**
   * The rule by which its context switches are found; under another rule it is told nothing of
   * tasks.
   */
  ContextRule contextRule();

  /**
   * The text that its kernel prints on the console when it panics, and no guest otherwise; the
   * first character does not occur in it again. Empty if nothing tells.
   */
  default String panicMessage() {
    return "";
  }

  // ---- the guest's thread

  /**
   * A trap was taken.
   *
   * @param space serial number of the hart's address space
   * @param epc address of the instruction that did not retire
   */
  default void trapped(Hart hart, long cause, long task, int space, long epc) {}

  /** A handler has returned. */
  default void returned(Hart hart, long task, int space, Listener to) {}

  /** A hart goes from one task to another. */
  default void switched(Hart hart, long before, long now, Listener to) {}

  /**
   * A page is about to be executed.
   *
   * @param translated whether through page tables
   * @return whether this system knows it: no other one is asked
   */
  default boolean executed(
      Hart hart, long virtualPage, long physicalPage, boolean translated, Listener to) {
    return false;
  }

  /**
   * The facts about the guest's kernel that it has found since that booted, and cannot find out
   * later: for a recording that begins where a snapshot was taken.
   */
  default void state(Fields f) {}

  // ---- the writer's thread

  /**
   * Takes the names in the guest's own file; used where its memory names nothing. Told before all
   * else.
   */
  default void fromFile(SymbolTable symbols) {}
}
