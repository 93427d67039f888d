package bbt.ptg.dwarf.unit;

/**
 * Limits what is read from a file, by its size. Each entry takes some bytes, so a sound file has
 * only so many. In a damaged one tables may overlap, or many entries may share one: that comes to
 * far more than the limit, and reading ends there.
 */
final class Allowance {
  private final String what;
  private long left;

  /**
   * Creates a limit.
   *
   * @param what is counted, in the plural
   */
  Allowance(String what, long most) {
    this.what = what;
    this.left = most;
  }

  void spend(long number) {
    left -= number;
    if (left < 0) {
      throw new DwarfException("more " + what + " than a file of this size can hold");
    }
  }
}
