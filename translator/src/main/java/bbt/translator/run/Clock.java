package bbt.translator.run;

import bbt.packets.GuestTime;
import bbt.translator.config.TimeMode;
import bbt.translator.device.TimeBase;
import bbt.translator.hart.Hart;
import bbt.translator.state.Fields;

/**
 * The machine's one clock (docs/determinism.md 9). Virtual: what all harts have retired, divided by
 * the rate and by how many of them share the time, plus the idle time that was skipped. Host: the
 * host's monotonic clock from the start of the run.
 */
public final class Clock implements TimeBase {
  private final boolean host;
  private final long insnsPerTick;
  private final long hostStart = System.nanoTime();

  /** The hart whose turn it is. */
  private Hart running;

  /** The instructions that the other harts have retired together. */
  private long others;

  /** Harts that share the time; each retires {@link #insnsPerTick} in a tick. */
  private int sharers = 1;

  /** Ticks of the time before the number of sharers changed last. */
  private long earlierTicks;

  /**
   * The total count, {@link #spun} included, from which ticks are counted since then. Negative if
   * more harts began to share the time within the first ticks.
   */
  private long origin;

  /**
   * The instructions that harts would have retired in the rest of turns that they gave up because
   * they spun.
   */
  private long spun;

  /** Ticks added: idle time skipped, and what the guest added by writing mtime. */
  private long offset;

  private long skipped;

  public Clock(Hart first, TimeMode mode, long insnsPerTick) {
    this.running = first;
    this.host = mode == TimeMode.HOST;
    this.insnsPerTick = insnsPerTick;
  }

  public boolean host() {
    return host;
  }

  /** Retired by all harts since reset; exact in mid-node, too. */
  public long retired() {
    return others + running.retired();
  }

  /** The hart whose turn it is in a snapshot. */
  public void running(Hart cpu) {
    running = cpu;
  }

  /** Another hart has its turn. */
  public void turn(Hart next) {
    others = retired() - next.retired();
    running = next;
  }

  /**
   * Sets how many harts share the time from now on. The tick at hand stays the same, and as much of
   * it has passed, rounded down.
   *
   * @param harts at least 1
   */
  public void share(int harts) {
    if (harts == sharers) {
      return;
    }
    long elapsed = retired() + spun - origin;
    long old = insnsPerTick * sharers;
    earlierTicks += elapsed / old;
    origin = retired() + spun - elapsed % old * harts / sharers;
    sharers = harts;
  }

  @Override
  public long ticks() {
    long elapsed =
        host
            ? (System.nanoTime() - hostStart) / GuestTime.NANOS_PER_TICK
            : earlierTicks + (retired() + spun - origin) / (insnsPerTick * sharers);
    return elapsed + offset;
  }

  @Override
  public void setTicks(long ticks) {
    offset += ticks - ticks();
  }

  @Override
  public void deadlineChanged() {
    running.expire();
  }

  /**
   * Time passes as if the running hart had retired so many instructions more: it spins instead.
   *
   * @param instructions at least 0
   */
  public void spin(long instructions) {
    spun += instructions;
  }

  /**
   * Idle time passes.
   *
   * @param ticks at least 0
   */
  void skip(long ticks) {
    offset += ticks;
    skipped += ticks;
  }

  /** Ticks skipped since reset. */
  public long skipped() {
    return skipped;
  }

  /** The total count at which the virtual clock reaches {@code tick}, a tick in the future. */
  public long retiredAt(long tick) {
    long needed = tick - offset - earlierTicks;
    long rate = insnsPerTick * sharers;
    return needed > (Long.MAX_VALUE - Math.max(origin, 0)) / rate
        ? Long.MAX_VALUE
        : origin + needed * rate - spun;
  }

  /** Saves or loads the clock, for a snapshot; who runs is told by {@link #running}. */
  public void state(Fields f) {
    others = f.of(others);
    sharers = f.of(sharers);
    earlierTicks = f.of(earlierTicks);
    origin = f.of(origin);
    spun = f.of(spun);
    offset = f.of(offset);
    skipped = f.of(skipped);
  }
}
