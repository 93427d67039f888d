package bbt.reconstruct.walk.hart;

import bbt.packets.EventReader;
import bbt.packets.Frame;
import bbt.packets.Predictor;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.graph.BlockCounter;
import bbt.reconstruct.walk.graph.CountWindow;
import bbt.reconstruct.walk.graph.Path;
import bbt.reconstruct.walk.graph.ReturnSteps;
import bbt.reconstruct.walk.graph.Step;
import bbt.reconstruct.walk.graph.View;

/**
 * Walks whole steps, and paths of several, by links alone: for what needs more it leaves.
 *
 * <p>Cost: a step is a compare, an add, a multiply-add for the hash and a switch on its kind; a
 * branch adds one bit. Nothing is allocated but paths that are made.
 */
final class HotLoop {
  /** Heat of a step at which even paths that end early are kept. */
  private static final int PATIENCE = Path.HOT + 1024;

  private final FlowListener listener;
  private final PieceConsumer pieces;
  private final CurrentSpace space;
  private final CountWindow window;
  private final PendingEdge edge;
  private final ReturnSteps returns = new ReturnSteps();
  private PathMaker paths;
  private int hot = Path.HOT;

  /**
   * Creates the loop of one walk.
   *
   * @param edge where a step that is left waits for the one that follows
   */
  HotLoop(
      FlowListener listener,
      PieceConsumer pieces,
      CurrentSpace space,
      CountWindow window,
      PendingEdge edge) {
    this.listener = listener;
    this.pieces = pieces;
    this.space = space;
    this.window = window;
    this.edge = edge;
    this.paths = new PathMaker(listener, false);
  }

  /** Makes paths after so many executions of a step. */
  void hot(int executions) {
    hot = executions;
  }

  /** Blocks are counted from now on. */
  void countPaths() {
    paths = new PathMaker(listener, true);
  }

  /** An indirect call closed the last frame: its link is pushed in this one. */
  void push(EventReader events, long link) {
    returns.push(events.predictor(), link, null);
  }

  /** A call was executed outside of the hot loop. */
  void push(Predictor calls, Step step, View[] cache) {
    returns.push(calls, step.place.link(), PathMaker.back(step, cache));
  }

  /**
   * The hot loop: follows links as long as whole steps fit below the limit.
   *
   * @param first where the walk stands
   * @param limit at most {@link Integer#MAX_VALUE} beyond that: so {@link Path#NONE} never fits
   * @param at its pc is not kept
   * @param in the events of the frame
   * @return the step that does not fit; or null when it left for another reason: pc is then the
   *     address to go on at
   * @throws WalkException if the frame has not what the code needs
   */
  Step follow(Step first, long limit, WalkState at, Frame frame, EventReader in) {
    returns.in(space.now());
    Step step = first;
    long count = at.retired;
    long running = at.hash;
    long[] words = frame.words();
    int bits = frame.bitCount();
    int bit = in.bitPosition();
    PieceConsumer out = pieces;
    View[] cache = space.now().cache;
    Predictor calls = in.predictor();
    boolean hits = in.returnsAreBits();
    boolean hashing = frame.verify();
    boolean counts = window.counts(count);
    BlockCounter counter = window.counter();
    int threshold = hot;
    while (true) {
      Path[] known = step.paths;
      Path path = null;
      if (known == null) {
        if (++step.heat == threshold) {
          step.paths = new Path[1 << Path.BITS];
        }
      } else if (bit + Path.BITS <= bits) {
        path = known[peek(words, bit)];
        if (path == null) {
          path = path(step, peek(words, bit), cache, limit - count, hits);
        }
        // Below the limit, not at it: the step at the limit may need what a record brings there.
        if (path != null
            && (count + path.count >= limit
                || !(path.plain || holds(path, step, cache, count, peek(words, bit))))) {
          path = null;
        }
      }
      if (path != null) {
        count += path.count;
        bit += path.bits;
        if (hashing) {
          running = running * path.hashFactor + path.hashTerm;
        }
        if (counts) {
          counter.path((Path.Counted) path);
        }
        if (path.crossing != Step.NO_EDGE) {
          if (path.calling) {
            returns.push(calls, path.link, path.back);
          }
          at.retired = count;
          step = path.end;
          PendingEdge.tell(listener, path.crossing, count, path.last, step, step.pc());
          counts = window.counts(count);
          continue;
        }
        step = path.end;
        if (step != null) {
          continue;
        }
        step = path.last;
      } else {
        int n = step.count;
        if (count + n > limit) {
          stop(at, in, count, running, bit);
          return step;
        }
        count += n;
        if (hashing) {
          running = running * step.place.hashFactor() + step.place.hashTerm();
        }
        if (counts) {
          counter.step(step);
        }
        if (step.watched) {
          out.piece(step, n);
        }
      }
      Step next;
      byte crossing;
      switch (step.kind) {
        case Step.BRANCH -> {
          if (bit >= bits) {
            stop(at, in, count, running, bit);
            throw WalkException.at(frame, at, "the code needs more bits than the frame's " + bits);
          }
          boolean taken = (words[bit >>> 6] >>> bit & 1) != 0;
          bit++;
          if (counts && taken) {
            counter.taken(step);
          }
          if (step.watched) {
            out.branch(step, taken);
          }
          next = taken ? step.taken : step.next;
          crossing = taken ? step.takenEdge : step.nextEdge;
          if (unusable(next, step, cache) || count >= limit) {
            stop(at, in, count, running, bit);
            leave(at, step, taken ? step.place.target() : step.place.link());
            return null;
          }
        }
        case Step.FIXED -> {
          next = step.next;
          crossing = step.nextEdge;
          if (step.calls) {
            returns.push(calls, step.place.link(), PathMaker.back(step, cache));
          }
          if (unusable(next, step, cache) || count >= limit) {
            stop(at, in, count, running, bit);
            leave(at, step, step.place.target());
            return null;
          }
        }
        case Step.RETURN, Step.INDIRECT -> {
          next = null;
          long to;
          if (hits
              && step.kind == Step.RETURN
              && bit < bits
              && (words[bit >>> 6] >>> bit & 1) != 0
              && calls.depth() > 0) {
            to = calls.pop();
            next = returns.popped(calls);
            bit++;
          } else {
            stop(at, in, count, running, bit); // there may be no such event
            long site = step.place.site();
            to = step.kind == Step.RETURN ? in.ret(site) : in.indirect(site);
            bit = in.bitPosition();
          }
          if (step.calls) {
            if (count == frame.endRetired()) {
              // The event closed the frame: the writer pushes into the next one.
              at.carriesLink = true;
              at.carriedLink = step.place.link();
            } else {
              returns.push(calls, step.place.link(), PathMaker.back(step, cache));
            }
          }
          if (next == null) {
            next = PathMaker.at(to, cache);
          }
          if (next == null || next.secondView != null || count >= limit) {
            stop(at, in, count, running, bit);
            leave(at, step, to);
            return null;
          }
          crossing = step.edgeTo(next.function);
        }
        case Step.TRAP_RETURN -> {
          stop(at, in, count, running, bit);
          trapReturn(at, step, in.trapReturn(), in.privilege());
          return null;
        }
        default -> {
          stop(at, in, count, running, bit);
          at.pc = step.place.site();
          at.firmwareSite = at.pc;
          if (count != limit) {
            throw WalkException.at(
                frame, at, "a call of firmware retired in the middle of a packet");
          }
          return null;
        }
      }
      if (crossing != Step.NO_EDGE) {
        at.retired = count;
        PendingEdge.tell(listener, crossing, count, step, next, next.pc());
        counts = window.counts(count);
      }
      step = next;
    }
  }

