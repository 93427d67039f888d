package bbt.translator.machine;

import bbt.translator.device.TimeBase;
import bbt.translator.runtime.Cpu;

/**
 * The machine's one clock (rules.md 9). Virtual: retired instructions divided by the rate, plus the
 * idle time that was skipped. Host: the host's monotonic clock from the start of the run.
 */
final class Clock implements TimeBase {
  private final Cpu cpu;
  private final boolean host;
  private final long insnsPerTick;
  private final long hostStart = System.nanoTime();

  /** Ticks added: idle time skipped, and what the guest added by writing mtime. */
  private long offset;

  private long skipped;

  Clock(Cpu cpu, TimeMode mode, long insnsPerTick) {
    this.cpu = cpu;
    this.host = mode == TimeMode.HOST;
    this.insnsPerTick = insnsPerTick;
  }

  boolean host() {
    return host;
  }

  @Override
  public long ticks() {
    long elapsed =
        host ? (System.nanoTime() - hostStart) / NANOS_PER_TICK : cpu.retired() / insnsPerTick;
    return elapsed + offset;
  }

  @Override
  public void setTicks(long ticks) {
    offset += ticks - ticks();
  }

  @Override
  public void deadlineChanged() {
    cpu.expire();
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
  long skipped() {
    return skipped;
  }

  /** The retired count at which the virtual clock reaches {@code tick}, a tick in the future. */
  long retiredAt(long tick) {
    long needed = tick - offset;
    return needed > Long.MAX_VALUE / insnsPerTick ? Long.MAX_VALUE : needed * insnsPerTick;
  }
}
