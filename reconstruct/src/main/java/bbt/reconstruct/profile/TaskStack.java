package bbt.reconstruct.profile;

import java.util.Arrays;

/**
 * The call stack of one task: function frames, and trap frames for what interrupted them. An
 * explicit array; the bottom is 0. All times are task clock.
 */
final class TaskStack {
  /** The link of a root: no return matches it. */
  static final long NO_LINK = -1;

  /** Deeper than this, a stack is a program's that never returns: it starts anew. */
  static final int LIMIT = 1 << 14;

  private static final byte FUNCTION = -1;

  private final ExceptionTally tally;

  /** FUNCTION, or the kind of a trap. */
  private byte[] kind = new byte[64];

  /** Return address; of a trap its epc. */
  private long[] link = new long[64];

  private Function[] function = new Function[64];
  private long[] entered = new long[64];

  /** Of a trap: instructions of the traps nested in it. */
  private long[] nested = new long[64];

  /** Of a trap: the privilege it interrupted. */
  private byte[] privilege = new byte[64];

  private int depth;

  /** Task clock minus retired count, while the task is the current one. */
  long offset;

  /** Task clock at which it was switched out. */
  long stopped;

  /**
   * After a switch to this task: its depth then, until a return out of that frame went where it
   * should. -1 otherwise. A return that does not is a new task's, in a task_struct used before.
   */
  int resumed = -1;

  /** The hart whose current task it is; -1 when it is none's. */
  int hart = -1;

  int pid = -1;
  String name;

  /** Where it last ran in user mode. */
  Program program;

  TaskStack(ExceptionTally tally) {
    this.tally = tally;
  }

  int depth() {
    return depth;
  }

  /** The function of the topmost frame; null when there is none (empty, or a bare trap). */
  Function top() {
    return depth == 0 ? null : function[depth - 1];
  }

  boolean topReturnsTo(long target) {
    return depth > 0 && kind[depth - 1] == FUNCTION && link[depth - 1] == target;
  }

  void push(Function f, long returnAddress, long clock) {
    if (depth >= LIMIT) {
      discard(clock);
    }
    if (depth == kind.length) {
      grow();
    }
    kind[depth] = FUNCTION;
    link[depth] = returnAddress;
    function[depth] = f;
    entered[depth] = clock;
    f.active++;
    depth++;
  }

  void pushTrap(int trapKind, long epc, int interrupted, long clock) {
    if (depth == kind.length) {
      grow();
    }
    kind[depth] = (byte) trapKind;
    link[depth] = epc;
    function[depth] = null;
    entered[depth] = clock;
    nested[depth] = 0;
    privilege[depth] = (byte) interrupted;
    depth++;
  }

  private void grow() {
    int size = kind.length * 2;
    kind = Arrays.copyOf(kind, size);
    link = Arrays.copyOf(link, size);
    function = Arrays.copyOf(function, size);
    entered = Arrays.copyOf(entered, size);
    nested = Arrays.copyOf(nested, size);
    privilege = Arrays.copyOf(privilege, size);
  }

  /** Ends the topmost frame; a trap that ends this way is unfinished. */
  void pop(long clock) {
    depth--;
    Function f = function[depth];
    long spent = clock - entered[depth];
    if (f != null) {
      function[depth] = null;
      if (--f.active == 0) {
        f.inclusive += spent;
      }
    } else {
      tally.unfinished(kind[depth], spent);
      nest(spent);
    }
  }

  private void finishTrap(long clock) {
    depth--;
    long spent = clock - entered[depth];
    tally.finished(kind[depth], spent, spent - nested[depth]);
    nest(spent);
  }

  /** Tells the enclosing trap, if there is one, what the trap just removed has cost. */
  private void nest(long spent) {
    for (int i = depth - 1; i >= 0; i--) {
      if (kind[i] != FUNCTION) {
        nested[i] += spent;
        return;
      }
    }
  }

  /** The topmost frame becomes another function's: a tail call, or a jump out of it. */
  void replaceTop(Function f, long clock) {
    long returnAddress = link[depth - 1];
    pop(clock);
    push(f, returnAddress, clock);
  }

  /**
   * A return to an address: ends the frames up to the nearest that was to return there, without
   * crossing a trap.
   *
   * @return false when there is none; nothing has changed then
   */
  boolean returnTo(long target, long clock) {
    int i = depth - 1;
    while (i >= 0 && kind[i] == FUNCTION && link[i] != target) {
      i--;
    }
    if (i < 0 || kind[i] != FUNCTION) {
      return false;
    }
    while (depth > i) {
      pop(clock);
    }
    return true;
  }

  /**
   * An xRET: ends the nearest trap that interrupted the privilege it returns to.
   *
   * @return the trap's epc, or {@link #NO_LINK} when there is none: the stack is empty then
   */
  long resume(int toPrivilege, long clock) {
    int i = depth - 1;
    while (i >= 0 && (kind[i] == FUNCTION || privilege[i] != toPrivilege)) {
      i--;
    }
    if (i < 0) {
      discard(clock);
      return NO_LINK;
    }
    while (depth > i + 1) {
      pop(clock);
    }
    finishTrap(clock);
    return link[depth];
  }

  /** Ends everything. */
  void discard(long clock) {
    while (depth > 0) {
      pop(clock);
    }
  }

  /** Ends the frames down to the topmost trap, exclusive. */
  void discardFunctions(long clock) {
    while (depth > 0 && kind[depth - 1] == FUNCTION) {
      pop(clock);
    }
  }

  /** The task is switched out: its frames do not count as active in another task. */
  void suspend() {
    for (int i = 0; i < depth; i++) {
      if (function[i] != null) {
        function[i].active--;
      }
    }
  }

  void unsuspend() {
    for (int i = 0; i < depth; i++) {
      if (function[i] != null) {
        function[i].active++;
      }
    }
  }
}
