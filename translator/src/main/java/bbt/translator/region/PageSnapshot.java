package bbt.translator.region;

import bbt.ptg.guest.CodeReader;
import bbt.translator.code.CodePage;
import bbt.translator.code.PhysicalCode;

/**
 * A copy of the bytes of one code page at one time, for a compiler thread to read
 * (docs/determinism.md 6: it never touches guest memory itself).
 */
final class PageSnapshot implements CodeReader {
  final CodePage page;
  private final char[] halfwords = new char[PhysicalCode.SLOTS];

  /** Bit per slot: the node that starts there has been executed; null: nothing is known. */
  private final long[] executed;

  /** {@link CodePage#barred}. */
  private final long[] barred;

  /** {@link PhysicalCode#forbidden}. */
  private final long[] forbidden;

  /** Version of the code when the bytes were taken. */
  final int version;

  /** {@link CodePage#callsFloat}. */
  final boolean callsFloat;

  private PageSnapshot(CodePage page, long[] executed) {
    this.page = page;
    this.executed = executed;
    this.version = page.code.version();
    this.callsFloat = page.callsFloat();
    this.barred = page.barred();
    this.forbidden = page.code.forbidden();
  }

  /**
   * Takes the bytes; on the guest thread.
   *
   * @param executed a bit for each slot where a node was executed: others are left out of regions;
   *     null leaves none out
   */
  static PageSnapshot of(CodePage page, long[] executed) {
    PageSnapshot snapshot = new PageSnapshot(page, executed == null ? null : executed.clone());
    for (int slot = 0; slot < PhysicalCode.SLOTS; slot++) {
      snapshot.halfwords[slot] = (char) page.code.halfword(slot);
    }
    return snapshot;
  }

  /** Whether the whole page may be executed, and regions may contain all of it. */
  boolean isWhole() {
    return barred == null && forbidden == null;
  }

  /** Whether the node at this slot ran before the snapshot was taken. */
  boolean wasExecuted(int slot) {
    return executed == null || (executed[slot >> 6] >>> slot & 1) != 0;
  }

  /** Whether no region may contain the instruction at this slot. */
  boolean isBarred(int slot) {
    return barred != null && (barred[slot >> 6] >>> slot & 1) != 0;
  }

  /** Whether two bytes of the page are still what they were. */
  boolean isCurrent(int slot) {
    return page.code.halfword(slot) == halfwords[slot];
  }

  /**
   * Two bytes of code; no region contains what must not be executed.
   *
   * @param offset from the beginning of the page, as all addresses of a {@link RegionPlan}
   */
  @Override
  public int halfword(long offset) {
    return Long.compareUnsigned(offset, PhysicalCode.PAGE_SIZE) < 0
            && !PhysicalCode.forbids(forbidden, PhysicalCode.slot(offset))
        ? halfwords[PhysicalCode.slot(offset)]
        : UNKNOWN;
  }
}
