package bbt.reconstruct.interchange.code;

/**
 * Numbers the address spaces of a trace that is made from a foreign one: 0 is "no translation", so
 * contexts, which may be 0, count from 1.
 */
public final class SpaceNumbers {
  private SpaceNumbers() {}

  /** The address space of a context. */
  public static int of(int context) {
    return context + 1;
  }
}
