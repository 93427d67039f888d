package bbt.ptg.dwarf;

/**
 * How much of something a file can hold, when nothing in it is told twice. Tables that overlap, or
 * that many entries share, come to far more than the file's bytes: reading ends there.
 */
final class Allowance {
  private final String what;
  private long left;

  /**
   * Makes one.
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
