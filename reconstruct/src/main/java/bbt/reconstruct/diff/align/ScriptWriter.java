package bbt.reconstruct.diff.align;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** Goes through both trees of a task in order of time and writes down where they differ. */
final class ScriptWriter {
  private static final int NONE = EditScript.NONE;

  private final ForestAlignment alignment;
  private final CallForest a;
  private final CallForest b;
  private final int pair;
  private final List<EditScript.Step> steps = new ArrayList<>();

  /** Instructions that both executed alike since the last step. */
  private long same;

  /** Two calls that stand for each other, and how far their callees have been told. */
  private static final class Level {
    final int x;
    final int y;
    int inA;
    int inB;

    Level(int x, int y, CallForest a, CallForest b) {
      this.x = x;
      this.y = y;
      inA = a.first(x);
      inB = b.first(y);
    }
  }

  private final Deque<Level> open = new ArrayDeque<>();

  /**
   * Creates the writer for one pair of tasks.
   *
   * @param pair number of the task among those of both runs
   */
  ScriptWriter(ForestAlignment alignment, int pair) {
    this.alignment = alignment;
    this.a = alignment.a;
    this.b = alignment.b;
    this.pair = pair;
  }

  /** A task that one run has; none of which nothing is compared, or interrupts alone. */
  private void alone(int x, int y) {
    if (y == NONE && a.inclusive(x) > 0) {
      step(Edit.Kind.VANISHED, x, NONE, a.entered(x), -1, a.inclusive(x), 0);
    } else if (x == NONE && b.inclusive(y) > 0) {
      step(Edit.Kind.APPEARED, NONE, y, -1, b.entered(y), 0, b.inclusive(y));
    }
  }

  /** The steps of a task, in its order. */
  List<EditScript.Step> write(TaskPair tasks) {
    int x = tasks.a() == null ? NONE : tasks.a().number();
    int y = tasks.b() == null ? NONE : tasks.b().number();
    if (y == NONE || x == NONE) {
      alone(x, y);
    } else {
      enter(x, y);
      while (!open.isEmpty()) {
        next(open.peek());
      }
    }
    check(tasks, x == NONE ? 0 : a.inclusive(x), y == NONE ? 0 : b.inclusive(y));
    return steps;
  }

  /** Checks that the steps and what both did alike are all that the task did, in either run. */
  private void check(TaskPair tasks, long inA, long inB) {
    long toldA = same;
    long toldB = same;
    for (EditScript.Step s : steps) {
      toldA += s.sameBefore() + s.a();
      toldB += s.sameBefore() + s.b();
    }
    if (toldA != inA || toldB != inB) {
      throw new IllegalStateException(
          "the edits of "
              + tasks.title()
              + " tell of "
              + toldA
              + " and "
              + toldB
              + " instructions, but it executed "
              + inA
              + " and "
              + inB);
    }
  }

  private void step(
      Edit.Kind kind, int x, int y, long clockA, long clockB, long costA, long costB) {
    steps.add(new EditScript.Step(kind, pair, x, y, 1, clockA, clockB, costA, costB, same));
    same = 0;
  }

  /** Two calls stand for each other and did not do the same. */
  private void enter(int x, int y) {
    if (a.own(x) != b.own(y)) {
      step(Edit.Kind.CHANGED, x, y, a.entered(x), b.entered(y), a.own(x), b.own(y));
    } else {
      same += a.own(x);
    }
    open.push(new Level(x, y, a, b));
  }

  /** Tells the next callee of either. */
  private void next(Level l) {
    int endA = a.first(l.x) + a.count(l.x);
    int endB = b.first(l.y) + b.count(l.y);
    if (l.inA < endA && alignment.inB(l.inA) < 0) {
      vanished(l, endB);
      return;
    }
    if (l.inB < endB && alignment.inA(l.inB) < 0) {
      appeared(l, endA);
      return;
    }
    if (l.inA < endA && alignment.movedA(l.inA)) {
      l.inA++; // told where it is in B
      return;
    }
    if (l.inB < endB && alignment.movedB(l.inB)) {
      moved(l.inB++);
      return;
    }
    if (l.inA == endA) {
      open.pop();
      return;
    }
    int x = l.inA++;
    int y = l.inB++;
    if (alignment.same(x)) {
      same += a.inclusive(x);
    } else {
      enter(x, y);
    }
  }

