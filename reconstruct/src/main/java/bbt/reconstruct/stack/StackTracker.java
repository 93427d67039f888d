package bbt.reconstruct.stack;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.Rounds;
import bbt.reconstruct.walk.graph.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Keeps the call stack of every task while a walk runs. By the same rules as the report's (docs/
 * report.md, "Words"), but it remembers call sites and when each call was made, not costs.
 *
 * <p>A task's stack is asked for when the task is first met, so that a walk from the middle of a
 * trace costs only what it touches.
 */
public final class StackTracker implements FlowListener {
  /** Deeper than this, a stack is a program's that never returns: it starts anew. */
  public static final int LIMIT = Rounds.CALLS;

  private static final byte CALL = (byte) CallFrame.Kind.CALL.ordinal();
  private static final byte TRAP = (byte) CallFrame.Kind.TRAP.ordinal();

  private static final class Stack implements Rounds.Numbers {
    byte[] kind = new byte[32];
    byte[] privilege = new byte[32];
    int[] space = new int[32];
    long[] site = new long[32];
    long[] link = new long[32];
    long[] entry = new long[32];
    long[] clock = new long[32];
    int depth;

    /**
     * After a switch to this task: its depth then, until a return out of that frame went where it
     * should. -1 otherwise. A return that does not is a new task's, at an address used before.
     */
    int resumed = -1;

    boolean changed;

    Stack(SavedStack saved) {
      int size = Math.max(32, saved.depth());
      kind = Arrays.copyOf(saved.kinds(), size);
      privilege = Arrays.copyOf(saved.privileges(), size);
      space = Arrays.copyOf(saved.spaces(), size);
      site = Arrays.copyOf(saved.sites(), size);
      link = Arrays.copyOf(saved.links(), size);
      entry = Arrays.copyOf(saved.entries(), size);
      clock = Arrays.copyOf(saved.clocks(), size);
      depth = saved.depth();
      resumed = saved.resumed();
    }

    SavedStack save() {
      return new SavedStack(
          Arrays.copyOf(kind, depth),
          Arrays.copyOf(privilege, depth),
          Arrays.copyOf(space, depth),
          Arrays.copyOf(site, depth),
          Arrays.copyOf(link, depth),
          Arrays.copyOf(entry, depth),
          Arrays.copyOf(clock, depth),
          resumed);
    }

    /** When its frames were entered. */
    @Override
    public long[] get() {
      return Arrays.copyOf(clock, depth);
    }

    @Override
    public void set(long[] values) {
      System.arraycopy(values, 0, clock, 0, depth);
    }

    void grow() {
      int size = kind.length * 2;
      kind = Arrays.copyOf(kind, size);
      privilege = Arrays.copyOf(privilege, size);
      space = Arrays.copyOf(space, size);
      site = Arrays.copyOf(site, size);
      link = Arrays.copyOf(link, size);
      entry = Arrays.copyOf(entry, size);
      clock = Arrays.copyOf(clock, size);
    }
  }

  /** What a hart does now. */
  private static final class Hart {
    Stack stack;
    long task;
    int privilege;
    int addressSpace;

    /** The common clock minus the hart's retired count. */
    long offset;
  }

  private final LongFunction<SavedStack> before;
  private final Map<Long, Stack> stacks = new HashMap<>();
  private final List<Hart> harts = new ArrayList<>();

  /** A gap was met: what stacks were before it says nothing any more. */
  private boolean forgotten;

  private final TrapCauses causes;
  private boolean forgottenSaved;
  private int number;
  private Hart hart = new Hart();

  /**
   * Makes one.
   *
   * @param causes of the guest's traps
   * @param before from a stack's {@link #key} to what it was before the walk; never null
   */
  public StackTracker(TrapCauses causes, LongFunction<SavedStack> before) {
    this.causes = causes;
    this.before = before;
    harts.add(hart);
  }

  /** PlaceNames a stack: a task's, or what a hart executes that has no task. */
  public static long key(long task, int hart) {
    return task != 0 ? task : -1L - hart;
  }

  /** The current hart's stack. */
  public SavedStack current() {
    return hart.stack == null ? SavedStack.EMPTY : hart.stack.save();
  }

  /** Frames of the current hart's stack. */
  public int depth() {
    return hart.stack == null ? 0 : hart.stack.depth;
  }

  /** When a frame of the current hart's stack was entered. */
  public long clockOf(int index) {
    return hart.stack.clock[index];
  }

  /** The stacks that changed since the last call. */
  public Map<Long, SavedStack> takeChanged() {
    Map<Long, SavedStack> changed = new HashMap<>();
    stacks.forEach(
        (key, stack) -> {
          if (stack.changed) {
            changed.put(key, stack.save());
            stack.changed = false;
          }
        });
    for (Hart each : harts) {
      if (each.stack != null) {
        each.stack.changed = true;
      }
    }
    return changed;
  }

