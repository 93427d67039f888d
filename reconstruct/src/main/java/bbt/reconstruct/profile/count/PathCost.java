package bbt.reconstruct.profile.count;

import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.walk.graph.CallSummary;

/**
 * The cost of the calls on a path of the walk, all of which return on it: counted as one as long as
 * the stack is such that each of them would count the same again. Functions get it when the walk is
 * over ({@link #settle}).
 */
final class PathCost implements CallSummary {
  /** A summary that does not hold so often is made anew: its code is executed by another now. */
  private static final int PATIENCE = 16;

  /** The share that one of the functions gets each time. */
  static final class Share {
    final Function function;
    long self;
    long inclusive;
    int calls;

    Share(Function function) {
      this.function = function;
    }
  }

  private final PathCosts owner;
  private final Attribution attribution;

  /** The function that makes the calls. */
  private final Function caller;

  /**
   * The program of the caller, if that has no symbol: the same code may be executed by another
   * program.
   */
  private final Program program;

  /** The number of functions without symbols that the program had; -1 where it does not matter. */
  private final int known;

  private final Share[] shares;

  /** Frames on the stack at the same time. */
  private final int depth;

  /** Instructions in the functions that are called. */
  private final int instructions;

  /** Instructions before the last event. */
  private final int lastOffset;

  /** The index in the owner's list. */
  int index;

  private long uses;
  private int misses;

  PathCost(
      PathCosts owner,
      Function caller,
      Program program,
      int known,
      Share[] shares,
      int depth,
      int lastOffset) {
    this.owner = owner;
    this.attribution = owner.attribution;
    this.caller = caller;
    this.program = program;
    this.known = known;
    this.shares = shares;
    this.depth = depth;
    this.lastOffset = lastOffset;
    long sum = 0;
    for (Share share : shares) {
      sum += share.self;
    }
    this.instructions = (int) sum;
  }

  @Override
  public boolean again(long retired) {
    ProfiledHart hart = attribution.hart;
    if (hart.current != caller
        || hart.program != program
        || (known >= 0 && program.unnamed() != known)) {
      misses++;
      return false;
    }
    if (!attribution.task.takes(depth)) {
      return false;
    }
    for (Share share : shares) {
      if (share.function.active != 0) {
        return false; // recursion: it is inclusive in itself
      }
    }
    SelectionScope scope = owner.scope;
    if (scope == null) {
      hart.raw = retired + lastOffset;
    } else if (!hart.on) {
      return true;
    } else {
      // The last event counts if the instruction behind it is in the window.
      long clock = retired + hart.clockOffset;
      long inside = scope.overlap(clock, clock + lastOffset + 1);
      if (inside == 0) {
        return true;
      }
      if (inside <= lastOffset) {
        return false;
      }
    }
    uses++;
    hart.mark += instructions;
    return true;
  }

  @Override
  public boolean stale() {
    if (misses < PATIENCE) {
      return false;
    }
    settle();
    owner.remove(this);
    return true;
  }

  /** Gives the functions what they got so far. */
  void settle() {
    for (Share share : shares) {
      Function f = share.function;
      f.self += uses * share.self;
      f.inclusive += uses * share.inclusive;
      f.calls += uses * share.calls;
    }
    uses = 0;
  }
}
