package bbt.reconstruct.step;

import bbt.packets.Chunk;
import bbt.packets.Packet;
import bbt.reconstruct.walk.FlowListener;
import bbt.reconstruct.walk.FunctionMap;
import bbt.reconstruct.walk.SegmentWalk;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * Moves a cursor to the nearest stop that is a {@link Target}, forwards or backwards. Segments that
 * cannot hold it are left out; the others are walked at the speed of a report, and only where the
 * wanted code was executed is a log made.
 */
final class Search {
  /** Segments walked in one go when searching backwards: a walk from cold costs some. */
  private static final int GROUP = 8;

  private final TraceCursor cursor;
  private final TraceMap map;
  private final Target target;
  private final BooleanSupplier interrupted;
  private final LongConsumer progress;
  private final BitSet where;

  /** The walk that {@link #mayBeIn} used last, and the segment where it could go on. */
  private SegmentWalk walk;

  private int walkNext = -1;
  private boolean met;

  private Search(
      TraceCursor cursor, Target target, BooleanSupplier interrupted, LongConsumer progress) {
    this.cursor = cursor;
    this.map = cursor.map();
    this.target = target;
    this.interrupted = interrupted;
    this.progress = progress;
    this.where = target.segments(map);
  }

  /**
   * Searches.
   *
   * @param interrupted asked now and then
   * @param progress is told the common clock now and then
   */
  static Outcome run(
      TraceCursor cursor,
      Target target,
      boolean forward,
      BooleanSupplier interrupted,
      LongConsumer progress) {
    Search search = new Search(cursor, target, interrupted, progress);
    return forward ? search.forward() : search.backward();
  }

  private Outcome forward() {
    SegmentLog log = cursor.log();
    if (scanForward(log, cursor.entry(), cursor.offset() + 1)) {
      return Outcome.FOUND;
    }
    int segment = log.segment + 1;
    while (true) {
      segment = where == null ? segment : where.nextSetBit(segment);
      if (segment < 0 || segment >= map.segments()) {
        return Outcome.NONE;
      }
      if (interrupted.getAsBoolean()) {
        return Outcome.INTERRUPTED;
      }
      progress.accept(map.segment(segment).clock());
      if (mayBeIn(segment) && scanForward(cursor.log(segment), 0, 0)) {
        return Outcome.FOUND;
      }
      segment++;
    }
  }

  private boolean scanForward(SegmentLog log, int fromEntry, int fromOffset) {
    int first = fromOffset;
    for (int entry = fromEntry; entry < log.size(); entry++) {
      int stops = log.stops(entry);
      if (stops > first && target.maybe(log, entry)) {
        for (int offset = first; offset < stops; offset++) {
          if (target.at(log, entry, offset)) {
            cursor.to(new Position(log.segment, entry, offset));
            return true;
          }
        }
      }
      first = 0;
    }
    return false;
  }

  private Outcome backward() {
    SegmentLog log = cursor.log();
    if (scanBackward(log, cursor.entry(), cursor.offset() - 1)) {
      return Outcome.FOUND;
    }
    int segment = log.segment - 1;
    while (true) {
      List<Integer> group = new ArrayList<>();
      while (group.size() < GROUP) {
        segment = where == null || segment < 0 ? segment : where.previousSetBit(segment);
        if (segment < 0) {
          break;
        }
        group.addFirst(segment--);
      }
      if (group.isEmpty()) {
        return Outcome.NONE;
      }
      List<Integer> candidates = new ArrayList<>();
      for (int each : group) {
        if (interrupted.getAsBoolean()) {
          return Outcome.INTERRUPTED;
        }
        if (mayBeIn(each)) {
          candidates.addFirst(each);
        }
      }
      progress.accept(map.segment(group.getFirst()).clock());
      for (int each : candidates) {
        SegmentLog its = cursor.log(each);
        if (scanBackward(its, its.size() - 1, Integer.MAX_VALUE)) {
          return Outcome.FOUND;
        }
        if (interrupted.getAsBoolean()) {
          return Outcome.INTERRUPTED;
        }
      }
    }
  }

  private boolean scanBackward(SegmentLog log, int fromEntry, int fromOffset) {
    int last = fromOffset;
    for (int entry = fromEntry; entry >= 0; entry--) {
      int stops = log.stops(entry);
      if (stops > 0 && last >= 0 && target.maybe(log, entry)) {
        for (int offset = Math.min(stops - 1, last); offset >= 0; offset--) {
          if (target.at(log, entry, offset)) {
            cursor.to(new Position(log.segment, entry, offset));
            return true;
          }
        }
      }
      last = Integer.MAX_VALUE;
    }
    return false;
  }

  /** Whether the target may be in a segment: a quick walk says so, where it can. */
  private boolean mayBeIn(int segment) {
    if (target.watch() == null || cursor.has(segment)) {
      return true;
    }
    met = false;
    if (walkNext != segment) {
      walk =
          new SegmentWalk(
              map.segment(segment).start(),
              map.codeBefore(segment),
              (space, pc) -> FunctionMap.NONE,
              new FlowListener() {
                @Override
                public void exception(Packet.Exception packet) {
                  met |= target.trap(packet);
                }
              },
              (step, count) -> met = true,
              target.watch());
    }
    List<Chunk> chunks = map.chunks(segment);
    boolean clean = walk.walk(chunks).isEmpty();
    // Behind damage a walk of one hart that goes on is not what the whole walk was there.
    walkNext = clean ? segment + 1 : -1;
    return met;
  }
}
