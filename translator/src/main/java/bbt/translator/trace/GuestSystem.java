package bbt.translator.trace;

import bbt.packets.ExceptionKind;
import bbt.packets.SidebandRecord;
import bbt.packets.SidebandWriter;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.hart.Hart;
import java.util.List;

/**
 * The knowledge of the guest beyond the instructions that it executes: its address spaces, and what
 * its operating system calls its tasks, programs and functions. The recorder tells it what happens
 * and records what it says. It reads guest memory, so what it says depends on the guest alone.
 */
public interface GuestSystem {
  /** A task's name. */
  record Name(int pid, String comm) {}

  /** Takes what is said of tasks. */
  interface Listener {
    /**
     * A task has a name now.
     *
     * @param index of the name, for {@link GuestSystem#name}
     */
    void named(Hart hart, long task, int index);

    /** A fact for the trace. */
    void note(Hart hart, String key, String value);
  }

  // ---- the guest's thread

  /**
   * A hart goes to another address space.
   *
   * @param before its register before, as of {@link Hart#addressSpace}
   * @param now its register now
   * @return the serial number of the address space that is in force now; 0: no translation
   */
  int addressSpace(long before, long now);

  /** Serial number that the last switch made obsolete, or -1. */
  int goneAddressSpace();

  /**
   * A trap was taken, of a guest whose tasks are known.
   *
   * @param space serial number of the hart's address space
   * @param epc address of the instruction that did not retire
   */
  void trapped(Hart hart, long cause, long task, int space, long epc);

  /** A handler has returned, in a guest whose tasks are known. */
  void returned(Hart hart, long task, int space, Listener to);

  /** A hart goes from one task to another. */
  void switched(Hart hart, long before, long now, Listener to);

  /**
   * A page is about to be executed.
   *
   * @param translated whether through page tables
   * @return the number of a question to {@link #answer}, or -1 for none
   */
  int executed(Hart hart, long virtualPage, long physicalPage, boolean translated);

  // ---- the writer's thread

  /** The founding paper's kind of an exception. */
  ExceptionKind kind(long cause);

  /** The name that was said with this index. */
  Name name(int index);

  /** What the guest's own file names; used where its memory names nothing. */
  void fromFile(SymbolTable symbols);

  /** Names of functions that hold from the start. */
  List<SidebandRecord> atStart();

  /**
   * The records that a question's answer consists of.
   *
   * @param known the stream of the hart that executes the page
   * @param retired count of the page's first instruction
   */
  List<SidebandRecord> answer(int number, SidebandWriter known, long retired);
}
