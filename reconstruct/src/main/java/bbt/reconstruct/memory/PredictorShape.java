package bbt.reconstruct.memory;

/**
 * What a processor guesses branches with.
 *
 * @param kind how the way of a conditional branch is guessed
 * @param counters two-bit counters, a power of two; 0 where the kind has none
 * @param history outcomes of branches that gshare goes by
 * @param returns entries of the return stack; 0 for none: a return is an indirect jump then
 * @param targets entries of the table of indirect jumps' last targets, a power of two; 0 for none:
 *     each one is mispredicted then
 */
public record PredictorShape(Kind kind, int counters, int history, int returns, int targets) {
  /** How the way of a conditional branch is guessed. */
  public enum Kind {
    /** Backwards: taken; forwards: not. */
    STATIC,
    /** By a counter that the branch's address chooses. */
    BIMODAL,
    /** By a counter that the branch's address and the last branches' outcomes choose. */
    GSHARE
  }

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException one line: what is wrong and what is right
   */
  public PredictorShape {
    if (kind != Kind.STATIC && Integer.bitCount(counters) != 1) {
      throw new IllegalArgumentException(counters + " counters are no power of two");
    }
    if (kind == Kind.GSHARE && (history < 1 || history > 30)) {
      throw new IllegalArgumentException("a history has 1 to 30 bits, not " + history);
    }
    if (targets != 0 && Integer.bitCount(targets) != 1) {
      throw new IllegalArgumentException(targets + " targets are no power of two");
    }
  }

  /** How branches are guessed, in words. */
  public String text() {
    return switch (kind) {
      case STATIC -> "static";
      case BIMODAL -> "bimodal, " + counters + " counters";
      case GSHARE -> "gshare, " + counters + " counters, " + history + " outcomes";
    };
  }

  /** How targets are guessed, in words. */
  public String targetsText() {
    return (returns == 0 ? "no return stack" : "return stack of " + returns)
        + (targets == 0 ? ", no targets" : ", " + targets + " targets");
  }
}
