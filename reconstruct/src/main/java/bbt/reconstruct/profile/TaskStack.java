package bbt.reconstruct.profile;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.walk.flow.Rounds;
import java.util.Arrays;

/**
 * The call stack of one task: function frames, and trap frames for what interrupted them. An
 * explicit array; the bottom is 0. All times are task clock.
 */
final class TaskStack implements Rounds.Numbers {
  /** The link of a root: no return matches it. */
  static final long NO_LINK = -1;

  /** Deeper than this, a stack is a program's that never returns: it starts anew. */
  static final int LIMIT = Rounds.CALLS;

  private final Stacks shared;

  /** See {@link Stacks#more}. */
  private final boolean more;

  /** Return address; of a trap its epc. */
  private long[] link = new long[64];

  /** Null in a trap's frame. */
  private Function[] function = new Function[64];

  /** Of a trap; in a function's frame whatever was there before. */
  private TrapTally[] trap = new TrapTally[64];

  private long[] entered = new long[64];

  /** Of a trap: instructions of the traps nested in it. */
  private long[] nested = new long[64];

  /** Task cycles at the entry, if there is a cost model. */
  private long[] enteredCycles = new long[64];

  /** Of a trap: cycles of the traps nested in it. */
  private long[] nestedCycles = new long[64];

  /** For a listener, if there is one: instructions of the frames directly above that have ended. */
  private long[] above = new long[64];

  /** Of a trap: the privilege it interrupted. */
  private byte[] privilege = new byte[64];

  /** The frame's node in the tree, if there is one. */
  private int[] node = new int[64];

  /** Of a system call: what served it, as far as is known. */
  private Function[] service = new Function[64];

  /** Of a trap: whether it was taken where it counts. */
  private boolean[] counted = new boolean[64];

  private int depth;

  /** Frames of selected functions. */
  private int selectedFrames;

  /** The innermost trap if it is a system call whose service may still be called; else -1. */
  private int unserved = -1;

  /** Task clock minus retired count, while the task is the current one. */
  long offset;

  /** Task clock at which it was switched out. */
  long stopped;

  /** Task cycles minus those of the hart, while the task is the current one. */
  long cycleOffset;

  /** Task cycles at which it was switched out. */
  long stoppedCycles;

  /** Retired count of its hart at which it was switched out. */
  long stoppedAt;

  /**
   * After a switch to this task: its depth then, until a return out of that frame went where it
   * should. -1 otherwise. A return that does not is a new task's, in a task_struct used before.
   */
  int resumed = -1;

  /** The hart whose current task it is; -1 when it is none's. */
  int hart = -1;

  /** Who has it now: a task_struct may be used again. */
  Task task;

  /** What it last executed in user mode. */
  Program program;

  /** Whether it is a thread's, and the program its process's. */
  boolean thread;

  /** In which address space that was. */
  int programSpace;

  TaskStack(Stacks shared, long id) {
    this.shared = shared;
    this.more = shared.more;
    this.task = shared.task(id, -1);
  }

  int depth() {
    return depth;
  }

  /** The function of the topmost frame; null when there is none (empty, or a bare trap). */
  Function top() {
    return depth == 0 ? null : function[depth - 1];
  }

  /** The tree's node of the topmost frame; the task's own when there is none. */
  int topNode() {
    return depth == 0 ? task.node : node[depth - 1];
  }

  private long cycles() {
    return shared.cycles + cycleOffset;
  }

  /** A hart goes on with the task. */
  void goesOn(long at) {
    offset = stopped - at;
    cycleOffset = stoppedCycles - shared.cycles;
    if (program != null) {
      program.provisional = false; // the guest was asked when the task was left
    }
    unsuspend();
  }

  /** The task is left. */
  void leaves(long clock) {
    stopped = clock;
    stoppedCycles = cycles();
    stoppedAt = shared.now;
  }

  boolean topReturnsTo(long target) {
    return depth > 0 && link[depth - 1] == target && function[depth - 1] != null;
  }

  void push(Function f, long returnAddress, long clock, FrameListener.How how) {
    if (depth >= LIMIT) {
      discard(clock);
    }
    if (depth == link.length) {
      grow();
    }
    link[depth] = returnAddress;
    function[depth] = f;
    entered[depth] = clock;
    f.active++;
    if (more) {
      pushMore(f, how);
    }
    depth++;
  }

  /** What a frame on its way onto the stack is to those who asked for more. */
  private void pushMore(Function f, FrameListener.How how) {
    if (shared.tree != null) {
      node[depth] = shared.tree.child(topNode(), shared.frames.of(f));
    }
    above[depth] = 0;
    enteredCycles[depth] = cycles();
    if (shared.selects(f)) {
      selectedFrames++;
    }
    if (shared.listener != null) {
      shared.entered(task, depth, shared.frames.of(f), how, null);
    }
  }

