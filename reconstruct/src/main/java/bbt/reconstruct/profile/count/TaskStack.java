package bbt.reconstruct.profile.count;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.reconstruct.profile.Timeline;
import bbt.reconstruct.stack.FrameEnd;
import bbt.reconstruct.stack.FrameOrigin;
import bbt.reconstruct.stack.FrameStack;
import bbt.reconstruct.walk.flow.Rounds;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The call stack of one task, which counts what its frames cost. All times are task clock. */
final class TaskStack extends FrameStack<Function> implements Rounds.Numbers {
  private static final int PAGE_MASK = 4095;

  /** Handlers of traps stand at multiples of it. */
  private static final int ALIGNMENT = 4;

  /** A trap that is being handled. */
  private static final class OpenTrap {
    final TrapTally cause;

    /**
     * Whether it only moves to another address of the code that it was taken in: so a kernel goes
     * on at its virtual addresses when it has switched translation on. Nobody handles anything
     * then, and nothing returns.
     */
    final boolean moves;

    /** Whether it was taken where it counts. */
    boolean counts;

    /** Instructions and cycles of the traps nested in it. */
    long nested;

    long nestedCycles;

    /** The function that served a system call, as far as it is known. */
    Function service;

    OpenTrap(TrapTally cause, Packet.Exception packet, int interrupted) {
      this.cause = cause;
      // What is fetched there is the instruction itself, or one at the next aligned address.
      this.moves =
          cause.kind == ExceptionKind.MMU
              && packet.privilege() == interrupted
              && packet.tval() == packet.epc()
              && packet.pc() != packet.epc()
              && (packet.pc() - packet.epc() & PAGE_MASK) < ALIGNMENT;
    }

    boolean isSystemCall() {
      return cause.kind == ExceptionKind.SYSTEM_CALL;
    }
  }

  private final Stacks shared;

  /** See {@link Stacks#more}. */
  private final boolean more;

  /** Null in a function's frame. */
  private OpenTrap[] trap = new OpenTrap[64];

  private long[] entered = new long[64];

  /** Task cycles at the entry, if there is a cost model. */
  private long[] enteredCycles = new long[64];

  /** Instructions of the frames directly above that have ended; for a listener, if there is one. */
  private long[] above = new long[64];

  /** The frame's node in the tree, if there is one. */
  private int[] node = new int[64];

  /** The trap that is pushed next. */
  private OpenTrap taken;

  /** Frames of selected functions. */
  private int selectedFrames;

  /** The innermost trap if it is a system call whose service may still be called; else null. */
  private OpenTrap unserved;

  /** Task clock minus the hart's selected instructions, while the task is the current one. */
  private long offset;

  /** Task clock at which it was switched out. */
  private long stopped;

  /** Task cycles minus those of the hart, while the task is the current one. */
  private long cycleOffset;

  /** Task cycles at which it was switched out. */
  private long stoppedCycles;

  /** Retired count of its hart at which it was switched out. */
  private long stoppedAt;

  /** The task that has the stack now: a task_struct may be used again. */
  ProfiledTask task;

  /** The program that the task last executed in user mode. */
  Program program;

  /** Whether it is a thread's, and the program its process's. */
  boolean thread;

  /** The address space of {@link #program}. */
  int programSpace;

  TaskStack(Stacks shared, FunctionTable functions, long id) {
    super(functions);
    this.shared = shared;
    this.more = shared.more;
    this.task = shared.task(id, -1);
  }

  /** The tree's node of the topmost frame; the task's own when there is none. */
  int topNode() {
    return nodeBelow(depth());
  }

  private int nodeBelow(int index) {
    return index == 0 ? task.node : node[index - 1];
  }

  private long clock() {
    return shared.at + offset;
  }

  private long cycles() {
    return shared.cycles + cycleOffset;
  }

  // ---- the task comes and goes

  @Override
  protected void resumes() {
    offset = stopped - shared.at;
    cycleOffset = stoppedCycles - shared.cycles;
    if (program != null) {
      program.provisional = false; // the guest was asked when the task was left
    }
    back();
  }

