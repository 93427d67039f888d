package bbt.reconstruct.diff;

/**
 * A function in both runs.
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
  FunctionChange plus(FunctionChange more) {
    return new FunctionChange(
        name,
        program,
        selfA + more.selfA,
        selfB + more.selfB,
        inclusiveA + more.inclusiveA,
        inclusiveB + more.inclusiveB,
        callsA + more.callsA,
        callsB + more.callsB);
  }

  /** Own instructions of B minus those of A. */
  public long change() {
    return selfB - selfA;
  }

  /** What became of it. */
  public Fate fate() {
    return Fate.of(
        selfA + callsA + inclusiveA > 0,
        selfB + callsB + inclusiveB > 0,
        selfA == selfB && callsA == callsB && inclusiveA == inclusiveB);
  }
}
