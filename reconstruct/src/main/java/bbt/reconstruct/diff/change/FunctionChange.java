package bbt.reconstruct.diff.change;

/**
 * A function (or a trap's own entry, or frames too deep for the tree) in both runs. Interrupts that
 * came meanwhile do not count.
 *
 * @param selfA instructions of its own in A
 * @param selfB the same in B
 * @param inclusiveA with everything it called, in A
 * @param inclusiveB the same in B
 */
public record FunctionChange(
    String name,
    String program,
    long selfA,
    long selfB,
    long inclusiveA,
    long inclusiveB,
    long callsA,
    long callsB) {
  /** Own instructions of B minus those of A. */
  public long change() {
    return selfB - selfA;
  }

  /** Instructions of B minus those of A, with everything called. */
  public long inclusiveChange() {
    return inclusiveB - inclusiveA;
  }

  /** Whether it is in both runs or in one, and whether its cost changed. */
  public Fate fate() {
    return Fate.of(
        selfA + callsA + inclusiveA > 0,
        selfB + callsB + inclusiveB > 0,
        selfA == selfB && callsA == callsB && inclusiveA == inclusiveB);
  }
}
