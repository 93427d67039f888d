package bbt.reconstruct.profile.count;

import bbt.reconstruct.profile.count.PathCost.Share;
import bbt.reconstruct.select.SelectionScope;
import bbt.reconstruct.stack.FrameEnd;
import bbt.reconstruct.stack.FrameOrigin;
import bbt.reconstruct.stack.FrameStack;
import bbt.reconstruct.stack.FunctionFinder;
import bbt.reconstruct.walk.flow.PathCalls;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Computes {@link PathCost}s: has the calls, returns and jumps of a path come and go on a stack of
 * its own, whose root is the function that makes the calls, and stops before what would change more
 * than the frames above it.
 */
final class PathCosts {
  private final FunctionTable functions;

  /** Null where everything is selected. */
  final SelectionScope scope;

  /** Knows the hart that is walked now. */
  final Attribution attribution;

  private final List<PathCost> all = new ArrayList<>();

  // ---- of the path that is looked at

  private final Known known = new Known();
  private final Frames frames = new Frames();
  private final List<Share> shares = new ArrayList<>();

  /** Instructions of the path so far. */
  private int offset;

  private int deepest;

  /** Whether a jump was no function's entry for all that is known. */
  private boolean guessed;

  private boolean stopped;

  /** Whether the obstacle that stopped the path's cost may be gone another time. */
  private boolean mayChange;

  PathCosts(FunctionTable functions, SelectionScope scope, Attribution attribution) {
    this.functions = functions;
    this.scope = scope;
    this.attribution = attribution;
  }

  /**
   * Computes the cost of a path's calls, as {@link bbt.reconstruct.walk.flow.FlowListener#summary}
   * wants it.
   */
  PathCost of(PathCalls calls) {
    int good = follow(calls, calls.size());
    if (good < calls.size()) {
      calls.keep(good, mayChange);
      if (good == 0) {
        return null;
      }
      follow(calls, good);
    }
    ProfiledHart hart = attribution.hart;
    PathCost cost =
        new PathCost(
            this,
            hart.current,
            hart.program,
            guessed ? hart.program.unnamed() : -1,
            shares.toArray(new Share[0]),
            deepest,
            calls.offset(good - 1));
    cost.index = all.size();
    all.add(cost);
    return cost;
  }

  void remove(PathCost cost) {
    PathCost last = all.removeLast();
    if (last != cost) {
      all.set(cost.index, last);
      last.index = cost.index;
    }
  }

  /** Gives all functions what they got on paths. */
  void settle() {
    all.forEach(PathCost::settle);
  }

  /**
   * Follows the first of the edges.
   *
   * @return how many of them, so that no call is open behind them
   */
  private int follow(PathCalls calls, int size) {
    frames.discard();
    frames.begin(attribution.hart.current);
    shares.clear();
    offset = 0;
    deepest = 0;
    guessed = false;
    stopped = false;
    mayChange = false;
    int good = 0;
    for (int i = 0; i < size; i++) {
      spend(calls.offset(i));
      Step from = calls.from(i);
      Step to = calls.to(i);
      if (calls.call(i)) {
        frames.call(from, to, to.pc(), from.link());
      } else if (calls.ret(i)) {
        stopped = !frames.ret(to, to.pc()) || stopped;
      } else {
        frames.jump(known.jumped(from, to, to.pc()), to.pc());
      }
      if (stopped) {
        return good;
      }
      if (frames.depth() == 1) {
        good = i + 1;
      }
    }
    return good;
  }

  private void spend(int to) {
    if (frames.depth() > 1) {
      share(frames.top()).self += to - offset;
    }
    offset = to;
  }

  private Share share(Function f) {
    for (Share share : shares) {
      if (share.function == f) {
        return share;
      }
    }
    Share share = new Share(f);
    shares.add(share);
    return share;
  }

  /** The functions as far as they are known, and not on the task's stack already. */
  private final class Known implements FunctionFinder<Function> {
    private Function stop(boolean forNow) {
      stopped = true;
      mayChange = forNow;
      return null;
    }

    /** Enters a function; one that is called for the first time is a jump's target from then on. */
    @Override
    public Function entered(Step from, Step to, long target) {
      boolean met =
          to.function() != FunctionMap.NONE || attribution.hart.program.known(target) != null;
      Function f = met ? functions.entered(from, to, target) : null;
      return f == null || f.active != 0 ? stop(true) : f;
    }

    Function jumped(Step from, Step to, long target) {
      boolean named = to.function() != FunctionMap.NONE;
      boolean leavesNamed = from.function() != FunctionMap.NONE;
      if (!named && leavesNamed) {
        return stop(false);
      }
      guessed |= !named;
      Function f = functions.jumped(from, to, target);
      if (f == null) {
        return attribution.hart.program.known(target) == null ? null : stop(false);
      }
      if (f == frames.top()) {
        return f;
      }
      return frames.depth() == 1 ? stop(false) : f.active != 0 ? stop(true) : f;
    }

    @Override
    public Function returned(Step to, Function caller) {
      return functions.returned(to, caller) == caller ? caller : stop(false);
    }

    @Override
    public boolean startsAt(Function f, long target) {
      return functions.startsAt(f, target);
    }
  }

  /** The path's frames above the root. */
  private final class Frames extends FrameStack<Function> {
    private int[] entered = new int[64];

    Frames() {
      super(known);
    }

    @Override
    protected void entered(int index, Function f, FrameOrigin how) {
      if (index == 0) {
        return;
      }
      if (index == entered.length) {
        entered = Arrays.copyOf(entered, 2 * index);
      }
      entered[index] = offset;
      deepest = Math.max(deepest, index);
      Share share = share(f);
      if (how != FrameOrigin.JUMP) {
        share.calls++;
      }
    }

    @Override
    protected void left(int index, Function f, FrameEnd how) {
      if (index > 0 && !isBelow(index, f)) {
        share(f).inclusive += offset - entered[index];
      }
    }

    private boolean isBelow(int index, Function f) {
      for (int i = 1; i < index; i++) {
        if (function(i) == f) {
          return true;
        }
      }
      return false;
    }
  }
}