  /** Makes the path that is ahead; null when it does not fit. */
  private Path path(Step step, int ahead, View[] cache, long room, boolean returnsAreBits) {
    Path path = paths.make(step, ahead, cache, returnsAreBits, room);
    // One that ends where a link is missing is made again when there is one, but not for ever.
    if (!paths.unfinished() || step.heat >= PATIENCE) {
      step.paths[ahead] = path;
    } else {
      step.heat++;
    }
    return path;
  }

  /** Whether a path that is not plain may be walked here; it is then told. */
  private static boolean holds(Path path, Step step, View[] cache, long count, int ahead) {
    if (!path.shown(cache)) {
      step.paths[ahead] = null;
      return false;
    }
    if (path.calls == null || path.calls.again(count)) {
      return true;
    }
    if (path.calls.stale()) {
      step.paths[ahead] = null;
    }
    return false;
  }

  /** The next {@link Path#BITS} bits; there must be as many. */
  private static int peek(long[] words, int bit) {
    int word = bit >>> 6;
    int shift = bit & 63;
    long ahead = words[word] >>> shift;
    if (shift > 64 - Path.BITS) {
      ahead |= words[word + 1] << (64 - shift);
    }
    return (int) ahead & ((1 << Path.BITS) - 1);
  }

  /** Whether there is no link, or it leads to a page that the address space no longer shows. */
  static boolean unusable(Step next, Step step, View[] cache) {
    return next == null
        || (next.view != step.view && cache[next.view.cacheIndex] != next.view)
        || (next.secondView != null && cache[next.secondView.cacheIndex] != next.secondView);
  }

  /** The hot loop ends: its locals become state again. */
  private static void stop(WalkState at, EventReader in, long count, long running, int bit) {
    at.retired = count;
    at.hash = running;
    in.bitPosition(bit);
  }

  /** Leaves the loop: there is no usable step after this one. */
  private void leave(WalkState at, Step step, long to) {
    at.pc = to;
    edge.leave(step);
  }

  private void trapReturn(WalkState at, Step from, long to, int privilege) {
    at.pc = to;
    at.privilege = privilege;
    space.enter(at, from.pc() >= 0);
    edge.land();
    listener.trapReturn(at.retired, to, privilege);
  }
}
