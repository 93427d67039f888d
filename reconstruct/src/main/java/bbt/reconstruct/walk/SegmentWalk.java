package bbt.reconstruct.walk;

import bbt.packets.Chunk;
import bbt.packets.Frame;
import bbt.packets.KnownCode;
import bbt.packets.bytes.Problem;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.hart.WalkState;
import bbt.reconstruct.walk.hart.Walker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * Walks a stretch from the middle of a trace as a walk of the whole would: from a place that {@link
 * Reconstruction#segments} named, with the state that its walkers had there and the code that they
 * knew. With one hart that is a frame, with several an epoch.
 */
public final class SegmentWalk {
  private final HartWalk[] harts;
  private final Schedule schedule;
  private final List<Problem> problems = new ArrayList<>();

  /**
   * The state that a walk starts from.
   *
   * @param clock instructions of all harts before it
   * @param states by hart: of a machine with one hart before the frame, with several behind the
   *     epoch
   */
  public record Start(long clock, List<WalkState> states) {
    public Start {
      states = List.copyOf(states);
    }
  }

  /**
   * Creates a walk that starts in the middle of a trace.
   *
   * @param code by hart: what was announced before
   * @param watch the nodes whose pieces are wanted
   */
  public SegmentWalk(
      GuestIsa guest,
      Start start,
      List<? extends KnownCode.Base> code,
      FunctionMap functions,
      FlowListener listener,
      PieceConsumer pieces,
      Predicate<Node> watch) {
    int count = start.states().size();
    harts = new HartWalk[count];
    long[] retired = new long[count];
    for (int i = 0; i < count; i++) {
      WalkState state = start.states().get(i);
      harts[i] =
          new HartWalk(
              new Walker(guest, functions, listener, pieces, watch, code.get(i)),
              state.ledger.copy());
      if (count > 1) {
        listener.hart(i);
      }
      harts[i].restore(state);
      harts[i].epoch(start.clock());
      retired[i] = state.retired();
    }
    schedule = count == 1 ? null : new Schedule(harts, listener);
    if (schedule != null) {
      listener.hart(0);
      schedule.startAt(start.clock(), retired);
    }
  }

  /**
   * Walks on: with the frame and the sideband before it, or with all chunks between two epochs. May
   * be called again with those of the segment that follows.
   *
   * @return what was wrong in them, in file order
   */
  public List<Problem> walk(List<Chunk> chunks) {
    problems.clear();
    for (Chunk chunk : chunks) {
      add(chunk);
    }
    if (schedule != null) {
      schedule.finish();
      problems.addAll(schedule.problems());
    }
    for (HartWalk hart : harts) {
      problems.addAll(hart.problems());
      hart.problems().clear();
    }
    problems.sort(Comparator.comparingLong(Problem::offset));
    return List.copyOf(problems);
  }

  private void add(Chunk chunk) {
    switch (chunk) {
      case Frame frame -> add(frame, frame.hart());
      case Chunk.Sideband sideband -> add(sideband, sideband.hart());
      case Chunk.Schedule piece -> {
        if (schedule != null && piece.retired().length == harts.length) {
          schedule.add(piece);
        }
      }
      case Chunk.Damage damage -> {
        problems.add(damage.problem());
        if (schedule == null) {
          harts[0].gap();
          harts[0].add(damage);
        } else {
          schedule.lost(damage);
        }
      }
      case Chunk.Epoch epoch -> {
        if (schedule != null && epoch.retired().length == harts.length) {
          schedule.epoch(epoch);
        }
      }
      case Chunk.End end -> {}
    }
  }

  private void add(Chunk chunk, int hart) {
    if (hart < harts.length) {
      harts[hart].add(chunk);
      if (schedule == null) {
        harts[0].walkAll();
      } else {
        schedule.walk();
      }
    }
  }

  /** The walker of a hart. */
  public Walker walker(int hart) {
    return harts[hart].walker;
  }
}
