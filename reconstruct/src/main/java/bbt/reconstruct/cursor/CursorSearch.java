package bbt.reconstruct.cursor;

import bbt.packets.ExceptionKind;
import bbt.packets.Packet;
import bbt.ptg.guest.Node;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.walk.SegmentWalk;
import bbt.reconstruct.walk.flow.FlowListener;
import bbt.reconstruct.walk.flow.PieceConsumer;
import bbt.reconstruct.walk.flow.Rounds;
import bbt.reconstruct.walk.graph.FunctionMap;
import bbt.reconstruct.walk.graph.Step;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * Moves a cursor to the nearest stop, forwards or backwards, where one of some {@link Countdown}s
 * is over. Segments that cannot hold what is looked for are left out. The others are walked at the
 * speed of a report, which counts how often each target is met; a log is made only of the segment
 * where a countdown ends.
 */
final class CursorSearch {
  /**
   * Segments walked in one go when searching backwards: the first of them costs twice what each of
   * the others does.
   */
  private static final int GROUP = 8;

  private final TraceCursor cursor;
  private final TraceMap map;
  private final List<Countdown> wanted;
  private final CursorPosition limit;
  private final BooleanSupplier interrupted;
  private final LongConsumer progress;

  /** By countdown, of the entry that is looked at. */
  private final boolean[] maybe;

  /** Counts what walks meet; null where that cannot be done. */
  private final Tally tally;

  private CursorSearch(
      TraceCursor cursor,
      List<Countdown> wanted,
      CursorPosition limit,
      BooleanSupplier interrupted,
      LongConsumer progress) {
    this.cursor = cursor;
    this.map = cursor.map();
    this.wanted = wanted;
    this.limit = limit;
    this.interrupted = interrupted;
    this.progress = progress;
    this.maybe = new boolean[wanted.size()];
    this.tally = wanted.stream().allMatch(each -> each.target().counts()) ? new Tally() : null;
  }

  /**
   * Searches. Countdowns go on where nothing is found or the search is interrupted, too.
   *
   * @param limit the last stop to look at, or null
   * @param interrupted asked now and then
   * @param progress is told the common clock now and then
   */
  static Outcome run(
      TraceCursor cursor,
      List<Countdown> wanted,
      boolean forward,
      CursorPosition limit,
      BooleanSupplier interrupted,
      LongConsumer progress) {
    if (wanted.isEmpty()) {
      return Outcome.NONE;
    }
    CursorSearch search = new CursorSearch(cursor, wanted, limit, interrupted, progress);
    return forward ? search.forward() : search.backward();
  }

  /** The segments where one of the targets may be; null: anywhere. */
  private BitSet where() {
    BitSet all = new BitSet();
    boolean anywhere = false;
    for (Countdown each : wanted) {
      BitSet its = each.target().segments(map);
      anywhere |= its == null;
      if (its != null) {
        all.or(its);
      }
    }
    return anywhere ? null : all;
  }

  private Outcome forward() {
    SegmentLog log = cursor.log();
    if (scanForward(log, cursor.entry(), cursor.offset() + 1)) {
      return Outcome.FOUND;
    }
    int end = limit == null ? map.segments() : limit.segment() + 1;
    BitSet where = log.segment + 1 < end ? where() : null;
    int segment = log.segment + 1;
    while (true) {
      segment = where == null ? segment : where.nextSetBit(segment);
      if (segment < 0 || segment >= end) {
        return Outcome.NONE;
      }
      if (interrupted.getAsBoolean()) {
        return Outcome.INTERRUPTED;
      }
      progress.accept(map.segment(segment).clock());
      if (!passed(met(segment)) && scanForward(cursor.log(segment), 0, 0)) {
        return Outcome.FOUND;
      }
      segment++;
    }
  }

