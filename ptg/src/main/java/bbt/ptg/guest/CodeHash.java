package bbt.ptg.guest;

/** A hash of what {@link CodeForms} and {@link Node#print} take from code, number by number. */
public final class CodeHash {
  private long hash = 1;

  /** Continues it by a number. */
  public void add(long value) {
    hash = (hash + value) * 0x9E3779B97F4A7C15L ^ hash >>> 29;
  }

  /** The hash so far: never {@link Node#NO_PRINT}. */
  public long value() {
    return hash == Node.NO_PRINT ? 1 : hash;
  }
}
