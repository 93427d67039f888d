package bbt.samples.conformance.fuzz.kind;

/**
 * Something that two machines see differently.
 *
 * @param number of the case in its batch, from 0; -1 when a run as a whole is wrong
 * @param what a register, a word of memory, a trap
 * @param expected what the reference has
 * @param found what our machine has
 * @param explained why that is no fault, or null
 */
public record Difference(
    int number, String what, String expected, String found, Explained explained) {
  /** Whether it is of the same sort: a minimised case should not show another fault. */
  public boolean isLike(Difference other) {
    return sort().equals(other.sort());
  }

  /** The difference without its numbers, to tell sorts of differences apart. */
  private String sort() {
    return what.replaceAll("0x[0-9a-f]+|\\d+", "#");
  }

  @Override
  public String toString() {
    return "case %d: %s is %s, the reference has %s%s"
        .formatted(number, what, found, expected, explained == null ? "" : " (" + explained + ")");
  }
}
