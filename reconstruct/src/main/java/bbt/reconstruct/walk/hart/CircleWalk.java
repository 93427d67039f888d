package bbt.reconstruct.walk.hart;

import bbt.packets.Frame;
import bbt.packets.Predictor;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.flow.Rounds;
import bbt.reconstruct.walk.graph.CountWindow;
import bbt.reconstruct.walk.graph.Step;
import bbt.reconstruct.walk.graph.View;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks the rounds of a {@link Circle} without going round each time. Where somebody hears of them,
 * some are told, until all stacks of calls hold nothing but the circle's; what as many rounds more
 * change is measured then, and added as often as they fit.
 */
final class CircleWalk {
  /** The most rounds that are told where each must be; more are refused. */
  private static final long MOST_TOLD = 1 << 24;

  private final FlowListener listener;
  private final PieceConsumer pieces;
  private final CurrentSpace space;
  private final CountWindow window;
  private final HotLoop hot;

  CircleWalk(
      FlowListener listener,
      PieceConsumer pieces,
      CurrentSpace space,
      CountWindow window,
      HotLoop hot) {
    this.listener = listener;
    this.pieces = pieces;
    this.space = space;
    this.window = window;
    this.hot = hot;
  }

  /**
   * Walks as many rounds as end before a count, or leaves a few.
   *
   * @throws WalkException if there are more than can be told
   */
  void turn(Circle circle, long limit, WalkState at, PacketCursor packets) {
    long all = circle.rounds(at.retired, limit);
    if (!circle.heard()) {
      circle.count(all, at.retired, window);
      circle.skip(all, at);
      return;
    }
    Rounds rounds = listener.rounds(at.retired);
    if (rounds == null) {
      return;
    }
    if (rounds == Rounds.EACH) {
      if (all > MOST_TOLD) {
        throw tooMany(circle, all, at, packets.frame());
      }
      return;
    }
    int period = circle.period();
    if (circle.rounds(at.retired, Math.min(limit, rounds.until())) / period < 3) {
      return;
    }
    Predictor calls = packets.events().predictor();
    walk(circle, period, at, calls);
    rounds = listener.rounds(at.retired); // what the first period made is among them
    List<Rounds.Numbers> numbers = new ArrayList<>(rounds.numbers());
    if (window.counter() != null) {
      numbers.add(circle.executions());
    }
    List<long[]> before = numbers.stream().map(Rounds.Numbers::get).toList();
    walk(circle, period, at, calls);
    long times = circle.rounds(at.retired, Math.min(limit, rounds.until())) / period;
    for (int i = 0; i < before.size(); i++) {
      add(numbers.get(i), before.get(i), times);
    }
    circle.skip(times * period, at);
  }

  private static WalkException tooMany(Circle circle, long rounds, WalkState at, Frame frame) {
    at.pc = circle.first().pc();
    return WalkException.at(
        frame,
        at,
        "a loop that leaves nothing in the trace goes round "
            + rounds
            + " times: too often to be told one by one");
  }

  /** Adds the growth of some numbers so many times more. */
  private static void add(Rounds.Numbers numbers, long[] before, long times) {
    long[] now = numbers.get();
    for (int i = 0; i < now.length; i++) {
      now[i] += times * (now[i] - (i < before.length ? before[i] : 0));
    }
    numbers.set(now);
  }

  /** Goes round and tells everybody. */
  private void walk(Circle circle, int rounds, WalkState at, Predictor calls) {
    View[] cache = space.now().cache;
    Step step = circle.first();
    for (int left = rounds; left > 0; ) {
      if (window.counts(at.retired)) {
        window.counter().step(step);
      }
      at.retired += step.count;
      at.hash = at.hash * step.place.hashFactor() + step.place.hashTerm();
      if (step.watched) {
        pieces.piece(step, step.count);
      }
      if (step.calls) {
        hot.push(calls, step, cache);
      }
      Step next = step.next;
      if (step.nextEdge != Step.NO_EDGE) {
        PendingEdge.tell(listener, step.nextEdge, at.retired, step, next, next.pc());
      }
      step = next;
      left -= step == circle.first() ? 1 : 0;
    }
  }
}
