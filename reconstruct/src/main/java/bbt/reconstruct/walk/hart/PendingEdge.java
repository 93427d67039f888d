package bbt.reconstruct.walk.hart;

import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.graph.CodeMap;
import bbt.reconstruct.walk.graph.Space;
import bbt.reconstruct.walk.graph.Step;

/**
 * A link between two steps of which the second is not known yet: the walk has left the first, and
 * has not found the step at the target.
 */
final class PendingEdge {
  private final FlowListener listener;

  /** The step; null when there is none. */
  private Step from;

  /** The step, if it is to be linked with the one that follows: the hot loop found no such link. */
  private Step unlinked;

  /** Whether the walk comes to the next step by no edge: by a trap, or back from one. */
  private boolean landing;

  PendingEdge(FlowListener listener) {
    this.listener = listener;
  }

  /** A step was left, and where it leads is to be looked up. */
  void leave(Step step) {
    from = step;
    unlinked = step.kind == Step.FIXED || step.kind == Step.BRANCH ? step : null;
  }

  /** A trap, a return from one or a switch leads to the next step, or the walk begins there. */
  void land() {
    landing = true;
  }

  /** Forgets the edge: nothing leads on from here. */
  void clear() {
    from = null;
    unlinked = null;
  }

  /** Links the step that follows, and tells the listener. */
  void arrive(Step to, long retired) {
    if (unlinked != null) {
      link(unlinked, to);
      unlinked = null;
    }
    if (from != null) {
      tell(from.edgeTo(to.function), to, to.pc(), retired);
    }
    if (landing) {
      landing = false;
      listener.landed(retired, to);
    }
  }

  /**
   * The walk goes no further for now: which step follows is not known.
   *
   * @param code names the function at the address
   */
  void arriveNowhere(CodeMap code, Space space, long pc, long retired) {
    unlinked = null;
    if (from != null) {
      tell(from.edgeTo(code.functionBehind(from, space, pc)), null, pc, retired);
    }
  }

  private void tell(byte kind, Step to, long target, long retired) {
    Step step = from;
    from = null;
    if (kind != Step.NO_EDGE) {
      tell(listener, kind, retired, step, to, target);
    }
  }

  /**
   * Tells a listener of an edge.
   *
   * @param kind not {@link Step#NO_EDGE}
   * @param to null where the step at the target is not known
   */
  static void tell(
      FlowListener listener, byte kind, long retired, Step from, Step to, long target) {
    switch (kind) {
      case Step.CALL_EDGE -> listener.call(retired, from, to, target, from.place.link());
      case Step.RETURN_EDGE -> listener.ret(retired, from, to, target);
      default -> listener.jump(retired, from, to, target);
    }
  }

  /** Remembers that {@code to} follows {@code from}, for the hot loop. */
  private static void link(Step from, Step to) {
    if (to.truncated()) {
      return;
    }
    if (to.pc() == from.place.target() && from.kind == Step.BRANCH) {
      from.taken = to;
      from.takenEdge = from.edgeTo(to.function);
    }
    if (to.pc() == (from.kind == Step.BRANCH ? from.place.link() : from.place.target())) {
      from.next = to;
      from.nextEdge = from.edgeTo(to.function);
    }
  }
}
