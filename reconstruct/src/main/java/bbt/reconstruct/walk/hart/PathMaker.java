package bbt.reconstruct.walk.hart;

import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PathCalls;
import bbt.reconstruct.walk.graph.CallSummary;
import bbt.reconstruct.walk.graph.Path;
import bbt.reconstruct.walk.graph.Space;
import bbt.reconstruct.walk.graph.Step;
import bbt.reconstruct.walk.graph.View;

/** Builds {@link Path}s of links that exist. */
public final class PathMaker {
  /** Longer paths gain nothing, and a loop without branches must end. */
  private static final int MAX_STEPS = 64;

  /** A number of instructions that any step has room in. */
  private static final int MAX_COUNT = 4096;

  /** The least steps of a path: fewer gain nothing. */
  private static final int MIN_STEPS = 2;

  private static final int MAX_CALLS = 16;

  /** The path so far: its steps, and what it comes to before each of them. */
  private final Step[] steps = new Step[MAX_STEPS + 1];

  private final int[] counts = new int[MAX_STEPS + 1];
  private final int[] bits = new int[MAX_STEPS + 1];
  private final int[] depths = new int[MAX_STEPS + 1];
  private final long[] factors = new long[MAX_STEPS + 1];
  private final long[] terms = new long[MAX_STEPS + 1];

  /** The number of pages beside the first step's that each step and the steps before it touch. */
  private final int[] pages = new int[MAX_STEPS + 1];

  private final PathCalls calls = new PathCalls();
  private final FlowListener listener;
  private final boolean counted;

  /** The address after each open call. */
  private final long[] links = new long[MAX_CALLS];

  /** The first step's page, and those that were touched beside it. */
  private View home;

  private final View[] also = new View[2];
  private int touched;

  /** Bit i: the branch at the end of step i is taken. */
  private long taken;

  /** Whether the last path ended where a link is missing: later it may be longer. */
  private boolean unfinished;

  PathMaker(FlowListener listener, boolean counted) {
    this.listener = listener;
    this.counted = counted;
  }

  boolean unfinished() {
    return unfinished;
  }

  /**
   * The path that is walked next.
   *
   * @param first of a page that the address space shows
   * @param ahead the next {@link Path#BITS} bits
   * @param cache the pages that the address space shows
   * @param returns whether a return leaves a bit that says whether it goes to where the call was
   * @param room instructions before the next record, packet or trap
   * @return {@link Path#NONE} when it would be too short; null when there is too little room to say
   */
  Path make(Step first, int ahead, View[] cache, boolean returns, long room) {
    calls.clear();
    taken = 0;
    unfinished = false;
    touched = 0;
    home = first.view;
    steps[0] = first;
    counts[0] = 0;
    bits[0] = 0;
    depths[0] = 0;
    factors[0] = 1;
    terms[0] = 0;
    boolean open = !touch(first, cache);
    pages[0] = touched;
    int n = 0;
    int depth = 0;
    while (!open && n < MAX_STEPS) {
      Step step = steps[n];
      int used = bits[n];
      if (step.watched || counts[n] + step.count > MAX_COUNT) {
        break;
      }
      if (counts[n] + step.count >= room) {
        return null;
      }
      Step next;
      byte edge;
      if (step.kind == Step.FIXED) {
        if (step.calls) {
          if (depth == MAX_CALLS) {
            break;
          }
          links[depth++] = step.place.link();
        }
        next = step.next;
        edge = step.nextEdge;
      } else if (step.kind == Step.BRANCH && used < Path.BITS) {
        boolean jumps = (ahead >>> used & 1) != 0;
        taken |= jumps ? 1L << n : 0;
        next = jumps ? step.taken : step.next;
        edge = jumps ? step.takenEdge : step.nextEdge;
        used++;
      } else if (step.kind == Step.RETURN && depth > 0 && !step.calls) {
        if (!returns || used == Path.BITS || (ahead >>> used & 1) == 0) {
          break;
        }
        next = at(links[--depth], cache);
        edge = Step.RETURN_EDGE;
        used++;
      } else {
        open = step.kind == Step.RETURN || step.kind == Step.INDIRECT;
        break;
      }
      if (next == null) {
        unfinished = true;
        open = true;
      } else if (!touch(next, cache)) {
        open = true;
      } else {
        if (edge != Step.NO_EDGE) {
          calls.add(edge, step, next, counts[n] + step.count, n);
        }
        counts[n + 1] = counts[n] + step.count;
        bits[n + 1] = used;
        depths[n + 1] = depth;
        factors[n + 1] = factors[n] * step.place.hashFactor();
        terms[n + 1] = terms[n] * step.place.hashFactor() + step.place.hashTerm();
        pages[++n] = touched;
        steps[n] = next;
      }
    }
    // A call that does not return on the path is where it ends; so is what the listener is to hear.
    if (depths[n] > 0) {
      n = outermost(n);
      open = true;
    }
    CallSummary summary = null;
    int before = within(n);
    calls.keep(before, false);
    if (before > 0) {
      int edgeAt = calls.index(0);
      summary = listener.summary(calls);
      unfinished |= calls.shortForNow();
      if (summary == null) {
        calls.keep(0, unfinished);
        n = edgeAt;
        open = true;
      } else if (calls.size() < before) {
        n = calls.index(calls.size());
        open = true;
      }
    }
    return path(n, open, summary, cache);
  }

