package bbt.translator.runtime;

/**
 * A guest exception on its way to the engine: preallocated, without a stack trace (rules.md 3). The
 * thrower fills the fields; the engine that catches it knows pc and retired count.
 */
public final class GuestTrap extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The one instance; a hart runs on one thread and a trap is consumed before the next. */
  public static final GuestTrap INSTANCE = new GuestTrap();

  /** mcause code of the exception (no interrupt bit). */
  public int cause;

  /** Value for mtval/stval. */
  public long tval;

  /** For regions: the site (instruction index in the region) that faulted. */
  public int site;

  private GuestTrap() {
    super(null, null, false, false);
  }

  public static GuestTrap of(int cause, long tval, int site) {
    GuestTrap t = INSTANCE;
    t.cause = cause;
    t.tval = tval;
    t.site = site;
    return t;
  }
}
