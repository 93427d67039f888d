package bbt.translator.trace;

/** Numbers address spaces. What it says depends on the guest alone. Guest thread only. */
public interface AddressSpaces {
  /**
   * A hart goes to another address space.
   *
   * @param before its register before, as of {@link bbt.translator.hart.Hart#addressSpace}
   * @param now its register now
   * @return the serial number of the address space that is in force now; 0: no translation
   */
  int change(long before, long now);

  /** Serial number that the last change made obsolete, or -1. */
  int gone();
}
