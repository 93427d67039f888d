package bbt.reconstruct.interchange;

/**
 * Counts the places at which a foreign trace does not fit the code, or is damaged: told in one
 * line.
 */
public final class Misfits {
  private long count;
  private long firstOffset;
  private String first;

  /** Adds a place; what is between it and the next place from which can be read is missing. */
  public void add(long offset, String message) {
    if (count++ == 0) {
      firstOffset = offset;
      first = message;
    }
  }

  /** The number of places. */
  public long count() {
    return count;
  }

  /** Says all places in one line; null where there is none. */
  public String told() {
    if (count == 0) {
      return null;
    }
    String place = "offset " + firstOffset + ": " + first;
    return count == 1
        ? place + "; what follows up to the next synchronisation is missing"
        : count + " places do not fit, the first at " + place + "; each is a gap";
  }
}