  private void vanished(Level l, int endB) {
    int x = l.inA++;
    long cost = a.inclusive(x) - movedOut(x);
    long there = before(b, l.y, l.inB, endB);
    if (l.inA - 1 > a.first(l.x) && joins(Edit.Kind.VANISHED, x, x - 1, a)) {
      join(cost, 0);
    } else {
      step(Edit.Kind.VANISHED, x, NONE, a.entered(x), there, cost, 0);
    }
  }

  private void appeared(Level l, int endA) {
    int y = l.inB++;
    List<Integer> inside = new ArrayList<>();
    long cost = b.inclusive(y) - movedIn(y, inside);
    long there = before(a, l.x, l.inA, endA);
    if (l.inB - 1 > b.first(l.y) && joins(Edit.Kind.APPEARED, y, y - 1, b)) {
      join(0, cost);
    } else {
      step(Edit.Kind.APPEARED, NONE, y, there, b.entered(y), 0, cost);
    }
    inside.forEach(this::moved);
  }

  /** Where a callee would be that the call does not make: before the next one, or at the end. */
  private static long before(CallForest in, int caller, int next, int end) {
    return next < end ? in.entered(next) : in.left(caller);
  }

  private void moved(int y) {
    int x = alignment.inA(y);
    step(Edit.Kind.MOVED, x, y, a.entered(x), b.entered(y), 0, 0);
    if (alignment.same(x)) {
      same += a.inclusive(x);
    } else {
      enter(x, y);
    }
  }

  /** Whether a step goes on with the callee before, of the same function. */
  private boolean joins(Edit.Kind kind, int node, int before, CallForest in) {
    if (steps.isEmpty() || same != 0 || in.key(node) != in.key(before)) {
      return false;
    }
    EditScript.Step last = steps.getLast();
    int first = in == a ? last.node() : last.inB();
    return last.kind() == kind && first + last.calls() == node;
  }

  private void join(long costA, long costB) {
    EditScript.Step s = steps.removeLast();
    steps.add(
        new EditScript.Step(
            s.kind(),
            s.pair(),
            s.node(),
            s.inB(),
            s.calls() + 1,
            s.clockA(),
            s.clockB(),
            s.a() + costA,
            s.b() + costB,
            s.sameBefore()));
  }

  /** Instructions of what was found elsewhere in B, in a call that vanished. */
  private long movedOut(int x) {
    long sum = 0;
    Deque<Integer> look = new ArrayDeque<>();
    look.push(x);
    while (!look.isEmpty()) {
      int n = look.pop();
      for (int k = a.first(n); alignment.openedA(n) && k < a.first(n) + a.count(n); k++) {
        if (alignment.movedA(k)) {
          sum += a.inclusive(k);
        } else {
          look.push(k);
        }
      }
    }
    return sum;
  }

  /** Instructions of what was found elsewhere in A, in a call that appeared; and its nodes. */
  private long movedIn(int y, List<Integer> nodes) {
    long sum = 0;
    Deque<Integer> look = new ArrayDeque<>();
    look.push(y);
    while (!look.isEmpty()) {
      int n = look.pop();
      for (int k = b.first(n); alignment.openedB(n) && k < b.first(n) + b.count(n); k++) {
        if (alignment.movedB(k)) {
          sum += b.inclusive(k);
          nodes.add(k);
        } else {
          look.push(k);
        }
      }
    }
    nodes.sort(Comparator.comparingLong(b::entered));
    return sum;
  }
}
