package bbt.reconstruct.walk;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.TraceReader;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.walk.hart.SidebandLedger;
import bbt.reconstruct.walk.hart.WalkException;
import bbt.reconstruct.walk.hart.WalkState;
import bbt.reconstruct.walk.hart.Walker;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Walks one hart: its chunks wait here until its turn comes. */
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

  /** The ledger of the chunks that came. */
  private SidebandLedger ledger;

  private SidebandLedger frameLedger;

  /** The walk of a hart from a trace's beginning on. */
  HartWalk(Walker walker, TraceReader reader) throws IOException {
    this(walker, new SidebandLedger(reader));
    if (reader.header().dropped() > 0) {
      walker.gap(); // the hash of what was dropped is not known
    }
  }

  HartWalk(Walker walker, SidebandLedger ledger) {
    this.walker = walker;
    this.ledger = ledger;
    this.frameLedger = ledger.copy();
  }

  /** A frame or a sideband chunk of this hart, or damage that may have hit one. */
  void add(Chunk chunk) {
    switch (chunk) {
      case Frame next -> {
        forgetIf(ledger.frame(next.startRetired(), next.sidebands()), next);
        frameLedger = ledger.copy();
        covered = next.endRetired();
      }
      case Chunk.Sideband sideband -> {
        if (sideband.checkpoint() && !ledger.checkpoint(sideband)) {
          return;
        }
        forgetIf(!sideband.checkpoint() && ledger.sideband(sideband), sideband);
      }
      case Chunk.Damage damage -> forgetIf(ledger.damage(damage), damage);
      default -> {}
    }
    chunks.add(chunk);
  }

  /**
   * Forgets what was announced before a chunk and may have changed: told like an empty checkpoint.
   */
  private void forgetIf(boolean lost, Chunk before) {
    if (lost) {
      chunks.add(new Chunk.Sideband(before.offset(), true, 0, 0, -1, List.of()));
      problems.add(
          new Problem.Disagreement(
              before.offset(),
              "sideband may be missing before this: code that was announced earlier counts only"
                  + " from where it is announced again"));
    }
  }

  /**
   * A frame that is passed over: only what was announced before it counts.
   *
   * @param retired its start
   */
  void pass(long retired) {
    takeSideband();
    if (ledger.frame(retired, -1)) {
      walker.anew(List.of());
    }
    walker.gap();
  }

  /** Count at the end of the last frame that came. */
  long covered() {
    return covered;
  }

  /** Frames and sideband chunks that wait. */
  int waiting() {
    return chunks.size();
  }

  /** Whether frames have come that are not walked to their ends. */
  boolean unfinished() {
    return frame != null || chunks.stream().anyMatch(chunk -> chunk instanceof Frame);
  }

  /** Whether all that a turn needs has come. */
  boolean covers(Turn turn) {
    return turn.packets() == 0 ? covered >= turn.until() : covered > turn.until();
  }

  /** Where the walk stands between two frames; behind a gap if it is inside one. */
  WalkState state() {
    if (frame != null) {
      WalkState nowhere = WalkState.nowhere();
      nowhere.ledger = ledger.copy();
      return nowhere;
    }
    boolean damage = chunks.stream().anyMatch(chunk -> chunk instanceof Chunk.Damage);
    WalkState state = walker.state();
    state.lost = lost || damage;
    state.ledger = ledger.copy();
    return state;
  }

  /** Returns the state for who is told once more what came behind the last frame. */
  WalkState stateAtFrame() {
    WalkState state = state();
    state.ledger = frameLedger.copy();
    return state;
  }

  /** Goes on as another walk of this hart did that was in this state. */
  void restore(WalkState state) {
    walker.restore(state);
    ledger = state.ledger.copy();
    frameLedger = ledger.copy();
    lost = state.lost;
  }

  /** The trace begins where the hart had retired so many, if no frame was walked yet. */
  void begin(long retired) {
    if (!walker.connected()) {
      walker.begin(retired);
      covered = Math.max(covered, retired);
    }
  }

  /** Begins an epoch: all frames start anew here. */
  void epoch(long epochClock) {
    clock = epochClock;
  }

  /** A gap: what comes next has no relation to what came before. */
  void gap() {
    walker.gap();
    frame = null;
    clock = -1;
  }

  /** Walks everything that waits. */
  void walkAll() {
    walkTo(Turn.outOfOrder(0, 0, Long.MAX_VALUE));
  }

  /** Walks up to the end of a turn, as far as there are frames. */
  void walkTo(Turn turn) {
    if (turn.clock() >= 0) {
      walker.turn(turn.clock() - turn.from());
    }
    walkFrames(turn);
    walker.settle();
  }

  private void walkFrames(Turn turn) {
    while (frame != null || enterNext(turn)) {
      long before = walker.retired();
      long unrecorded = walker.unrecorded();
      Frame current = frame;
      try {
        if (walker.advance(turn.until(), turn.packets(), turn.handOver())) {
          frame = null;
          // Not known where the schedule has a hole: then this was executed before the turn.
          boolean within = turn.clock() >= 0 && walker.retired() >= turn.from();
          clock = within ? turn.clock() + walker.retired() - turn.from() : -1;
        }
        rebuilt += walker.retired() - before - (walker.unrecorded() - unrecorded);
      } catch (WalkException e) {
        rebuilt +=
            Math.max(
                0,
                Math.min(walker.retired(), current.endRetired())
                    - before
                    - (walker.unrecorded() - unrecorded));
        problems.add(e.problem());
        gap();
      }
      if (frame != null) {
        return;
      }
    }
  }

  /** Takes the next frame, with the sideband before it; false when there is none to be walked. */
  private boolean enterNext(Turn turn) {
    boolean done =
        turn.until() == walker.retired()
            && walker.connected()
            && walker.packetsHere() >= turn.packets();
    while (!done) {
      Frame next = nextFrame();
      if (next == null) {
        if (turn.until() == Long.MAX_VALUE) {
          takeSideband();
        }
        return false;
      }
      if (next.startRetired() > turn.until()) {
        return false; // what the turn executed before it is lost
      }
      if (lost && walker.connected() && next.startRetired() != walker.retired()) {
        gap();
      }
      takeSideband();
      chunks.remove();
      if (enter(next, turn)) {
        return true;
      }
    }
    return false;
  }

  private Frame nextFrame() {
    for (Chunk chunk : chunks) {
      if (chunk instanceof Frame next) {
        return next;
      }
      lost |= chunk instanceof Chunk.Damage;
    }
    return null;
  }

  /** Takes the sideband before the next frame. */
  void takeSideband() {
    while (!chunks.isEmpty() && !(chunks.peek() instanceof Frame)) {
      if (chunks.remove() instanceof Chunk.Sideband sideband) {
        if (sideband.checkpoint()) {
          walker.anew(sideband.records());
        } else {
          walker.sideband(sideband.records());
        }
      }
    }
  }

  private boolean enter(Frame next, Turn turn) {
    // A hart that starts, or a walk that lost its way, begins wherever the frame says.
    boolean known = !lost && clock >= 0 && walker.connected() && turn.clock() >= 0;
    // It was opened where the last one ended, or by the first packet of a later turn.
    long opened = next.start().clock();
    boolean atTurn = walker.retired() == turn.from() && opened == turn.clock();
    lost = false;
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
      problems.add(e.problem());
      gap();
      return false;
    }
  }

  /** The problems, in file order. */
  List<Problem> problems() {
    return problems;
  }

  /** Instructions rebuilt. */
  long rebuilt() {
    return rebuilt;
  }

  /** Instructions rebuilt since the last such call. */
  long takeRebuilt() {
    long its = rebuilt;
    rebuilt = 0;
    return its;
  }
}
