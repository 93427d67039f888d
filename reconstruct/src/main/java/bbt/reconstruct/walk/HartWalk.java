package bbt.reconstruct.walk;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The walk of one hart: its chunks wait here until its turn comes. */
final class HartWalk {
  final Walker walker;
  private final Deque<Chunk> chunks = new ArrayDeque<>();
  private final List<Problem> problems = new ArrayList<>();

  /** The frame that the walk is in; null between frames. */
  private Frame frame;

  /** Count at the end of the last frame that came. */
  private long covered;

  /** The common clock at the end of the last frame that was walked; -1 when not known. */
  private long clock = -1;

  /** Whether bytes of the file were lost since the last frame: the next may not follow it. */
  private boolean lost;

  private long rebuilt;

  HartWalk(Walker walker) {
    this.walker = walker;
  }

  /** A frame or a sideband chunk of this hart, or damage that may have hit one. */
  void add(Chunk chunk) {
    chunks.add(chunk);
    if (chunk instanceof Frame next) {
      covered = next.endRetired();
    }
  }

  /** Frames and sideband chunks that wait. */
  int waiting() {
    return chunks.size();
  }

  /** Whether all that a turn needs has come. */
  boolean covers(Turn turn) {
    return turn.packets() == 0 ? covered >= turn.until() : covered > turn.until();
  }

  /** All frames start anew here. */
  void epoch(long epochClock) {
    clock = epochClock;
  }

  /** What comes next has no relation to what came before. */
  void gap() {
    walker.gap();
    frame = null;
    clock = -1;
  }

  /** Walks everything that waits. */
  void walkAll() {
    walkTo(new Turn(0, 0, 0, Long.MAX_VALUE, 0, false));
  }

  /** Walks up to the end of a turn, as far as there are frames. */
  void walkTo(Turn turn) {
    walkFrames(turn);
    walker.settle();
  }

  private void walkFrames(Turn turn) {
    while (frame != null || enterNext(turn)) {
      long before = walker.retired();
      Frame current = frame;
      try {
        if (walker.advance(turn.until(), turn.packets(), turn.handOver())) {
          frame = null;
          clock =
              turn.until() == Long.MAX_VALUE ? -1 : turn.clock() + walker.retired() - turn.from();
        }
        rebuilt += walker.retired() - before;
      } catch (WalkException e) {
        rebuilt += Math.max(0, Math.min(walker.retired(), current.endRetired()) - before);
        problems.add(new Problem(current.offset(), false, e.getMessage()));
        gap();
      }
      if (frame != null) {
        return;
      }
    }
  }

  /** Takes the next frame, with the sideband before it; false when there is none to be walked. */
  private boolean enterNext(Turn turn) {
    if (turn.until() == walker.retired()
        && walker.connected()
        && walker.packetsHere() >= turn.packets()) {
      return false;
    }
    while (!chunks.isEmpty()) {
      Chunk chunk = chunks.peek();
      if (chunk instanceof Frame next && next.startRetired() > turn.until()) {
        return false; // what the turn executed before it is lost
      }
      chunks.poll();
      if (chunk instanceof Chunk.Damage) {
        lost = true;
        continue;
      }
      if (lost && walker.connected() && start(chunk) != walker.retired()) {
        gap();
      }
      switch (chunk) {
        case Chunk.Sideband sideband -> {
          if (sideband.checkpoint()) {
            walker.checkpoint(sideband.records());
          } else {
            walker.sideband(sideband.records());
          }
        }
        case Frame next -> {
          if (enter(next, turn)) {
            return true;
          }
        }
        default -> {
          // No other chunk belongs to one hart.
        }
      }
    }
    return false;
  }

  private static long start(Chunk chunk) {
    return chunk instanceof Frame next ? next.startRetired() : ((Chunk.Sideband) chunk).retired();
  }

  private boolean enter(Frame next, Turn turn) {
    lost = false;
    // A hart that starts, or a walk that lost its way, begins wherever the frame says.
    boolean known = clock >= 0 && walker.connected() && turn.until() != Long.MAX_VALUE;
    // It was opened where the last one ended, or by the first packet of a later turn.
    long opened = next.start().clock();
    boolean atTurn = walker.retired() == turn.from() && opened == turn.clock();
    try {
      walker.enter(next);
      if (known && opened != clock && !atTurn) {
        throw new WalkException(
            next.offset(),
            walker.retired(),
            walker.pc(),
            "the frame starts at clock " + opened + ", by the schedule it is " + clock);
      }
      frame = next;
      return true;
    } catch (WalkException e) {
      problems.add(new Problem(next.offset(), false, e.getMessage()));
      gap();
      return false;
    }
  }

  /** What was wrong, in file order. */
  List<Problem> problems() {
    return problems;
  }

  /** Instructions rebuilt. */
  long rebuilt() {
    return rebuilt;
  }
}
