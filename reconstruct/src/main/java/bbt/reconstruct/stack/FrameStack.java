package bbt.reconstruct.stack;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.ptg.guest.TrapCauses;
import bbt.reconstruct.walk.flow.Rounds;
import bbt.reconstruct.walk.graph.Step;
import java.util.Arrays;
import java.util.List;

/**
 * The call stack of one task, and the rules by which its frames come and go (docs/report.md,
 * "Words"). An explicit array; the bottom is 0. A frame is a call's, a trap's, or a <em>root</em>:
 * what nobody called, at the bottom and above each trap.
 *
 * @param <F> what a function is to those who hear of the frames
 */
public abstract class FrameStack<F> {
  /** Deeper than this, a stack is a program's that never returns: it starts anew. */
  public static final int LIMIT = Rounds.CALLS;

  /** The link of a root: no return matches it. */
  private static final long NO_LINK = -1;

  /** The mark of a call, in the place of the privilege that a trap interrupted. */
  private static final byte CALLED = -1;

  private static final byte ROOT = -2;
  private static final int USER_MODE = 0;

  private final FunctionFinder<F> functions;

  /** Return address; of a trap its epc. */
  private long[] link = new long[64];

  /** The privilege that a trap interrupted; {@link #CALLED} or {@link #ROOT} for other frames. */
  private byte[] interrupted = new byte[64];

  /** Null in a trap's frame. */
  private Object[] function = new Object[64];

  private int depth;

  /**
   * After a switch to this task: its depth then, as long as that frame is there. -1 otherwise. A
   * return out of it that does not go where it should is a new task's, at an address used before.
   */
  int resumed = -1;

  /** The hart whose current task it is; -1 when it is none's. */
  int hart = -1;

  /** Creates an empty stack. */
  protected FrameStack(FunctionFinder<F> functions) {
    this.functions = functions;
  }

  // ---- what those hear who keep more of each frame

  /**
   * A frame was pushed.
   *
   * @param index of the frame: so many are below it
   * @param function null of a trap
   */
  protected abstract void entered(int index, F function, FrameOrigin how);

  /**
   * The topmost frame was removed.
   *
   * @param index of the frame: so many are below it
   * @param function null of a trap
   */
  protected abstract void left(int index, F function, FrameEnd how);

  /**
   * A trap is about to be pushed.
   *
   * @param privilege that it interrupted
   */
  protected void trap(Packet.Exception packet, int privilege) {}

  /** Another hart goes on, or another task: the frames are not those of what is executed now. */
  protected void away() {}

  /** The counterpart of {@link #away}. */
  protected void back() {}

  /** A hart begins with the task, or goes on with it. */
  protected void resumes() {
    back();
  }

  /** The task is left, or over. */
  protected void leaves() {
    away();
  }

  /** The task is over, though no hart executes it: it ended when it was left. */
  protected void endsLate() {
    back();
  }

  // ---- what is there

  /** Number of frames. */
  public final int depth() {
    return depth;
  }

  /** The function of a frame; null of a trap. */
  @SuppressWarnings("unchecked")
  protected final F function(int index) {
    return (F) function[index];
  }

  /** Whether a frame is a trap's. */
  protected final boolean isTrap(int index) {
    return interrupted[index] >= 0;
  }

  /** Whether a hart executes the task. */
  public final boolean isCurrent() {
    return hart >= 0;
  }

  /** Whether nobody called what a frame is. */
  final boolean isRoot(int index) {
    return interrupted[index] == ROOT;
  }

  /** The function of the topmost frame; null when there is none (empty, or a bare trap). */
  public final F top() {
    return depth == 0 ? null : function(depth - 1);
  }

  // ---- rules

  /**
   * A call of any kind.
   *
   * @param returnsTo where it will return to
   * @return null if nothing is known of the function
   */
  public final FrameOrigin call(Step from, Step to, long target, long returnsTo) {
    F callee = functions.entered(from, to, target);
    if (callee == null) {
      return null;
    }
    FrameOrigin how = functions.startsAt(callee, target) ? FrameOrigin.CALL : FrameOrigin.JUMP;
    startAnewFor(1);
    push(callee, returnsTo, CALLED, how);
    return how;
  }

  /**
   * A return: ends the frames up to the nearest that was to return there, without crossing a trap.
   *
   * @return false if there is none: then it is a {@link #jump}
   */
  public final boolean ret(Step to, long target) {
    boolean out = depth <= resumed;
    if (!returnTo(target)) {
      if (!out) {
        return false;
      }
      // Not the task that was switched out: a new one at the same address.
      discard();
    }
    if (!ensureTop(to, target)) {
      F top = function(depth - 1);
      F caller = functions.returned(to, top);
      if (caller != top) {
        replace(caller, FrameOrigin.JUMP);
      }
    }
    return true;
  }

  private boolean returnTo(long target) {
    int i = depth - 1;
    while (i >= 0 && interrupted[i] < 0 && link[i] != target) {
      i--;
    }
    if (i < 0 || interrupted[i] >= 0) {
      return false;
    }
    while (depth > i + 1) {
      pop(FrameEnd.CUT);
    }
    pop(FrameEnd.RETURNED);
    if (depth < resumed) {
      resumed = -1;
    }
    return true;
  }