  void pushTrap(TrapTally cause, long epc, int interrupted, long clock) {
    if (depth == link.length) {
      grow();
    }
    if (shared.tree != null) {
      node[depth] = shared.tree.child(topNode(), cause.frame);
    }
    trap[depth] = cause;
    counted[depth] = false;
    link[depth] = epc;
    function[depth] = null;
    service[depth] = null;
    entered[depth] = clock;
    nested[depth] = 0;
    above[depth] = 0;
    enteredCycles[depth] = cycles();
    nestedCycles[depth] = 0;
    privilege[depth] = (byte) interrupted;
    unserved = cause.kind == ExceptionKind.SYSTEM_CALL ? depth : -1;
    if (shared.listener != null) {
      shared.entered(task, depth, cause.frame, FrameListener.How.TRAP, cause.kind);
    }
    depth++;
  }

  /** The trap that was pushed last counts: it was taken where it is selected. */
  void trapCounts() {
    int i = innermostTrap();
    counted[i] = true;
    if (shared.tree != null) {
      shared.tree.called(node[i], 1);
    }
  }

  /** Index of the innermost trap; -1 without. */
  private int innermostTrap() {
    int i = depth - 1;
    while (i >= 0 && function[i] != null) {
      i--;
    }
    return i;
  }

  /** Cause of the innermost trap; -1 without. */
  long innermostCause() {
    int i = innermostTrap();
    return i < 0 ? -1 : trap[i].cause;
  }

  /** What is being done: for whom, if not for the task itself. */
  Timeline.Mode mode(boolean user) {
    if (user) {
      return Timeline.Mode.USER;
    }
    int i = innermostTrap();
    if (i < 0) {
      return Timeline.Mode.KERNEL;
    }
    return switch (trap[i].kind) {
      case SYSTEM_CALL -> Timeline.Mode.SYSTEM_CALL;
      case MMU -> Timeline.Mode.MMU;
      case INTERRUPT -> Timeline.Mode.INTERRUPT;
      case EXECUTION, RESET, FIRMWARE -> Timeline.Mode.EXECUTION;
    };
  }

  /** Whether a selected function is on the stack. */
  boolean inside() {
    return selectedFrames > 0;
  }

  /** When its frames were entered. */
  @Override
  public long[] get() {
    long[] all = Arrays.copyOf(entered, 2 * depth);
    System.arraycopy(enteredCycles, 0, all, depth, depth);
    return all;
  }

  @Override
  public void set(long[] values) {
    System.arraycopy(values, 0, entered, 0, depth);
    System.arraycopy(values, depth, enteredCycles, 0, depth);
  }

  private void grow() {
    int size = link.length * 2;
    link = Arrays.copyOf(link, size);
    function = Arrays.copyOf(function, size);
    trap = Arrays.copyOf(trap, size);
    entered = Arrays.copyOf(entered, size);
    nested = Arrays.copyOf(nested, size);
    above = Arrays.copyOf(above, size);
    privilege = Arrays.copyOf(privilege, size);
    node = Arrays.copyOf(node, size);
    service = Arrays.copyOf(service, size);
    counted = Arrays.copyOf(counted, size);
    enteredCycles = Arrays.copyOf(enteredCycles, size);
    nestedCycles = Arrays.copyOf(nestedCycles, size);
  }

  /** Whether a system call is being handled of which it is not known what serves it. */
  boolean unserved() {
    return unserved >= 0;
  }

  /** Whether so many frames more would come and go, and nothing else. */
  boolean takes(int frames) {
    return unserved < 0 && depth + frames <= LIMIT;
  }

  /**
   * A function was called while {@link #unserved}.
   *
   * @param computed by an indirect call: a table's entry, for all that is known
   */
  void serves(Function f, boolean computed) {
    if (f.servesSystemCall()) {
      service[unserved] = f;
      unserved = -1;
    } else if (computed && service[unserved] == null) {
      service[unserved] = f;
    }
  }

  /** Ends the topmost frame; a trap that ends this way is unfinished. */
  void pop(long clock, FrameListener.End how) {
    depth--;
    Function f = function[depth];
    long spent = clock - entered[depth];
    if (f != null) {
      function[depth] = null;
      if (--f.active == 0) {
        f.inclusive += spent;
      }
      if (more) {
        popMore(f, spent, how);
      }
    } else {
      TrapTally cause = trap[depth];
      if (counted[depth]) {
        shared.tally.unfinished(cause.kind, spent);
        cause.unfinished(spent);
        if (cause.kind == ExceptionKind.SYSTEM_CALL) {
          shared.service(service[depth]).unfinished(spent);
        }
      } else {
        outside(cause, spent);
      }
      nest(spent);
      if (shared.listener != null) {
        left(cause.frame, how, spent);
      }
    }
  }

