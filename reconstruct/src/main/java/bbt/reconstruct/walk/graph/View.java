package bbt.reconstruct.walk.graph;

/** A physical page of code as seen at one virtual page, while it is one program's. */
public final class View {
  public static final long PAGE_MASK = 4095;
  private static final int SLOTS = 2048;

  public final long virtualPage;
  final long physicalPage;

  /** {@link FunctionMap#tenant}. */
  final int tenant;

  /** Slot in {@link Space#cache}. */
  public final int cacheIndex;

  /** By halfword of the step's start. */
  public final Step[] steps = new Step[SLOTS];

  View(long virtualPage, long physicalPage, int tenant) {
    this.virtualPage = virtualPage;
    this.physicalPage = physicalPage;
    this.tenant = tenant;
    this.cacheIndex = Space.index(virtualPage);
  }

  /** {@link Step#page}. */
  long page() {
    return physicalPage | tenant;
  }

  public static int slot(long pc) {
    return (int) (pc & PAGE_MASK) >>> 1;
  }
}
