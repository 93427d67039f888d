package bbt.reconstruct.diff.align;

import bbt.packets.ExceptionKind;
import bbt.reconstruct.stack.FrameEnd;
import bbt.reconstruct.stack.FrameOrigin;
import java.util.Arrays;

/**
 * Hears the calls of a run and keeps those that cost most, with their order in time.
 *
 * <p>Each call gets a hash of its function, of its own instructions and of the hashes of what it
 * called, in order (a Merkle tree). Functions are known by name, those without one by where they
 * lie in their page, which neither the loader nor KASLR changes. Interrupts, with all that is
 * executed in them, are in no hash and in no cost.
 *
 * <p>Memory is bounded: when there are too many calls, the cheaper ones are dropped, and from then
 * on none is kept that costs as little. The hash of their callers covers them all the same.
 */
public final class CallRecorder extends EntryCode {
  /** Calls kept; about 50 bytes each. */
  static final int MOST = 1 << 19;

  private static final int PAGE = 4096;

  private final int most;

  /** Calls that cost less are not kept. */
  private long least = 1;

  // ---- the calls that are kept
  private int size;
  private int[] frame = new int[1024];
  private long[] hash = new long[1024];
  private long[] inclusive = new long[1024];
  private long[] entered = new long[1024];
  private long[] left = new long[1024];
  private int[] firstChild = new int[1024];
  private int[] next = new int[1024];

  /** The hash of each frame's function, by frame number. */
  private long[] frameHash = new long[1024];

  private Stack[] stacks = new Stack[16];
  private int tasks;

  // ---- the common clock
  private int hart;
  private long[] clockOffset = new long[1];

  public CallRecorder() {
    this(MOST);
  }

  /**
   * Creates a recorder that has heard nothing yet.
   *
   * @param most calls that are kept; at least 2
   */
  public CallRecorder(int most) {
    this.most = most;
  }

  /** The calls of a task that have not ended. The task itself has number 0, its frames follow. */
  private static final class Stack {
    long[] entered = new long[16];
    long[] hash = new long[16];

    /** Instructions of interrupts that came in it. */
    long[] lifted = new long[16];

    /** The kept calls it made. */
    int[] first = new int[16];

    int[] last = new int[16];

    /** Whether it is an interrupt, or was called in one. */
    boolean[] interrupt = new boolean[16];

    /** Instructions of the calls that have ended and that nobody called. */
    long instructions;

    Stack() {
      first[0] = -1;
      last[0] = -1;
    }

    void grow() {
      int larger = entered.length * 2;
      entered = Arrays.copyOf(entered, larger);
      hash = Arrays.copyOf(hash, larger);
      lifted = Arrays.copyOf(lifted, larger);
      first = Arrays.copyOf(first, larger);
      last = Arrays.copyOf(last, larger);
      interrupt = Arrays.copyOf(interrupt, larger);
    }
  }

  // ---- listening

  @Override
  public void hart(int number) {
    hart = number;
  }

  @Override
  public void turn(long clock, long retired) {
    if (hart >= clockOffset.length) {
      clockOffset = Arrays.copyOf(clockOffset, hart + 1);
    }
    if (clock >= 0) {
      clockOffset[hart] = clock - retired;
    }
  }

  private long clock(int itsHart, long retired) {
    return retired + (itsHart < clockOffset.length ? clockOffset[itsHart] : 0);
  }

  @Override
  public void met(int number, String name, long address) {
    super.met(number, name, address);
    if (number >= frameHash.length) {
      frameHash = Arrays.copyOf(frameHash, Math.max(number + 1, frameHash.length * 2));
    }
    long h = 1;
    if (name == null) {
      h = address % PAGE;
    } else {
      for (int i = 0; i < name.length(); i++) {
        h = h * 0x9E3779B97F4A7C15L + name.charAt(i);
      }
    }
    frameHash[number] = mixed(h);
  }

  private Stack stack(int task) {
    if (task >= stacks.length) {
      stacks = Arrays.copyOf(stacks, Math.max(task + 1, stacks.length * 2));
    }
    if (stacks[task] == null) {
      stacks[task] = new Stack();
      tasks = Math.max(tasks, task + 1);
    }
    return stacks[task];
  }

  @Override
  public void entered(
      int task,
      int itsHart,
      long retired,
      int depth,
      int number,
      FrameOrigin how,
      ExceptionKind trap) {
    super.entered(task, itsHart, retired, depth, number, how, trap);
    Stack s = stack(task);
    int d = depth + 1;
    if (d >= s.entered.length) {
      s.grow();
    }
    s.entered[d] = clock(itsHart, retired);
    s.hash[d] = frameHash[number];
    s.lifted[d] = 0;
    s.first[d] = -1;
    s.last[d] = -1;
    s.interrupt[d] = trap == ExceptionKind.INTERRUPT || (d > 1 && s.interrupt[d - 1]);
  }

