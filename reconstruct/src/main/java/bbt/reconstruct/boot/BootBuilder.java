package bbt.reconstruct.boot;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.boot.BootView.Initcall;
import bbt.reconstruct.boot.BootView.Milestone;
import bbt.reconstruct.names.KernelFunctions;
import bbt.reconstruct.profile.Timeline;
import bbt.reconstruct.profile.count.FrameListener;
import bbt.reconstruct.stack.FrameEnd;
import bbt.reconstruct.stack.FrameOrigin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Listens to a walk's call stacks and notes how the kernel starts. */
public final class BootBuilder implements FrameListener {
  /** Initcalls that are kept at most; a kernel has some thousand. */
  private static final int MOST = 1 << 16;

  private final KernelFunctions kernel;
  private final long from;
  private final LongSupplier clock;

  /** By number of a frame: what its function is to a boot; null where it is nothing. */
  private String[] milestone = new String[1 << 12];

  private boolean[] caller = new boolean[1 << 12];
  private String[] name = new String[1 << 12];
  private long[] address = new long[1 << 12];

  /** By task: frames below the initcall that may begin next or is open; 0 where none may. */
  private int[] depth = new int[64];

  /** An open frame of a function that calls initcalls. */
  private static final class Caller {
    final int depth;

    /** The initcall in it that is open; 0 for none, since the root's number is no function's. */
    int frame;

    long start;

    Caller(int depth) {
      this.depth = depth;
    }
  }

  /** By task, the innermost first. */
  private final Map<Integer, Deque<Caller>> callers = new HashMap<>();

  private final List<Milestone> milestones = new ArrayList<>();
  private final List<Initcall> initcalls = new ArrayList<>();
  private boolean user;

  /**
   * Listens from the start of a walk on.
   *
   * @param kernel knows the kernel's functions
   * @param from the common clock before which nothing is of interest
   * @param clock the common clock as far as the walk has come
   */
  public BootBuilder(KernelFunctions kernel, long from, LongSupplier clock) {
    this.kernel = kernel;
    this.from = from;
    this.clock = clock;
  }

  @Override
  public void met(int frame, String function, long where) {
    if (frame >= name.length) {
      int room = 2 * frame;
      milestone = Arrays.copyOf(milestone, room);
      caller = Arrays.copyOf(caller, room);
      name = Arrays.copyOf(name, room);
      address = Arrays.copyOf(address, room);
    }
    name[frame] = function;
    address[frame] = where;
    if (function != null && where != 0) {
      milestone[frame] = kernel.milestone(function);
      caller[frame] = kernel.callsInitcalls(function);
    }
  }

  @Override
  public boolean keepsEach() {
    return false;
  }

  @Override
  public void entered(
      int task, int hart, long retired, int below, int frame, FrameOrigin how, ExceptionKind trap) {
    if (milestone[frame] != null && !user) {
      if (clock.getAsLong() >= from) {
        milestones.add(new Milestone(clock.getAsLong(), name[frame], milestone[frame], task));
      }
      milestone[frame] = null;
    }
    if (task < depth.length && depth[task] == below && below > 0 && trap == null) {
      begins(callers.get(task).peek(), frame);
    }
    if (caller[frame]) {
      callers.computeIfAbsent(task, k -> new ArrayDeque<>()).push(new Caller(below));
      setDepth(task, below + 1);
    }
  }

  private void begins(Caller open, int frame) {
    if (name[frame] != null && kernel.isInitcall(name[frame])) {
      open.frame = frame;
      open.start = clock.getAsLong();
    }
  }

  private void setDepth(int task, int to) {
    if (task >= depth.length) {
      depth = Arrays.copyOf(depth, 2 * task);
    }
    depth[task] = to;
  }

  @Override
  public void left(
      int task,
      int hart,
      long retired,
      int below,
      int frame,
      FrameEnd end,
      long inclusive,
      long self) {
    if (task >= depth.length || depth[task] == 0) {
      return;
    }
    Deque<Caller> open = callers.get(task);
    Caller innermost = open.peek();
    if (below == innermost.depth + 1 && innermost.frame != 0 && innermost.frame == frame) {
      ended(task, innermost, inclusive, open.size() > 1, end == FrameEnd.RETURNED);
    } else if (below == innermost.depth) {
      open.pop();
      setDepth(task, open.isEmpty() ? 0 : open.peek().depth + 1);
    }
  }

  private void ended(int task, Caller its, long inclusive, boolean nested, boolean returned) {
    if (its.start >= from && initcalls.size() < MOST) {
      initcalls.add(
          new Initcall(
              name[its.frame], address[its.frame], its.start, inclusive, task, nested, returned));
    }
    its.frame = 0;
  }

  @Override
  public void executed(int task, int hart, long at, long end, Timeline.Mode mode, long cause) {
    if (!user && mode == Timeline.Mode.USER) {
      user = true;
      milestones.add(new Milestone(at, "", "the first program's first instruction", task));
    }
  }

  /** Returns what was found; called when the walk is over. */
  public BootView build() {
    boolean kernelKnown = milestones.stream().anyMatch(m -> !m.function().isEmpty());
    return kernelKnown || !initcalls.isEmpty()
        ? new BootView(milestones, initcalls)
        : BootView.NONE;
  }
}
