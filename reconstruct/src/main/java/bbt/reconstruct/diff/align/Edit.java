package bbt.reconstruct.diff.align;

import java.util.List;

/**
 * One step of the script that makes run B of run A: something that one of them does and the other
 * does not, or not so dear, at a place in time.
 *
 * @param kind what it is
 * @param task in which: name and pid
 * @param path names of the functions and traps from the task's outermost to the one it is about,
 *     that one included; empty if it is about a task as a whole
 * @param calls calls of the function that it is about: 1, or more that appeared or vanished one
 *     after another, or all changed by the same
 * @param ordinalA which call of the function by that caller the (first) one is in A, from 1; 0
 *     where A does not have it
 * @param ordinalB the same in B
 * @param clockA instructions that all harts of A have executed before it; where A does not have it,
 *     before what follows it. -1 if A does not have the task
 * @param clockB the same in B
 * @param a instructions in A: of a changed call its own, with those of calls too small to be told;
 *     else of the calls and of all they called
 * @param b instructions in B
 * @param sameBefore instructions of the task that both executed alike since the edit before
 */
public record Edit(
    Kind kind,
    String task,
    List<String> path,
    int calls,
    int ordinalA,
    int ordinalB,
    long clockA,
    long clockB,
    long a,
    long b,
    long sameBefore) {
  /** The kinds of edits: what one of the runs does that the other does not. */
  public enum Kind {
    /** B does it in addition. */
    APPEARED,
    /** B does not do it. */
    VANISHED,
    /** InParallel do it, at another cost. */
    CHANGED,
    /** InParallel do it, elsewhere in their order. */
    MOVED
  }

  public Edit {
    path = List.copyOf(path);
  }

  /** Whether it is about calls: what a task begins with, traps and their handlers nobody calls. */
  public boolean called() {
    int size = path.size();
    return size > 1 && !isTrap(path.get(size - 1)) && !isTrap(path.get(size - 2));
  }

  private static boolean isTrap(String frame) {
    return frame.startsWith("[");
  }

  /** Instructions of B minus those of A. */
  public long change() {
    return b - a;
  }
}
