package bbt.reconstruct.walk;

import bbt.packets.Chunk;
import bbt.packets.bytes.Problem;
import bbt.reconstruct.walk.flow.FlowListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Decides the order in which the harts of a machine are walked: that in which they executed. Turns
 * wait until the frames that they need have been read; at an epoch nothing is left to wait for.
 */
final class Schedule {
  /** Chunks that may wait before harts are walked in parallel: about a second of guest time. */
  private static final int ENOUGH = 256;

  private final HartWalk[] harts;
  private final FlowListener listener;
  private final List<Problem> problems = new ArrayList<>();
  private boolean parallel;

  /** Turns not walked yet; in parallel those of each hart, else all in the first. */
  private final List<Deque<Turn>> turns = new ArrayList<>();

  /** Counts up to which turns are known. */
  private final long[] scheduled;

  private long clock;

  /** Whether a piece of the schedule may have been lost since the last one. */
  private boolean lost;

  /** Whether the trace begins with the next epoch: what was before was dropped. */
  private boolean begins;

  /** The hart that the listener heard of last. */
  private int current;

  Schedule(HartWalk[] harts, FlowListener listener) {
    this.harts = harts;
    this.listener = listener;
    this.scheduled = new long[harts.length];
    for (int i = 0; i < harts.length; i++) {
      turns.add(new ArrayDeque<>());
    }
  }

  /** Starts at the turn of a clock; harts are at these counts there. */
  void startAt(long startClock, long[] retired) {
    clock = startClock;
    System.arraycopy(retired, 0, scheduled, 0, scheduled.length);
  }

  void inParallel() {
    parallel = true;
  }

  /** Bytes of the file are lost: perhaps a piece of the schedule, perhaps some hart's. */
  void lost(Chunk.Damage damage) {
    lost = true;
    for (HartWalk hart : harts) {
      hart.add(damage);
    }
  }

  /** Starts at an epoch in the middle of the trace. */
  void startsLate() {
    lost = true;
  }

  /** Begins with an epoch: the run's beginning was dropped. */
  void beginsLate() {
    startsLate();
    begins = true;
  }

  /** Ends an epoch: all frames before this have been read, and all of those start here. */
  void epoch(Chunk.Epoch epoch) {
    follow(epoch.offset(), epoch.clock(), epoch.retired());
    walkEverything();
    if (begins) {
      begins = false;
      for (int i = 0; i < harts.length; i++) {
        harts[i].begin(epoch.retired()[i]);
      }
    }
    for (int i = 0; i < harts.length; i++) {
      if (harts[i].unfinished()) {
        // Its turns are lost, but not its frames; one may hold packets alone, and no instruction.
        walk(Turn.toEpoch(i, epoch.retired()[i]));
      }
      harts[i].epoch(epoch.clock());
    }
  }

  /** Adds the next piece of the trace's schedule. */
  void add(Chunk.Schedule piece) {
    follow(piece.offset(), piece.clock(), piece.retired());
    int last = piece.quanta().size() - 1;
    for (int i = 0; i <= last; i++) {
      Chunk.Quantum q = piece.quanta().get(i);
      Turn turn = Turn.of(q, clock, scheduled[q.hart()], i < last || !piece.open());
      turns.get(parallel ? q.hart() : 0).add(turn);
      clock += q.instructions();
      scheduled[q.hart()] += q.instructions();
    }
    walk();
  }

  /** The schedule must go on where it ended, unless a piece of it is lost. */
  private void follow(long offset, long itsClock, long[] retired) {
    if (itsClock != clock || !Arrays.equals(retired, scheduled)) {
      if (!lost) {
        problems.add(
            new Problem.Disagreement(
                offset,
                "the schedule goes on at "
                    + Arrays.toString(retired)
                    + ", the turns before it end at "
                    + Arrays.toString(scheduled)));
      }
      walkEverything();
      for (int i = 0; i < harts.length; i++) {
        // In what order is not known, but up to where.
        walk(Turn.outOfOrder(i, scheduled[i], retired[i]));
        scheduled[i] = retired[i];
        harts[i].epoch(-1);
      }
      clock = itsClock;
    }
    lost = false;
  }

  /** Walks as many turns as can be walked with what has been read. */
  void walk() {
    if (!parallel) {
      Deque<Turn> all = turns.getFirst();
      while (!all.isEmpty() && harts[all.peek().hart()].covers(all.peek())) {
        walk(all.poll());
      }
      return;
    }
    int waiting = 0;
    for (HartWalk hart : harts) {
      waiting += hart.waiting();
    }
    if (waiting >= ENOUGH) {
      sideBySide(false);
    }
  }

  /** Walks the turns that are there, the last one as far as it is: no more frames come. */
  void walkToHole() {
    walk();
    if (!turns.getFirst().isEmpty()) {
      walk(turns.getFirst().poll());
    }
  }

  private void walk(Turn turn) {
    if (turn.hart() != current) {
      current = turn.hart();
      listener.hart(current);
    }
    listener.turn(turn.clock(), turn.from());
    harts[current].walkTo(turn);
  }

  private void walkEverything() {
    if (parallel) {
      sideBySide(true);
      return;
    }
    Deque<Turn> all = turns.getFirst();
    while (!all.isEmpty()) {
      walk(all.poll());
    }
  }

  /**
   * Walks all harts at once.
   *
   * @param everything also turns whose frames have not come: they are lost
   */
  private void sideBySide(boolean everything) {
    java.util.stream.IntStream.range(0, harts.length)
        .parallel()
        .forEach(
            i -> {
              Deque<Turn> its = turns.get(i);
              while (!its.isEmpty() && (everything || harts[i].covers(its.peek()))) {
                harts[i].walkTo(its.poll());
              }
            });
  }

  /** Walks what is left, in or out of order: everything has been read. */
  void finish() {
    walkEverything();
    for (int i = 0; i < harts.length; i++) {
      if (i != current) {
        current = i;
        listener.hart(i);
      }
      harts[i].walkAll();
    }
  }

  /** The problems of the schedule itself. */
  List<Problem> problems() {
    return problems;
  }
}