  /** The counterpart of {@link #pushMore}. */
  private void popMore(Function f, long spent, FrameListener.End how) {
    if (f.extra.selected) {
      selectedFrames--;
    }
    if (f.active == 0) {
      f.extra.inclusiveCycles += cycles() - enteredCycles[depth];
    }
    if (shared.listener != null) {
      left(f.extra.frame, how, spent);
    }
  }

  private void finishTrap(long clock) {
    depth--;
    long spent = clock - entered[depth];
    TrapTally cause = trap[depth];
    long own = spent - nested[depth];
    if (counted[depth]) {
      shared.tally.finished(cause.kind, spent, own);
      cause.finished(spent, own);
      if (cause.kind == ExceptionKind.SYSTEM_CALL) {
        shared.service(service[depth]).finished(spent, own);
      }
      if (shared.costs) {
        finishedCycles(cause);
      }
    } else {
      outside(cause, spent);
    }
    nest(spent);
    if (shared.listener != null) {
      left(cause.frame, FrameListener.End.RETURNED, spent);
    }
  }

  private void finishedCycles(TrapTally cause) {
    long cycles = cycles() - enteredCycles[depth];
    long own = cycles - nestedCycles[depth];
    shared.tally.cycles(cause.kind, cycles, own);
    cause.inclusiveCycles += cycles;
    cause.cycles += own;
    if (cause.kind == ExceptionKind.SYSTEM_CALL) {
      TrapTally call = shared.service(service[depth]);
      call.inclusiveCycles += cycles;
      call.cycles += own;
    }
  }

  /** A trap was taken where it does not count, but has selected instructions. */
  private void outside(TrapTally cause, long spent) {
    long own = spent - nested[depth];
    if (spent > 0) {
      shared.tally.outside(cause.kind, spent, own);
      cause.outside += spent;
      if (cause.kind == ExceptionKind.SYSTEM_CALL) {
        shared.service(service[depth]).outside += spent;
      }
    }
  }

  private void left(int frame, FrameListener.End how, long spent) {
    shared.listener.left(
        task.number, shared.hart, shared.now, depth, frame, how, spent, spent - above[depth]);
    if (depth > 0) {
      above[depth - 1] += spent;
    }
  }

  /** Tells the enclosing trap, if there is one, what the trap just removed has cost. */
  private void nest(long spent) {
    unserved = -1;
    for (int i = depth - 1; i >= 0; i--) {
      if (function[i] == null) {
        nested[i] += spent;
        nestedCycles[i] += cycles() - enteredCycles[depth];
        boolean known = service[i] != null && service[i].servesSystemCall();
        unserved = trap[i].kind == ExceptionKind.SYSTEM_CALL && !known ? i : -1;
        return;
      }
    }
  }

  /** The topmost frame becomes another function's: a tail call, or a jump out of it. */
  void replaceTop(Function f, long clock, FrameListener.How how) {
    long returnAddress = link[depth - 1];
    pop(clock, FrameListener.End.TAIL_CALL);
    push(f, returnAddress, clock, how);
  }

  /**
   * A return to an address: ends the frames up to the nearest that was to return there, without
   * crossing a trap.
   *
   * @return false when there is none; nothing has changed then
   */
  boolean returnTo(long target, long clock) {
    int i = depth - 1;
    while (i >= 0 && function[i] != null && link[i] != target) {
      i--;
    }
    if (i < 0 || function[i] == null) {
      return false;
    }
    while (depth > i + 1) {
      pop(clock, FrameListener.End.CUT);
    }
    pop(clock, FrameListener.End.RETURNED);
    return true;
  }

  /**
   * A return from a trap: ends the nearest trap that interrupted the privilege it returns to.
   *
   * @return the trap's epc, or {@link #NO_LINK} when there is none: the stack is empty then
   */
  long resume(int toPrivilege, long clock) {
    int i = depth - 1;
    while (i >= 0 && (function[i] != null || privilege[i] != toPrivilege)) {
      i--;
    }
    if (i < 0) {
      discard(clock);
      return NO_LINK;
    }
    while (depth > i + 1) {
      boolean handler = function[depth - 1] != null;
      pop(clock, handler ? FrameListener.End.RETURNED : FrameListener.End.CUT);
    }
    finishTrap(clock);
    return link[depth];
  }

  /** Ends everything. */
  void discard(long clock) {
    while (depth > 0) {
      pop(clock, FrameListener.End.CUT);
    }
  }

  /** Ends the frames down to the topmost trap, exclusive. */
  void discardFunctions(long clock) {
    while (depth > 0 && function[depth - 1] != null) {
      pop(clock, FrameListener.End.CUT);
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
