package bbt.reconstruct.interchange.code;

import bbt.packets.SidebandRecord;
import java.util.List;

/** Finds the instruction at an address that a hart executes. */
public interface CodeSource {
  /**
   * Two bytes of code.
   *
   * @param context the address space, as the foreign trace numbers them
   * @param translated whether addresses are translated in the hart's privilege mode
   * @param address even
   * @return 0..0xFFFF, or -1 where it is not known
   */
  int halfword(int context, boolean translated, long address);

  /**
   * The physical page that a virtual page shows, as the trace that is made numbers them; -1 where
   * it does not know the page.
   *
   * @param page address of the page, in a mode that is translated
   */
  long physical(int context, long page);

  /**
   * Moves on to a count of retired instructions: code that is known from then on counts. Code that
   * is known from then on counts.
   *
   * @return whether code that may have been asked for is another now
   */
  default boolean advance(long retired) {
    return false;
  }

  /** The count of instructions up to which nothing changes. */
  default long changesAt() {
    return Long.MAX_VALUE;
  }

  /** Names of functions, for the trace that is made; address spaces as that has them. */
  List<SidebandRecord> symbols();
}
