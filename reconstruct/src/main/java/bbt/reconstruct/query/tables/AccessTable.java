package bbt.reconstruct.query.tables;

import bbt.packets.Packet;
import bbt.ptg.guest.Node;
import bbt.reconstruct.cursor.ExecutionPlace;
import bbt.reconstruct.cursor.ExecutionReader;
import bbt.reconstruct.cursor.PlaceNames;
import bbt.reconstruct.map.TraceMap;
import bbt.reconstruct.names.TraceSymbols;
import bbt.reconstruct.query.database.Database;
import bbt.reconstruct.query.database.FillingException;
import bbt.reconstruct.query.database.QueryException;
import bbt.reconstruct.query.database.RawTable;
import bbt.reconstruct.query.database.Rows;
import bbt.reconstruct.replay.AccessScan;
import bbt.reconstruct.replay.Replay;
import bbt.reconstruct.select.SelectionScope;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.LongConsumer;

/**
 * Fills the table of accesses: the run is executed again and tells what was accessed, the trace
 * tells who did it.
 */
public final class AccessTable implements ExecutionReader.Listener {
  /** Instructions that are executed at a time: their accesses are held in memory. */
  private static final long SLICE = 1_000_000;

  private final TraceMap map;
  private final SelectionScope scope;
  private final Rows rows;
  private final LongConsumer progress;
  private final ExecutionPlace place;
  private final PlaceNames names;
  private final Queue<AccessScan.Seen> seen = new ArrayDeque<>();
  private final Replay replay;
  private AccessScan scan;

  private AccessTable(
      Database database, TraceMap map, Replay replay, SelectionScope scope, LongConsumer progress) {
    this.map = map;
    this.replay = replay;
    this.scope = scope;
    this.progress = progress;
    rows = database.rows(RawTable.ACCESSES);
    place = new ExecutionPlace(map, scope);
    names = new PlaceNames(map.symbols());
  }

  /**
   * Fills it.
   *
   * @param replay of the same trace
   * @param scope the part of the trace that is asked for; null: all
   * @param memory the ranges of virtual addresses that are asked for; empty: all memory
   * @param progress is told now and then up to which count it is filled
   */
  public static void fill(
      Database database,
      TraceMap map,
      Replay replay,
      SelectionScope scope,
      List<AccessScan.Range> memory,
      LongConsumer progress)
      throws IOException, QueryException {
    try {
      new AccessTable(database, map, replay, scope, progress).fill(memory);
      database.commit();
    } catch (FillingException e) {
      throw e.asQueryException();
    }
  }

  private void fill(List<AccessScan.Range> memory) throws IOException {
    long from = scope == null ? 0 : scope.from();
    long to = Math.min(scope == null ? Long.MAX_VALUE : scope.to(), map.endClock());
    try (AccessScan opened = new AccessScan(replay, Math.max(from, map.startClock()), memory)) {
      scan = opened;
      place.reader().read(from, to, this);
    }
  }

  @Override
  public boolean node(long clock, Node node, int from, int to) throws IOException {
    long end = clock + to - from;
    while (replay.position().clock() < end) {
      long before = replay.position().clock();
      seen.addAll(scan.until(Math.max(end, before + SLICE)));
      progress.accept(clock);
      if (replay.position().clock() == before) {
        break; // the run is over
      }
    }
    if (seen.isEmpty() || seen.peek().clock() >= end) {
      return true;
    }
    place.update(clock);
    while (!seen.isEmpty() && seen.peek().clock() < end) {
      AccessScan.Seen access = seen.remove();
      long at = access.clock();
      if (at >= clock) { // else where nothing was recorded
        long pc = node.address(from + (int) (at - clock));
        if (place.selects(at, pc)) {
          add(access, pc);
        }
      }
    }
    return true;
  }

  private void add(AccessScan.Seen access, long pc) {
    long clock = access.clock();
    int space = place.addressSpace();
    TraceSymbols.Function function = names.function(space, pc, clock);
    rows.begin()
        .add(clock)
        .add(TraceTables.nanos(map.time().seconds(clock)))
        .add(access.hart())
        .add(place.task())
        .add(place.pid())
        .add(place.mode())
        .add(function != null ? function.name() : place.label(pc, clock))
        .add(place.executing())
        .add(pc)
        .add(access.store())
        .add(access.address())
        .add(access.bytes());
    value(access.before(), access.bytes());
    value(access.after(), access.bytes());
    rows.end();
  }

  /** The guest's byte order is little-endian. */
  private void value(byte[] bytes, int length) {
    if (bytes.length < length || length > Long.BYTES) {
      rows.none();
      return;
    }
    long value = 0;
    for (int i = length - 1; i >= 0; i--) {
      value = value << 8 | bytes[i] & 0xFF;
    }
    rows.add(value);
  }

  @Override
  public boolean exception(long clock, Packet.Exception packet) {
    return true;
  }

  @Override
  public boolean gap(long clock, String message) {
    return true;
  }
}
