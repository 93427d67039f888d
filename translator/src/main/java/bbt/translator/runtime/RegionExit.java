package bbt.translator.runtime;

/**
 * Thrown inside a region, before the instruction at {@link #site} has done anything, when only the
 * interpreter can do it exactly: MMIO, a store into a page with live code, a floating-point result
 * that needs more than Java's arithmetic. The region writes back its locals and returns with pc at
 * that instruction; the interpreter finishes the node.
 */
public final class RegionExit extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public static final RegionExit INSTANCE = new RegionExit();

  public int site;

  /** Whether it was a floating-point instruction with an unusual result. */
  public boolean floating;

  private RegionExit() {
    super(null, null, false, false);
  }

  public static RegionExit at(int site) {
    INSTANCE.site = site;
    INSTANCE.floating = false;
    return INSTANCE;
  }

  /** Before a floating-point instruction that the region cannot do. */
  public static RegionExit floating(int site) {
    INSTANCE.site = site;
    INSTANCE.floating = true;
    return INSTANCE;
  }
}