  @Override
  protected void leaves() {
    stopped = clock();
    stoppedCycles = cycles();
    stoppedAt = shared.now;
    away();
  }

  @Override
  protected void endsLate() {
    shared.now = stoppedAt;
    shared.cycles = stoppedCycles - cycleOffset;
    shared.at = stopped - offset;
    back();
  }

  /** The task is left: its frames do not count as active in another task. */
  @Override
  protected void away() {
    for (int i = 0; i < depth(); i++) {
      if (trap[i] == null) {
        function(i).active--;
      }
    }
  }

  @Override
  protected void back() {
    for (int i = 0; i < depth(); i++) {
      if (trap[i] == null) {
        function(i).active++;
      }
    }
  }

  // ---- frames come

  @Override
  protected void trap(Packet.Exception packet, int privilege) {
    taken = new OpenTrap(shared.frames.trap(packet.kind(), packet.cause()), packet, privilege);
  }

  @Override
  protected void entered(int index, Function f, FrameOrigin how) {
    if (index == entered.length) {
      trap = Arrays.copyOf(trap, 2 * index);
      entered = Arrays.copyOf(entered, 2 * index);
      enteredCycles = Arrays.copyOf(enteredCycles, 2 * index);
      above = Arrays.copyOf(above, 2 * index);
      node = Arrays.copyOf(node, 2 * index);
    }
    entered[index] = clock();
    if (f != null) {
      f.active++;
    } else {
      trap[index] = taken;
      unserved = taken.isSystemCall() ? taken : null;
    }
    if (more) {
      enteredMore(index, f, how);
    }
  }

  /** Counts a new frame in the parts that were asked for besides. */
  private void enteredMore(int index, Function f, FrameOrigin how) {
    int frame = f == null ? trap[index].cause.frame : shared.frames.of(f);
    if (shared.tree != null) {
      node[index] = shared.tree.child(nodeBelow(index), frame);
    }
    above[index] = 0;
    enteredCycles[index] = cycles();
    if (f != null && shared.selects(f)) {
      selectedFrames++;
    }
    shared.entered(task, index, frame, how, f == null ? trap[index].cause.kind : null);
  }

  /** The trap that was pushed last counts: it was taken where it is selected. */
  void trapCounts() {
    int i = innermostTrap();
    trap[i].counts = true;
    if (shared.tree != null) {
      shared.tree.called(node[i], 1);
    }
  }

  // ---- frames go

  @Override
  protected void left(int index, Function f, FrameEnd how) {
    long spent = clock() - entered[index];
    if (f == null) {
      leftTrap(index, how, spent);
      return;
    }
    if (--f.active == 0) {
      f.inclusive += spent;
    }
    if (more) {
      if (f.extra.selected) {
        selectedFrames--;
      }
      if (f.active == 0) {
        f.extra.inclusiveCycles += cycles() - enteredCycles[index];
      }
      tell(index, f.extra.frame, how, spent);
    }
  }

  /** A trap that is not returned from is unfinished. */
  private void leftTrap(int index, FrameEnd how, long spent) {
    OpenTrap its = trap[index];
    trap[index] = null;
    TrapTally service = served(its, spent);
    long own = spent - its.nested;
    if (!its.counts) {
      outside(its, service, spent, own);
    } else if (how == FrameEnd.RETURNED) {
      shared.tally.finished(its.cause.kind, spent, own);
      its.cause.finished(spent, own);
      if (service != null) {
        service.finished(spent, own);
      }
      if (shared.costs) {
        finishedCycles(its, service, cycles() - enteredCycles[index]);
      }
    } else {
      shared.tally.unfinished(its.cause.kind, spent);
      its.cause.unfinished(spent);
      if (service != null) {
        service.unfinished(spent);
      }
    }
    nest(index, spent);
    tell(index, its.cause.frame, how, spent);
  }

  /** The tally of what served a system call; null where there is nothing to tell it. */
  private TrapTally served(OpenTrap its, long spent) {
    return its.isSystemCall() && (its.counts || spent > 0) ? shared.service(its.service) : null;
  }