  /**
   * Whether a gap was met since the last call, so that all stacks but the changed ones are empty.
   */
  public boolean takeForgotten() {
    boolean since = forgotten && !forgottenSaved;
    forgottenSaved = forgotten;
    return since;
  }

  @Override
  public void hart(int newNumber) {
    if (newNumber != number) {
      while (harts.size() <= newNumber) {
        harts.add(new Hart());
      }
      number = newNumber;
      hart = harts.get(newNumber);
    }
  }

  @Override
  public void turn(long clock, long retired) {
    if (clock >= 0) {
      hart.offset = clock - retired;
    }
  }

  private void take(long task) {
    hart.task = task;
    long key = key(task, number);
    hart.stack =
        stacks.computeIfAbsent(key, k -> new Stack(forgotten ? SavedStack.EMPTY : before.apply(k)));
    hart.stack.changed = true;
  }

  /** The current hart's stack; a damaged trace may have one go on that never started. */
  private Stack stack() {
    if (hart.stack == null) {
      take(hart.task);
    }
    return hart.stack;
  }

  private void push(byte kind, long site, long link, long entry, long retired) {
    Stack s = stack();
    if (s.depth >= LIMIT) {
      s.depth = 0;
    }
    if (s.depth == s.kind.length) {
      s.grow();
    }
    int i = s.depth++;
    s.kind[i] = kind;
    s.privilege[i] = (byte) hart.privilege;
    s.space[i] = hart.addressSpace;
    s.site[i] = site;
    s.link[i] = link;
    s.entry[i] = entry;
    s.clock[i] = retired + hart.offset;
  }

  @Override
  public void call(long retired, Step from, Step to, long target, long link) {
    push(CALL, from.site(), link, target, retired);
  }

  @Override
  public Rounds rounds(long retired) {
    return new Rounds(Long.MAX_VALUE, List.of(stack()));
  }

  @Override
  public void ret(long retired, Step from, Step to, long target) {
    ret(target);
  }

  private void ret(long target) {
    Stack s = stack();
    boolean out = s.depth <= s.resumed;
    int i = s.depth - 1;
    while (i >= 0 && s.kind[i] == CALL && s.link[i] != target) {
      i--;
    }
    if (i >= 0 && s.kind[i] == CALL) {
      s.depth = i;
    } else if (out) {
      s.depth = 0;
    }
    if (out) {
      s.resumed = -1;
    }
  }

  @Override
  public void exception(Packet.Exception packet) {
    if (packet.kind() == ExceptionKind.FIRMWARE) {
      return;
    }
    if (packet.kind() == ExceptionKind.RESET) {
      stack().depth = 0;
    } else {
      push(TRAP, packet.epc(), packet.cause(), packet.pc(), packet.retired());
    }
    hart.privilege = packet.privilege();
  }

  @Override
  public void trapReturn(long retired, long target, int newPrivilege) {
    Stack s = stack();
    hart.privilege = newPrivilege;
    s.resumed = -1;
    int i = s.depth - 1;
    while (i >= 0 && (s.kind[i] == CALL || s.privilege[i] != newPrivilege)) {
      i--;
    }
    if (i < 0) {
      s.depth = 0;
      return;
    }
    s.depth = i;
    long epc = s.site[i];
    boolean elsewhere = !causes.resumes(epc, target);
    if (elsewhere && newPrivilege == 0) {
      // Another program (exec), a signal handler, or back from one: nobody called it.
      while (s.depth > 0 && s.kind[s.depth - 1] == CALL) {
        s.depth--;
      }
    }
  }

  @Override
  public void contextSwitch(Packet.Switch packet) {
    hart.addressSpace = packet.addressSpace();
    if (packet.task() != hart.task) {
      take(packet.task());
      hart.stack.resumed = hart.stack.depth;
    }
  }

  @Override
  public void start(long retired, long pc, int privilege, int addressSpace, long task) {
    hart.privilege = privilege;
    hart.addressSpace = addressSpace;
    take(task);
  }

  /** A gap: what any task did in it is not known. */
  @Override
  public void stop(long retired) {
    forgotten = true;
    forgottenSaved = false;
    Stack own = hart.stack;
    hart.stack = null;
    stacks.values().removeIf(stack -> !executed(stack));
    if (own != null) {
      own.depth = 0;
      own.resumed = -1;
      own.changed = true;
    }
  }

  private boolean executed(Stack stack) {
    for (Hart each : harts) {
      if (each.stack == stack) {
        return true;
      }
    }
    return false;
  }
}
