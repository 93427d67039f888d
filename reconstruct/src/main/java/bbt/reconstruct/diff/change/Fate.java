package bbt.reconstruct.diff.change;

/** The fate of something between A and B. */
public enum Fate {
  /** Only in B. */
  APPEARED,
  /** Only in A. */
  VANISHED,
  /** In both, with another cost. */
  CHANGED,
  /** In both, at the same cost. */
  SAME;

  static Fate of(boolean inA, boolean inB, boolean equal) {
    return !inA && !inB ? SAME : !inA ? APPEARED : !inB ? VANISHED : equal ? SAME : CHANGED;
  }
}