  private boolean scanForward(SegmentLog log, int fromEntry, int fromOffset) {
    int first = fromOffset;
    for (int entry = fromEntry; entry < log.size(); entry++) {
      int stops = log.stops(entry);
      if (stops > first && maybe(log, entry)) {
        for (int offset = first; offset < stops; offset++) {
          CursorPosition here = new CursorPosition(log.segment, entry, offset);
          if (limit != null && here.compareTo(limit) > 0) {
            return false;
          }
          if (meets(log, entry, offset)) {
            cursor.to(here);
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
    int end = limit == null ? 0 : limit.segment();
    BitSet where = log.segment > end ? where() : null;
    int segment = log.segment - 1;
    int size = 1;
    while (true) {
      segment = where == null || segment < 0 ? segment : where.previousSetBit(segment);
      if (segment < end) {
        return Outcome.NONE;
      }
      // Neighbours, the nearest alone at first: most often it is not far.
      int from = segment;
      while (from > end && segment - from + 1 < size && (where == null || where.get(from - 1))) {
        from--;
      }
      size = Math.min(GROUP, size * 2);
      List<long[]> met = new ArrayList<>();
      for (int each = from; each <= segment; each++) {
        if (interrupted.getAsBoolean()) {
          return Outcome.INTERRUPTED;
        }
        met.add(met(each));
      }
      progress.accept(map.segment(from).clock());
      for (int each = segment; each >= from; each--) {
        if (passed(met.get(each - from))) {
          continue;
        }
        SegmentLog its = cursor.log(each);
        if (scanBackward(its, its.size() - 1, Integer.MAX_VALUE)) {
          return Outcome.FOUND;
        }
        if (interrupted.getAsBoolean()) {
          return Outcome.INTERRUPTED;
        }
      }
      segment = from - 1;
    }
  }

  private boolean scanBackward(SegmentLog log, int fromEntry, int fromOffset) {
    int last = fromOffset;
    for (int entry = fromEntry; entry >= 0; entry--) {
      int stops = log.stops(entry);
      if (stops > 0 && last >= 0 && maybe(log, entry)) {
        for (int offset = Math.min(stops - 1, last); offset >= 0; offset--) {
          CursorPosition here = new CursorPosition(log.segment, entry, offset);
          if (limit != null && here.compareTo(limit) < 0) {
            return false;
          }
          if (meets(log, entry, offset)) {
            cursor.to(here);
            return true;
          }
        }
      }
      last = Integer.MAX_VALUE;
    }
    return false;
  }

  /** Whether a target may be at a stop of an entry. */
  private boolean maybe(SegmentLog log, int entry) {
    boolean any = false;
    for (int i = 0; i < maybe.length; i++) {
      maybe[i] = wanted.get(i).target().maybe(log, entry);
      any |= maybe[i];
    }
    return any;
  }

  /** Counts what is met at a stop; whether a countdown is over. */
  private boolean meets(SegmentLog log, int entry, int offset) {
    boolean over = false;
    for (int i = 0; i < maybe.length; i++) {
      Countdown each = wanted.get(i);
      if (maybe[i] && each.target().at(log, entry, offset)) {
        each.meet(1);
        over |= each.isOver();
      }
    }
    return over;
  }

  /** Goes past a segment in which no countdown ends, by what was met there; false: it may. */
  private boolean passed(long[] met) {
    if (met == null) {
      return false;
    }
    for (int i = 0; i < met.length; i++) {
      if (met[i] >= wanted.get(i).left()) {
        return false;
      }
    }
    for (int i = 0; i < met.length; i++) {
      wanted.get(i).meet(met[i]);
    }
    return true;
  }

  /**
   * How often each target is met in a segment, by a quick walk; null where only a log says so. What
   * is as much as is wanted may be more.
   */
  private long[] met(int segment) {
    return tally == null || cursor.has(segment) || limit != null && segment == limit.segment()
        ? null
        : tally.of(segment);
  }

  /** Counts how often targets are met, on a walk that tells of their nodes alone. */
  private final class Tally implements FlowListener, PieceConsumer, Rounds.Numbers {
    private final long[] tasks = new long[map.harts()];
    private final int[] spaces = new int[map.harts()];

    /** The common clock minus a hart's count. */
    private final long[] offsets = new long[map.harts()];

    private SegmentWalk walk;

    /** Where the walk could go on. */
    private int next = -1;

    private int hart;
    private long[] met;

    long[] of(int segment) {
      met = new long[wanted.size()];
      if (next != segment) {
        Predicate<Node> watch = node -> false;
        for (Countdown each : wanted) {
          watch = watch.or(each.target().watch());
        }
        walk =
            new SegmentWalk(
                map.guest(),
                map.segment(segment).start(),
                map.codeBefore(segment),
                FunctionMap.nameless(map.symbols()),
                this,
                this,
                watch);
      }
      boolean clean = walk.walk(map.chunks(segment)).isEmpty();
      // Behind damage a walk of one hart that goes on is not what the whole walk was there.
      next = clean ? segment + 1 : -1;
      return met;
    }

    @Override
    public void piece(Step step, int instructions) {
      for (int i = 0; i < met.length; i++) {
        Countdown each = wanted.get(i);
        if (met[i] < each.left()) {
          met[i] += each.target().hits(step, instructions, hart, tasks[hart]);
        }
      }
    }

    @Override
    public Rounds rounds(long retired) {
      return new Rounds(Long.MAX_VALUE, List.of(this));
    }

    @Override
    public long[] get() {
      return met.clone();
    }

    @Override
    public void set(long[] values) {
      met = values;
    }

    @Override
    public void exception(Packet.Exception packet) {
      if (packet.kind() == ExceptionKind.FIRMWARE || packet.kind() == ExceptionKind.RESET) {
        return;
      }
      long clock = packet.retired() + offsets[hart];
      for (int i = 0; i < met.length; i++) {
        SearchTarget its = wanted.get(i).target();
        met[i] += its.trap(packet, hart, tasks[hart], spaces[hart], clock) ? 1 : 0;
      }
    }

    @Override
    public void hart(int number) {
      hart = number;
    }

    @Override
    public void contextSwitch(Packet.Switch packet) {
      tasks[hart] = packet.task();
      spaces[hart] = packet.addressSpace();
    }

    @Override
    public void turn(long clock, long retired) {
      offsets[hart] = clock - retired;
    }

    @Override
    public void start(long retired, long pc, int privilege, int addressSpace, long task) {
      tasks[hart] = task;
      spaces[hart] = addressSpace;
    }
  }
}
