package bbt.reconstruct.walk.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts how often one hart executes each step, and how often its branch is taken: exactly, and
 * only while its {@link CountWindow} counts.
 *
 * <p>The hot loop adds one to the step, or to the {@link Path} of several, and enters it in a list
 * when it was zero. The lists are emptied into the totals of an address space when that space ends
 * its turn, so the loop never asks whose code it executes.
 */
public final class BlockCounter {
  /** Counts of a step in one address space. */
  private static final class Total {
    long executions;
    long taken;
    long[] partial = NONE;
  }

  private static final long[] NONE = {};

  /**
   * The steps and paths executed since the last flush: each a {@link Step} or a {@link
   * Path.Counted}.
   */
  private static final class Dirty {
    Object[] items = new Object[1024];
    int size;

    void add(Object item) {
      if (size == items.length) {
        items = Arrays.copyOf(items, 2 * size);
      }
      items[size++] = item;
    }
  }

  /**
   * The steps and paths executed above user mode; kept until the end, since all of it is one
   * program's.
   */
  private final Dirty privileged = new Dirty();

  private final Dirty user = new Dirty();

  /**
   * The totals, in the order of the first executions, so that nothing depends on the host's hash
   * codes.
   */
  private final Map<Integer, Map<Step, Total>> totals = new HashMap<>();

  /** A view's code never changes, so these say what is in a step. */
  private record Truncated(View view, long pc, int count) {}

  private final Map<Truncated, Step> truncated = new HashMap<>();

  /** The counts of the flush that is under way. */
  private Map<Step, Total> current;

  private boolean userMode;
  private int addressSpace;

  /** The number for which user mode counts; -1 where nobody said so: for the address space. */
  private int owner = -1;

  /** A step was executed whole. */
  public void step(Step step) {
    step(step, 1);
  }

  /** A step was executed whole, so many times. */
  public void step(Step step, long times) {
    StepCount c = step.counts();
    enlist(step, c);
    c.executions += times;
  }

  /** The branch at the end of a step that was executed whole was taken. */
  public void taken(Step step) {
    StepCount c = step.counts();
    enlist(step, c); // it may have been executed as a path's last
    c.taken++;
  }

  private void enlist(Step step, StepCount counts) {
    if (counts.executions == 0 && counts.taken == 0) {
      list().add(step);
    }
  }

  /** A path was walked. */
  public void path(Path.Counted path) {
    if (path.uses++ == 0) {
      list().add(path);
    }
  }

  /**
   * Counts a step of which only the first instructions were executed, or count.
   *
   * @param times 1; or -1 for first instructions that do not count of a step that is counted whole
   */
  void partial(Step step, int instructions, int times) {
    Step key = step.truncated() ? firstLike(step) : step;
    Total total =
        totals
            .computeIfAbsent(userMode ? user() : BlockCount.PRIVILEGED, k -> new LinkedHashMap<>())
            .computeIfAbsent(key, k -> new Total());
    if (total.partial.length < instructions) {
      total.partial = Arrays.copyOf(total.partial, instructions);
    }
    total.partial[instructions - 1] += times;
  }

  /** A truncated step is found anew each time: the first with the same instructions. */
  private Step firstLike(Step step) {
    Truncated key = new Truncated(step.view, step.pc(), step.node().count());
    return truncated.computeIfAbsent(key, k -> step);
  }

  /** Sets for whom user mode is counted from now on. */
  public void owner(int number) {
    if (number != owner) {
      flush(user, user());
      owner = number;
    }
  }

  private int user() {
    return owner >= 0 ? owner : addressSpace;
  }

  private Dirty list() {
    return userMode ? user : privileged;
  }

  /**
   * The hart goes on in another mode or address space.
   *
   * @param shared whether user mode and the privileged modes may execute the same code: it is not
   *     in the upper half, which is the kernel's
   */
  void enter(int privilege, int space, boolean shared) {
    boolean user = privilege == 0;
    if (space != addressSpace || (shared && user != userMode)) {
      flush(this.user, user());
      if (shared) {
        flush(privileged, BlockCount.PRIVILEGED);
      }
    }
    userMode = user;
    addressSpace = space;
  }

  private void flush(Dirty dirty, int space) {
    if (dirty.size == 0) {
      return;
    }
    current = totals.computeIfAbsent(space, k -> new LinkedHashMap<>());
    for (int i = 0; i < dirty.size; i++) {
      if (dirty.items[i] instanceof Step step) {
        StepCount c = step.counts();
        add(step, c.executions, c.taken);
        c.executions = 0;
        c.taken = 0;
      } else if (dirty.items[i] instanceof Path.Counted path) {
        path.spread(this);
      }
      dirty.items[i] = null;
    }
    dirty.size = 0;
  }

  /** Adds to the totals of the address space that is being flushed. */
  void add(Step step, long executions, long taken) {
    Total total = current.computeIfAbsent(step, k -> new Total());
    total.executions += executions;
    total.taken += taken;
  }

  /** Everything counted so far, in no order. A step may come several times, if code changed. */
  List<BlockCount> counts() {
    flush(user, user());
    flush(privileged, BlockCount.PRIVILEGED);
    List<BlockCount> all = new ArrayList<>();
    totals.forEach(
        (space, steps) ->
            steps.forEach(
                (step, t) ->
                    all.add(
                        new BlockCount(
                            space,
                            step.node(),
                            step.function(),
                            step.page(),
                            t.executions,
                            t.taken,
                            t.partial))));
    return all;
  }
}
