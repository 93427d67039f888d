package bbt.reconstruct.profile;

import bbt.reconstruct.profile.PathCost.Share;
import bbt.reconstruct.select.Scope;
import bbt.reconstruct.walk.flow.PathCalls;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes {@link PathCost}s: does on a stack of its own what {@link Profiler} would do with each
 * call, return and jump of a path, and stops before what does more than that.
 */
final class PathCosts {
  private final FunctionTable functions;

  /** Null where everything is selected. */
  final Scope scope;

  private final List<PathCost> all = new ArrayList<>();

  /** The hart that is walked now. */
  HartState hart;

  // ---- of the path that is looked at

  private final List<Share> shares = new ArrayList<>();
  private final List<Function> stack = new ArrayList<>();
  private final List<Integer> entered = new ArrayList<>();

  /** Offset since when the function on top executes. */
  private int since;

  private int deepest;

  /** Whether a jump was no function's entry for all that is known. */
  private boolean guessed;

  /** Whether what stopped it may be different another time. */
  private boolean mayChange;

  PathCosts(FunctionTable functions, Scope scope, HartState first) {
    this.functions = functions;
    this.scope = scope;
    this.hart = first;
  }

  /**
   * What a path's calls come to, as {@link bbt.reconstruct.walk.flow.FlowListener#summary} wants
   * it.
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
    shares.clear();
    stack.clear();
    entered.clear();
    since = 0;
    deepest = 0;
    guessed = false;
    mayChange = false;
    int good = 0;
    for (int i = 0; i < size; i++) {
      boolean followed =
          calls.call(i) ? call(calls, i) : calls.ret(i) ? ret(calls, i) : jump(calls, i);
      if (!followed) {
        return good;
      }
      if (stack.isEmpty()) {
        good = i + 1;
      }
    }
    return good;
  }

  private boolean call(PathCalls calls, int i) {
    Step to = calls.to(i);
    boolean met = to.function() != FunctionMap.NONE || hart.program.known(to.pc()) != null;
    Function f = met ? functions.at(hart, calls.from(i), to, to.pc()) : null;
    // One that is called for the first time is a jump's target from then on.
    if (f == null || f.active != 0) {
      mayChange = true;
      return false;
    }
    spend(calls.offset(i));
    push(f, to, calls.offset(i));
    return true;
  }

  private boolean ret(PathCalls calls, int i) {
    spend(calls.offset(i));
    pop(calls.offset(i));
    int id = calls.to(i).function();
    Function top = stack.isEmpty() ? hart.current : stack.getLast();
    return id == FunctionMap.NONE || functions.named(hart, id) == top;
  }

  private boolean jump(PathCalls calls, int i) {
    Step to = calls.to(i);
    Function f;
    if (to.function() == FunctionMap.NONE && calls.from(i).function() == FunctionMap.NONE) {
      f = functions.entry(hart, to, to.pc());
      guessed = true;
      if (f == null) {
        return hart.program.known(to.pc()) == null;
      }
    } else if (to.function() == FunctionMap.NONE) {
      return false;
    } else {
      f = functions.at(hart, calls.from(i), to, to.pc());
    }
    if (f == (stack.isEmpty() ? hart.current : stack.getLast())) {
      return true;
    }
    if (stack.isEmpty()) {
      return false;
    }
    if (f.active != 0) {
      mayChange = true;
      return false;
    }
    spend(calls.offset(i));
    pop(calls.offset(i));
    push(f, to, calls.offset(i));
    return true;
  }

  private void spend(int offset) {
    if (!stack.isEmpty()) {
      share(stack.getLast()).self += offset - since;
    }
    since = offset;
  }

  private void push(Function f, Step to, int offset) {
    stack.add(f);
    entered.add(offset);
    deepest = Math.max(deepest, stack.size());
    Share share = share(f);
    if (functions.startsAt(f, to.pc())) {
      share.calls++;
    }
  }

  private void pop(int offset) {
    Function f = stack.removeLast();
    int start = entered.removeLast();
    if (!stack.contains(f)) {
      share(f).inclusive += offset - start;
    }
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
}
