package bbt.translator.runtime;

/**
 * Thrown inside a region, before the instruction at {@link #site} has done anything, when only the
 * interpreter can do it exactly: MMIO, a store into a page with live code. The region writes back
 * its locals and returns with pc at that instruction; the interpreter finishes the node.
 */
public final class RegionExit extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public static final RegionExit INSTANCE = new RegionExit();

  public int site;

  private RegionExit() {
    super(null, null, false, false);
  }

  public static RegionExit at(int site) {
    INSTANCE.site = site;
    return INSTANCE;
  }
}