  @Override
  public void left(
      int task,
      int itsHart,
      long retired,
      int depth,
      int number,
      FrameEnd how,
      long all,
      long self) {
    Stack s = stacks[task];
    int d = depth + 1;
    if (s.interrupt[d]) {
      // All of it; what was called in it has said nothing of itself.
      if (d == 1 || !s.interrupt[d - 1]) {
        s.lifted[d - 1] += all;
      }
      return;
    }
    s.lifted[d - 1] += s.lifted[d];
    long cost = all - s.lifted[d];
    if (cost <= 0) {
      return;
    }
    long its = mixed(s.hash[d] + self * 0xC2B2AE3D27D4EB4FL);
    s.hash[d - 1] = mixed(s.hash[d - 1] * 0x9E3779B97F4A7C15L + its);
    if (d == 1) {
      s.instructions += cost;
    }
    if (cost >= least) {
      keep(s, d, number, its, cost, clock(itsHart, retired));
    }
  }

  private void keep(Stack s, int d, int number, long its, long cost, long end) {
    if (size == most) {
      thin();
      if (cost < least) {
        return;
      }
    }
    if (size == frame.length) {
      int larger = size * 2;
      frame = Arrays.copyOf(frame, larger);
      hash = Arrays.copyOf(hash, larger);
      inclusive = Arrays.copyOf(inclusive, larger);
      entered = Arrays.copyOf(entered, larger);
      left = Arrays.copyOf(left, larger);
      firstChild = Arrays.copyOf(firstChild, larger);
      next = Arrays.copyOf(next, larger);
    }
    int n = size++;
    frame[n] = number;
    hash[n] = its;
    inclusive[n] = cost;
    entered[n] = s.entered[d];
    left[n] = end;
    firstChild[n] = s.first[d];
    next[n] = -1;
    if (s.last[d - 1] >= 0) {
      next[s.last[d - 1]] = n;
    } else {
      s.first[d - 1] = n;
    }
    s.last[d - 1] = n;
  }

  private static long mixed(long value) {
    long h = value;
    h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
    h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
    return h ^ h >>> 32;
  }

  // ---- bounded memory

  /** Drops the cheaper half, or more where many cost the same. */
  private void thin() {
    long[] sorted = Arrays.copyOf(inclusive, size);
    Arrays.sort(sorted);
    least = sorted[size - 1 - most / 2] + 1;
    int[] number = new int[size];
    int kept = 0;
    for (int n = 0; n < size; n++) {
      number[n] = inclusive[n] >= least ? kept++ : -1;
    }
    for (int task = 0; task < tasks; task++) {
      Stack s = stacks[task];
      for (int d = 0; s != null && d < s.first.length; d++) {
        relink(s, d, number);
      }
    }
    int[] newFirst = new int[frame.length];
    int[] newNext = new int[frame.length];
    for (int n = 0; n < size; n++) {
      int to = number[n];
      if (to >= 0) {
        frame[to] = frame[n];
        hash[to] = hash[n];
        inclusive[to] = inclusive[n];
        entered[to] = entered[n];
        left[to] = left[n];
        newFirst[to] = kept(firstChild[n], number);
        newNext[to] = kept(next[n], number);
      }
    }
    firstChild = newFirst;
    next = newNext;
    size = kept;
  }

  /** The new number of a call, or of the first behind it that is kept. */
  private int kept(int from, int[] number) {
    int n = from;
    while (n >= 0 && number[n] < 0) {
      n = next[n];
    }
    return n < 0 ? -1 : number[n];
  }

  private void relink(Stack s, int d, int[] number) {
    int last = -1;
    for (int n = s.first[d]; n >= 0; n = next[n]) {
      last = number[n] >= 0 ? number[n] : last;
    }
    s.first[d] = kept(s.first[d], number);
    s.last[d] = last;
  }

  // ---- what was kept

  /** The smallest cost that calls must have to be kept, so far. */
  public long least() {
    return least;
  }

  int size() {
    return size;
  }

  /** Whether a task called anything. */
  private boolean known(int task) {
    return task < stacks.length && stacks[task] != null;
  }

  /** Instructions of a task's calls that have ended, interrupts left out. */
  public long instructions(int task) {
    return known(task) ? stacks[task].instructions : 0;
  }

  /** The hash of all that the task did. */
  long taskHash(int task) {
    return known(task) ? stacks[task].hash[0] : 0;
  }

  /** The first call that nobody made; -1 without. */
  int firstOfTask(int task) {
    return known(task) ? stacks[task].first[0] : -1;
  }

  int frame(int node) {
    return frame[node];
  }

  long hash(int node) {
    return hash[node];
  }

  long inclusive(int node) {
    return inclusive[node];
  }

  long entered(int node) {
    return entered[node];
  }

  long left(int node) {
    return left[node];
  }

  int firstChild(int node) {
    return firstChild[node];
  }

  int next(int node) {
    return next[node];
  }
}
