package bbt.reconstruct.diff.change;

import bbt.packets.ExceptionKind;

/**
 * A cause of exceptions, or a system call, in both runs.
 *
 * @param kind the paper's kind
 * @param name the cause in words; of a system call the function that served it
 * @param instructionsA in finished ones, nested ones left out, in A
 * @param instructionsB the same in B
 */
public record ExceptionChange(
    ExceptionKind kind,
    String name,
    long countA,
    long countB,
    long instructionsA,
    long instructionsB) {
  /** Instructions of B minus those of A. */
  public long change() {
    return instructionsB - instructionsA;
  }

  /** Whether it is in both runs or in one, and whether its cost changed. */
  public Fate fate() {
    return Fate.of(countA > 0, countB > 0, countA == countB && instructionsA == instructionsB);
  }
}
