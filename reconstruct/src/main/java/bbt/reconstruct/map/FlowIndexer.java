package bbt.reconstruct.map;

import bbt.packets.Chunk;
import bbt.packets.ExceptionKind;
import bbt.packets.Frame;
import bbt.packets.Packet;
import bbt.packets.TraceReader;
import bbt.ptg.Guests;
import bbt.reconstruct.stack.SavedStack;
import bbt.reconstruct.stack.StackTracker;
import bbt.reconstruct.walk.Reconstruction;
import bbt.reconstruct.walk.SegmentWalk;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.FlowPair;
import bbt.reconstruct.walk.flow.Rounds;
import bbt.reconstruct.walk.graph.Step;
import bbt.reconstruct.walk.hart.WalkState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Walks a whole trace once and makes its {@link FlowIndex}: where it can be entered again, and what
 * is known there.
 */
final class FlowIndexer implements FlowListener {
  private final FlowIndex index;
  private final StackTracker tracker;
  private final Reconstruction walk;
  private final int harts;
  private final long[] packets;

  /** Number of the segment being walked; -1 before the first. */
  private int segment = -1;

  /** File offset behind the last frame (one hart) or where the segment starts. */
  private long from;

  private boolean behindFrame = true;
  private long endClock;

  private FlowIndexer(TraceReader reader, FlowIndex index) throws IOException {
    this.index = index;
    this.tracker = new StackTracker(Guests.of(reader.header()).traps(), key -> SavedStack.EMPTY);
    this.harts = reader.harts();
    this.packets = new long[harts];
    this.walk = new Reconstruction(reader, index.units, new FlowPair(tracker, this), null);
  }

  /**
   * Walks a trace and returns its index.
   *
   * @param reader at the trace's start; stays open
   * @param from the common clock up to which nothing need be walked; 0 for the whole trace
   * @param progress is told now and then how many instructions have been read
   */
  static FlowIndex index(TraceReader reader, CodeUnits units, long from, LongConsumer progress)
      throws IOException {
    FlowIndex index = new FlowIndex(units);
    FlowIndexer indexer = new FlowIndexer(reader, index);
    index.startClock = indexer.walk.skipToInstruction(from);
    indexer.walk.observer(indexer::chunk).segments(indexer::segment).progress(progress).run();
    index.problems = indexer.walk.problems();
    index.endClock = indexer.endClock;
    return index;
  }

  private void chunk(Chunk chunk) {
    if (behindFrame && !(chunk instanceof Chunk.End)) {
      from = chunk.offset();
      behindFrame = false;
    }
    if (harts > 1 && segment < 0 && holdsSomething(chunk)) {
      segment(chunk);
    }
    switch (chunk) {
      case Frame frame -> {
        if (frame.hart() < harts) {
          behindFrame = harts == 1;
        }
      }
      case Chunk.Epoch epoch -> from = epoch.offset();
      case Chunk.Schedule piece -> endClock = Math.max(endClock, piece.endClock());
      case Chunk.End end -> endClock = Math.max(endClock, end.retired());
      case Chunk.Sideband s -> {}
      case Chunk.Damage d -> {}
    }
    if (harts > 1 && chunk instanceof Frame frame && frame.hart() < harts) {
      packets[frame.hart()] += frame.packets().size();
    }
  }

  /** Whether a segment must begin with a chunk, where the trace's first epoch is damaged. */
  private static boolean holdsSomething(Chunk chunk) {
    return chunk instanceof Frame
        || chunk instanceof Chunk.Sideband
        || chunk instanceof Chunk.Schedule;
  }

  private void segment(Chunk first) {
    segment++;
    List<WalkState> states = new ArrayList<>();
    for (int i = 0; i < harts; i++) {
      states.add(walk.state(i));
    }
    long clock = 0;
    if (harts == 1 && first instanceof Frame frame) {
      clock = frame.startRetired();
      endClock = frame.endRetired();
    } else if (first instanceof Chunk.Epoch epoch) {
      clock = epoch.clock();
      endClock = Math.max(endClock, clock);
    }
    index.segments.add(
        new TraceSegment(
            from, first.offset(), new SegmentWalk.Start(clock, states), packets.clone()));
    if (harts == 1 && first instanceof Frame frame) {
      packets[0] += frame.packets().size();
    }
    index.stacks.add(segment, tracker.takeChanged(), tracker.takeForgotten());
    for (WalkState state : states) {
      if (state.connected()) {
        index.units.mark(index.units.of(state.pc()), segment);
        task(state.task());
      }
    }
  }

  private void task(long task) {
    if (segment >= 0) {
      index.tasks.computeIfAbsent(task, k -> new BitSet()).set(segment);
    }
  }

  private void at(Step to, long address) {
    if (segment >= 0) {
      index.units.mark(to == null ? index.units.of(address) : to.function(), segment);
    }
  }

  @Override
  public void call(long retired, Step from, Step to, long target, long link) {
    at(to, target);
  }

  @Override
  public Rounds rounds(long retired) {
    return Rounds.NOTHING;
  }

  @Override
  public void ret(long retired, Step from, Step to, long target) {
    at(to, target);
  }

  @Override
  public void jump(long retired, Step from, Step to, long target) {
    at(to, target);
  }

  @Override
  public void exception(Packet.Exception packet) {
    at(null, packet.pc());
    if (segment >= 0
        && packet.kind() != ExceptionKind.FIRMWARE
        && packet.kind() != ExceptionKind.RESET) {
      index.causes.computeIfAbsent(packet.cause(), k -> new BitSet()).set(segment);
      // The instruction that trapped was attempted.
      at(null, packet.epc());
    }
  }

  @Override
  public void trapReturn(long retired, long target, int privilege) {
    at(null, target);
  }

  @Override
  public void contextSwitch(Packet.Switch packet) {
    at(null, packet.pc());
    task(packet.task());
  }

  @Override
  public void start(long retired, long pc, int privilege, int addressSpace, long task) {
    at(null, pc);
    task(task);
  }
}
