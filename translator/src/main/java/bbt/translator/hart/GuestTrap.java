package bbt.translator.hart;

/**
 * Carries a guest exception to the engine: preallocated, without a stack trace (docs/determinism.md
 * 3). The thrower fills the fields; the engine that catches it knows pc and retired count.
 */
public final class GuestTrap extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * One for each thread, since machines may run on several at once; all harts of a machine run on
   * one, and a trap is consumed before the next.
   */
  private static final ThreadLocal<GuestTrap> OWN = ThreadLocal.withInitial(GuestTrap::new);

  /** Number of the exception. */
  public int cause;

  /** What the handler is told of it: an address or an encoding. */
  public long tval;

  /** The site (instruction index in the region) that faulted, for regions. */
  public int site;

  private GuestTrap() {
    super(null, null, false, false);
  }

  /** Returns the exception of this thread. */
  public static GuestTrap own() {
    return OWN.get();
  }

  /** Fills and returns the exception of this thread. */
  public static GuestTrap of(int cause, long tval, int site) {
    GuestTrap t = OWN.get();
    t.cause = cause;
    t.tval = tval;
    t.site = site;
    return t;
  }
}
