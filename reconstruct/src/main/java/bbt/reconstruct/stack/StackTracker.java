package bbt.reconstruct.stack;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.Rounds;
import bbt.reconstruct.walk.graph.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Tracks, while a walk runs, from where and when each call and trap on the call stacks came.
 *
 * <p>A task's stack is asked for when the task is first met, so that a walk from the middle of a
 * trace costs only what it touches.
 */
public final class StackTracker extends TaskStacks<StackTracker.Stack> implements FlowListener {
  /** A call or trap that may become a {@link CallFrame}. */
  private static final class Kept {
    CallFrame.Kind kind;
    int privilege;
    int space;
    long site;
    long link;
    long entry;
    long clock;

    CallFrame frame() {
      return new CallFrame(kind, privilege, space, site, link, entry, clock);
    }
  }

  /** A task's stack. Which functions are on it is not asked: all are one. */
  static final class Stack extends FrameStack<Boolean> implements Rounds.Numbers {
    /** Calls and traps, and behind them objects to be used again. */
    private final List<Kept> kept = new ArrayList<>();

    private final Key key;
    private int count;
    private boolean changed;

    Stack(Key key, SavedStack saved) {
      super((from, to, target) -> true);
      this.key = key;
      restore(saved, true);
      for (int i = 0; i < count; i++) {
        CallFrame f = saved.frames().get(i);
        Kept its = kept.get(i);
        its.kind = f.kind();
        its.privilege = f.privilege();
        its.space = f.addressSpace();
        its.site = f.site();
        its.link = f.link();
        its.entry = f.entry();
        its.clock = f.clock();
      }
    }

    @Override
    protected void entered(int index, Boolean function, FrameOrigin how) {
      if (how != FrameOrigin.ROOT && count++ == kept.size()) {
        kept.add(new Kept());
      }
    }

    @Override
    protected void left(int index, Boolean function, FrameEnd how) {
      count -= isRoot(index) ? 0 : 1;
      changed = true;
    }

    @Override
    protected void resumes() {
      changed = true;
    }

    SavedStack save() {
      return save(kept.subList(0, count).stream().map(Kept::frame).toList());
    }

    /** When its frames were entered. */
    @Override
    public long[] get() {
      return kept.subList(0, count).stream().mapToLong(k -> k.clock).toArray();
    }

    @Override
    public void set(long[] values) {
      for (int i = 0; i < count; i++) {
        kept.get(i).clock = values[i];
      }
    }
  }

  /** The state of a hart. */
  private static final class Hart {
    final int number;

    /** Whether it has been met in the walk. */
    boolean started;

    int privilege;
    int addressSpace;

    /** The common clock minus the hart's retired count. */
    long offset;

    Hart(int number) {
      this.number = number;
    }
  }

  private final TrapCauses causes;
  private final Function<Key, SavedStack> before;
  private final Map<Integer, Hart> harts = new HashMap<>();
  private Hart hart = new Hart(0);

  /** A gap was met: what stacks were before it says nothing any more. */
  private boolean forgotten;

  private boolean forgottenSaved;

  /**
   * Creates a tracker for a walk that starts anywhere.
   *
   * @param causes of the guest's traps
   * @param before what a stack was before the walk; never null
   */
  public StackTracker(TrapCauses causes, Function<Key, SavedStack> before) {
    this.causes = causes;
    this.before = before;
    harts.put(0, hart);
  }

  @Override
  protected Stack first(Key key) {
    return new Stack(key, forgotten ? SavedStack.EMPTY : before.apply(key));
  }

  @Override
  protected void forget() {
    super.forget();
    forgotten = true;
    forgottenSaved = false;
  }

  /** The current hart's stack. */
  public SavedStack current() {
    return stack() == null ? SavedStack.EMPTY : stack().save();
  }

  /** Key of the stack that the current hart executes; null before it has started, and in a gap. */
  public Key key() {
    return stack() == null ? null : stack().key;
  }

  /** Calls and traps on the current hart's stack. */
  public int depth() {
    return stack() == null ? 0 : stack().count;
  }

  /** When one of those was entered. */
  public long clockOf(int index) {
    return stack().kept.get(index).clock;
  }

  /** The stacks that changed since the last call. */
  public Map<Key, SavedStack> takeChanged() {
    Map<Key, SavedStack> changed = new HashMap<>();
    each(
        (key, stack) -> {
          if (stack.changed) {
            changed.put(key, stack.save());
            stack.changed = stack.isCurrent();
          }
        });
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
  public void hart(int number) {
    super.hart(number);
    hart = harts.computeIfAbsent(number, Hart::new);
  }

  @Override
  public void turn(long clock, long retired) {
    if (clock >= 0) {
      hart.offset = clock - retired;
    }
  }

  /** The current hart's stack; a damaged trace may have one go on that never started. */
  private Stack its() {
    if (stack() == null) {
      start(0, task());
    }
    return stack();
  }

  /** Keeps what was pushed last. */
  private void keep(CallFrame.Kind kind, long site, long link, long entry, long retired) {
    Kept top = stack().kept.get(stack().count - 1);
    top.kind = kind;
    top.privilege = hart.privilege;
    top.space = hart.addressSpace;
    top.site = site;
    top.link = link;
    top.entry = entry;
    top.clock = retired + hart.offset;
  }

  @Override
  public void call(long retired, Step from, Step to, long target, long link) {
    its().call(from, to, target, link);
    keep(CallFrame.Kind.CALL, from.site(), link, target, retired);
  }

  @Override
  public Rounds rounds(long retired) {
    return new Rounds(Long.MAX_VALUE, List.of(its()));
  }

  @Override
  public void ret(long retired, Step from, Step to, long target) {
    its().ret(to, target);
  }

  @Override
  public void exception(Packet.Exception packet) {
    if (packet.kind() == ExceptionKind.FIRMWARE) {
      return;
    }
    its().exception(packet, hart.privilege);
    if (packet.kind() != ExceptionKind.RESET) {
      keep(CallFrame.Kind.TRAP, packet.epc(), packet.cause(), packet.pc(), packet.retired());
    }
    hart.privilege = packet.privilege();
  }

  @Override
  public void trapReturn(long retired, long target, int newPrivilege) {
    its().trapReturn(causes, target, newPrivilege);
    hart.privilege = newPrivilege;
  }

  @Override
  public void contextSwitch(Packet.Switch packet) {
    hart.addressSpace = packet.addressSpace();
    switchTo(packet.pc(), packet.task());
  }

  @Override
  public void start(long retired, long pc, int privilege, int addressSpace, long task) {
    // Where the walk starts, a hart may be in the middle of a task that another one had, too.
    boolean own = !hart.started && before.apply(new Key(hart.number, task)).hart() >= 0;
    hart.started = true;
    hart.privilege = privilege;
    hart.addressSpace = addressSpace;
    start(pc, task, own || task == 0);
  }

  @Override
  public void stop(long retired, boolean gap) {
    stop(gap);
  }
}