  /**
   * A jump: out of the function on top, it is a tail call.
   *
   * @param by what {@link FunctionFinder#entered} says
   * @return null if it stays inside
   */
  public final FrameOrigin jump(F by, long target) {
    boolean first = by != null && functions.startsAt(by, target);
    FrameOrigin how = first ? FrameOrigin.TAIL_CALL : FrameOrigin.JUMP;
    return replace(by, how) ? how : null;
  }

  /**
   * Replaces the function on top by the one that the executed code belongs to, if it is another.
   *
   * @return whether another one was thought to be
   */
  public final boolean landed(Step to) {
    F top = top();
    return top != null && replace(functions.landed(to, top), FrameOrigin.JUMP);
  }

  /**
   * A reset, or a trap.
   *
   * @param privilege that it interrupted
   */
  public final void exception(Packet.Exception packet, int privilege) {
    if (packet.kind() == ExceptionKind.RESET) {
      discard();
    } else {
      startAnewFor(2);
      trap(packet, privilege);
      push(null, packet.epc(), (byte) privilege, FrameOrigin.TRAP);
    }
    ensureTop(null, packet.pc());
  }

  /**
   * A return from a trap: ends the nearest trap that interrupted the privilege it returns to; all
   * frames where there is none.
   */
  public final void trapReturn(TrapCauses causes, long target, int privilege) {
    resumed = -1;
    int i = depth - 1;
    while (i >= 0 && interrupted[i] != privilege) {
      i--;
    }
    long epc = i < 0 ? NO_LINK : link[i];
    while (depth > i + 1) {
      pop(i >= 0 && !isTrap(depth - 1) ? FrameEnd.RETURNED : FrameEnd.CUT);
    }
    if (i >= 0) {
      pop(FrameEnd.RETURNED);
    }
    boolean elsewhere = !causes.resumes(epc, target);
    if (elsewhere && privilege == USER_MODE) {
      // Another program (exec), a signal handler, or back from one: nobody called it.
      while (depth > 0 && !isTrap(depth - 1)) {
        pop(FrameEnd.CUT);
      }
    }
    ensureTop(null, target);
    if (elsewhere) {
      replace(functions.elsewhere(target), FrameOrigin.JUMP);
    }
  }

  /** A hart executes the task from here on. */
  final void executed(long pc) {
    ensureTop(null, pc);
  }

  /** Begins, where there is nothing, with a function that nobody called. */
  public final void begin(F root) {
    push(root, NO_LINK, ROOT, FrameOrigin.ROOT);
  }

  /** Ends all frames. */
  public final void discard() {
    while (depth > 0) {
      pop(FrameEnd.CUT);
    }
    resumed = -1;
  }

  private void startAnewFor(int frames) {
    if (depth + frames > LIMIT) {
      discard();
    }
  }

  /** Makes sure that a function is on top, which is executed. */
  private boolean ensureTop(Step to, long target) {
    if (depth > 0 && !isTrap(depth - 1)) {
      return false;
    }
    push(functions.entered(null, to, target), NO_LINK, ROOT, FrameOrigin.ROOT);
    return true;
  }

  /** The topmost frame becomes another function's: a tail call, or a jump out of it. */
  private boolean replace(F by, FrameOrigin how) {
    if (by == null || by == top()) {
      return false;
    }
    int i = depth - 1;
    pop(FrameEnd.TAIL_CALL);
    push(by, link[i], interrupted[i], how);
    return true;
  }

  private void push(F of, long returnsTo, byte below, FrameOrigin how) {
    if (depth == link.length) {
      link = Arrays.copyOf(link, depth * 2);
      interrupted = Arrays.copyOf(interrupted, depth * 2);
      function = Arrays.copyOf(function, depth * 2);
    }
    int i = depth++;
    link[i] = returnsTo;
    interrupted[i] = below;
    function[i] = of;
    entered(i, of, how);
  }

  private void pop(FrameEnd how) {
    int i = --depth;
    F of = function(i);
    function[i] = null;
    left(i, of, how);
  }

  // ---- as it was before

  /** Pushes the frames of a stack as it was; of each, its functions are one. */
  final void restore(SavedStack saved, F function) {
    if (saved.rooted()) {
      push(function, NO_LINK, ROOT, FrameOrigin.ROOT);
    }
    for (CallFrame frame : saved.frames()) {
      if (frame.kind() == CallFrame.Kind.CALL) {
        push(function, frame.link(), CALLED, FrameOrigin.CALL);
      } else {
        push(null, frame.site(), (byte) frame.privilege(), FrameOrigin.TRAP);
        push(function, NO_LINK, ROOT, FrameOrigin.ROOT);
      }
    }
    resumed = saved.resumed();
    hart = saved.hart();
  }

  /** The stack as it is, with what is kept of its frames beside its rules. */
  final SavedStack save(List<CallFrame> frames) {
    boolean rooted = depth > 0 && interrupted[0] == ROOT;
    return new SavedStack(frames, resumed, hart, rooted);
  }
}