  private void finishedCycles(OpenTrap its, TrapTally service, long cycles) {
    long own = cycles - its.nestedCycles;
    shared.tally.cycles(its.cause.kind, cycles, own);
    its.cause.inclusiveCycles += cycles;
    its.cause.cycles += own;
    if (service != null) {
      service.inclusiveCycles += cycles;
      service.cycles += own;
    }
  }

  /** A trap was taken where it does not count, but has selected instructions. */
  private void outside(OpenTrap its, TrapTally service, long spent, long own) {
    if (spent > 0) {
      shared.tally.outside(its.cause.kind, spent, own);
      its.cause.outside += spent;
      if (service != null) {
        service.outside += spent;
      }
    }
  }

  private void tell(int index, int frame, FrameEnd how, long spent) {
    if (shared.listener != null) {
      shared.listener.left(
          task.number, shared.hart, shared.now, index, frame, how, spent, spent - above[index]);
      if (index > 0) {
        above[index - 1] += spent;
      }
    }
  }

  /** Tells the enclosing trap, if there is one, what the trap just removed has cost. */
  private void nest(int index, long spent) {
    unserved = null;
    int i = innermostTrap();
    if (i >= 0) {
      OpenTrap outer = trap[i];
      outer.nested += spent;
      outer.nestedCycles += cycles() - enteredCycles[index];
      boolean known = outer.service != null && outer.service.servesSystemCall();
      unserved = outer.isSystemCall() && !known ? outer : null;
    }
  }

  // ---- what is there

  /** Index of the innermost trap; -1 without. */
  private int innermostTrap() {
    int i = depth() - 1;
    while (i >= 0 && trap[i] == null) {
      i--;
    }
    return i;
  }

  /** Index of the innermost trap that is being handled; -1 without. */
  private int innermostHandled() {
    int i = depth() - 1;
    while (i >= 0 && (trap[i] == null || trap[i].moves)) {
      i--;
    }
    return i;
  }

  /** Cause of the innermost trap that is being handled; -1 without. */
  long innermostCause() {
    int i = innermostHandled();
    return i < 0 ? -1 : trap[i].cause.cause;
  }

  /** The mode of what is executed: for whom, if not for the task itself. */
  Timeline.Mode mode(boolean user) {
    if (user) {
      return Timeline.Mode.USER;
    }
    int i = innermostHandled();
    if (i < 0) {
      return Timeline.Mode.KERNEL;
    }
    return switch (trap[i].cause.kind) {
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

  /** Whether a system call is being handled of which it is not known what serves it. */
  boolean unserved() {
    return unserved != null;
  }

  /** Whether so many frames more would come and go, and nothing else. */
  boolean takes(int frames) {
    return unserved == null && depth() + frames <= LIMIT;
  }

  /**
   * A function was called while {@link #unserved}.
   *
   * @param computed by an indirect call: a table's entry, for all that is known
   */
  void serves(Function f, boolean computed) {
    if (f.servesSystemCall()) {
      unserved.service = f;
      unserved = null;
    } else if (computed && unserved.service == null) {
      unserved.service = f;
    }
  }

  /**
   * Gives functions what their frames have cost that are still there, as if they ended now.
   *
   * @param late whether no hart executes the task: it stopped when it was left
   * @param given is added what each function was given
   */
  void lend(boolean late, Map<Function, Long> given) {
    long now = late ? stopped : clock();
    Set<Function> below = new HashSet<>();
    for (int i = 0; i < depth(); i++) {
      Function f = trap[i] == null ? function(i) : null;
      if (f != null && below.add(f)) {
        f.inclusive += now - entered[i];
        given.merge(f, now - entered[i], Long::sum);
      }
    }
  }

  /** When its frames were entered. */
  @Override
  public long[] get() {
    int depth = depth();
    long[] all = Arrays.copyOf(entered, 2 * depth);
    System.arraycopy(enteredCycles, 0, all, depth, depth);
    return all;
  }

  @Override
  public void set(long[] values) {
    int depth = depth();
    System.arraycopy(values, 0, entered, 0, depth);
    System.arraycopy(values, depth, enteredCycles, 0, depth);
  }
}
