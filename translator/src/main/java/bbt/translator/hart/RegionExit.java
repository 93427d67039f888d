package bbt.translator.hart;

/**
 * Thrown inside a region, before the instruction at {@link #site} has done anything, when only the
 * interpreter can do it exactly: MMIO, a store into a page with live code, a floating-point result
 * that needs more than Java's arithmetic. The region writes back its locals and returns with pc at
 * that instruction; the interpreter finishes the node.
 */
public final class RegionExit extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** One for each thread, as with {@link GuestTrap}. */
  private static final ThreadLocal<RegionExit> OWN = ThreadLocal.withInitial(RegionExit::new);

  public int site;

  /** Whether it was a floating-point instruction with an unusual result. */
  public boolean floating;

  private RegionExit() {
    super(null, null, false, false);
  }

  /** Returns the exception of this thread. */
  public static RegionExit own() {
    return OWN.get();
  }

  /** Returns the exit before an instruction that only the interpreter can do. */
  public static RegionExit at(int site) {
    return of(site, false);
  }

  /** Returns the exit before a floating-point instruction that the region cannot do. */
  public static RegionExit floating(int site) {
    return of(site, true);
  }

  private static RegionExit of(int site, boolean floating) {
    RegionExit exit = OWN.get();
    exit.site = site;
    exit.floating = floating;
    return exit;
  }
}
