package bbt.reconstruct.walk;

/** A physical page of code as seen at one virtual page. */
final class View {
  static final long PAGE_MASK = 4095;
  private static final int SLOTS = 2048;

  final long virtualPage;
  final long physicalPage;

  /** Slot in {@link Space#cache}. */
  final int cacheIndex;

  /** By halfword of the step's start. */
  final Step[] steps = new Step[SLOTS];

  View(long virtualPage, long physicalPage) {
    this.virtualPage = virtualPage;
    this.physicalPage = physicalPage;
    this.cacheIndex = Space.index(virtualPage);
  }

  static int slot(long pc) {
    return (int) (pc & PAGE_MASK) >>> 1;
  }
}
