package bbt.reconstruct.map;

import bbt.packets.Chunk;
import bbt.packets.GuestTime;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import java.util.Map;
import java.util.TreeMap;

/**
 * Converts instruction counts to guest time and back (docs/determinism.md 9). With one hart exact
 * to a tick; with several exact where epochs start, in between by proportion. Where the trace knows
 * no time, it is {@link Double#NaN} everywhere.
 */
public final class GuestClock {
  /** Clock to ticks that were skipped up to it (one hart), or to guest time there (several). */
  private final TreeMap<Long, Long> places = new TreeMap<>();

  private final boolean epochs;
  private final double ticksPerInstruction;
  private long skipped;

  private final boolean known;

  GuestClock(TraceHeader header, int harts) {
    this.known = header.timed();
    this.epochs = harts > 1;
    this.ticksPerInstruction = header.ticksPerInstruction();
  }

  /** Whether guest time is known. */
  public boolean known() {
    return known;
  }

  void skip(SidebandRecord.Time time) {
    if (!epochs) {
      skipped += time.ticks();
      places.put(time.retired(), skipped);
    }
  }

  void epoch(Chunk.Epoch epoch) {
    if (epochs) {
      places.put(epoch.clock(), epoch.ticks());
    }
  }

  void end(Chunk.End end) {
    if (epochs && end.ticks() >= 0) {
      places.put(end.retired(), end.ticks());
    }
  }

  /** Guest time in seconds when so many instructions have been executed. */
  public double seconds(long clock) {
    if (!known) {
      return Double.NaN;
    }
    Map.Entry<Long, Long> before = places.floorEntry(clock);
    if (!epochs) {
      long jumped = before == null ? 0 : before.getValue();
      return GuestTime.seconds(clock * ticksPerInstruction + jumped);
    }
    if (before == null) {
      return 0;
    }
    Map.Entry<Long, Long> after = places.higherEntry(clock);
    if (after == null) {
      return GuestTime.seconds(before.getValue());
    }
    double part = (double) (clock - before.getKey()) / (after.getKey() - before.getKey());
    return GuestTime.seconds(before.getValue() + part * (after.getValue() - before.getValue()));
  }

  /**
   * The first instruction at or after a guest time, which is {@link #known}.
   *
   * @param end the last count to be considered
   */
  public long clock(double seconds, long end) {
    long low = 0;
    long high = end;
    while (low < high) {
      long mid = (low + high) >>> 1;
      if (seconds(mid) < seconds) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low;
  }
}