  /** The step that a call returns to, where it has been walked and can be; else null. */
  static Step back(Step call, View[] cache) {
    Step back = call.taken;
    if (back == null) {
      back = at(call.place.link(), cache);
      if (back == null || back.secondView != null) {
        return null;
      }
      call.taken = back;
    }
    return back.view == call.view || cache[back.view.cacheIndex] == back.view ? back : null;
  }

  /** The step at an address, where it has been walked and can be; else null. */
  static Step at(long pc, View[] cache) {
    View view = cache[Space.index(pc & ~View.PAGE_MASK)];
    return view != null && view.virtualPage == (pc & ~View.PAGE_MASK)
        ? view.steps[View.slot(pc)]
        : null;
  }

  /** Whether a step can be on the path: its pages are shown, and are not too many. */
  private boolean touch(Step step, View[] cache) {
    int before = touched;
    boolean ok =
        touch(step.view, cache) && (step.secondView == null || touch(step.secondView, cache));
    if (!ok) {
      touched = before;
    }
    return ok;
  }

  private boolean touch(View view, View[] cache) {
    if (view == home) {
      return true;
    }
    for (int i = 0; i < touched; i++) {
      if (also[i] == view) {
        return true;
      }
    }
    if (touched == also.length || cache[view.cacheIndex] != view) {
      return false;
    }
    also[touched++] = view;
    return true;
  }

  /** The number of edges before a step. */
  private int within(int n) {
    int i = 0;
    while (i < calls.size() && calls.index(i) < n) {
      i++;
    }
    return i;
  }

  /** The call that is open before a step and was made first. */
  private int outermost(int n) {
    int i = n;
    while (depths[i] > 0) {
      i--;
    }
    return i;
  }

  /**
   * @param open whether step n is on the path, but for its end
   */
  private Path path(int n, boolean open, CallSummary summary, View[] cache) {
    int size = open ? n + 1 : n;
    if (size < MIN_STEPS) {
      return Path.NONE;
    }
    Step last = steps[n];
    touched = pages[n];
    boolean crosses =
        open && last.kind == Step.FIXED && last.next != null && touch(last.next, cache);
    Step back = crosses && last.calls ? back(last, cache) : null;
    if (back != null && !touch(back, cache)) {
      back = null;
    }
    Step.StepEnd more = last.place;
    Path made =
        new Path(
            crosses ? last.next : open ? null : last,
            open ? last : null,
            crosses ? last.nextEdge : Step.NO_EDGE,
            back,
            open ? counts[n] + last.count : counts[n],
            bits[n],
            open ? factors[n] * more.hashFactor() : factors[n],
            open ? terms[n] * more.hashFactor() + more.hashTerm() : terms[n],
            touched > 0 ? also[0] : null,
            touched > 1 ? also[1] : null,
            summary);
    if (!counted) {
      return made;
    }
    Step[] itsSteps = java.util.Arrays.copyOf(steps, size);
    return new Path.Counted(made, itsSteps, open ? taken & ~(1L << n) : taken);
  }
}
